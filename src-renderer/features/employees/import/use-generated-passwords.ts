import { ref, shallowRef } from 'vue'
import { useUnsavedPasswordsStore } from '../password/unsaved-passwords-store'
import type { ImportRow } from './import-rows'
import type { createImportSecrets } from './import-secrets'
import type { RowGroup } from './row-state'

/** The generated passwords of employees that were added: this window has the only copy until they are exported. */
export const useGeneratedPasswords = (secrets: ReturnType<typeof createImportSecrets>) => {
  /** Employees added with a generated password that is not exported yet. */
  const generated = shallowRef<readonly number[]>([])
  /** How many generated passwords that are not exported the platform has, or may have. */
  const unsaved = ref(0)
  useUnsavedPasswordsStore().count(unsaved)

  return {
    generated,
    unsaved,
    count: (rows: readonly ImportRow[], stateOf: (row: ImportRow) => RowGroup): void => {
      unsaved.value = rows.filter((row) => {
        if (row.sent === null || !secrets.hasGenerated(row.id)) return false
        const group = stateOf(row)
        return group === 'waiting' || group === 'done' || group === 'unknown'
      }).length
    },
    /** These rows succeeded: their owners know the typed passwords. */
    takeDone: (done: readonly ImportRow[]): void => {
      for (const { id } of done) secrets.clearTyped(id)
      generated.value = done.flatMap(({ id }) => (secrets.generated(id) === null ? [] : [id]))
    },
    passwordOf: (id: number): string | null => secrets.generated(id),
    /** These generated passwords were exported; a check may have found further employees since. */
    clearGenerated: (ids: readonly number[]): void => {
      secrets.clearGenerated(ids)
      generated.value = generated.value.filter((id) => secrets.hasGenerated(id))
    },
    clear: (): void => {
      generated.value = []
    },
  }
}
