import { computed, ref, shallowRef } from 'vue'
import { maxImportRows } from '#shared/model/enterprise-import'
import type { EnterpriseImportRow } from '#shared/model/enterprise-import'
import type { Sheet } from '../../../ui/sheets/sheet'
import { useSlicedWork } from '../../../ui/table/use-sliced-work'
import { checkRows, corrected, isUnpaired, readRows, typedAgain } from './read-rows'
import type { Columns, ImportField, TypedRow } from './read-rows'

/** The rows of a sheet before the lookup: read, checked and corrected in this window. */
export const useTypedRows = (canCorrect: () => boolean) => {
  const work = useSlicedWork()
  /** As they were read or corrected. */
  const typed = shallowRef<readonly TypedRow[]>([])
  /** The same rows, checked; null without a sheet. */
  const checked = shallowRef<readonly EnterpriseImportRow[] | null>(null)
  /** The last list had more rows than the limit, and was not taken. */
  const tooMany = ref(false)

  /** Rows whose enterprise is searched for by its ID, although half of a channel customer is there. */
  const unpaired = computed(() => typed.value.filter(isUnpaired).length)

  const check = (next: readonly TypedRow[], done: () => void = () => undefined): void => {
    typed.value = next
    work.run(checkRows(next), (result) => {
      checked.value = result
      done()
    })
  }
  const forget = (): void => {
    tooMany.value = false
    typed.value = []
    checked.value = null
  }

  return {
    checked,
    tooMany,
    unpaired,
    isWorking: work.isRunning,
    takeSheet: (sheet: Sheet, as: { readonly columns: Columns; readonly titleRows: number }): Promise<void> =>
      new Promise((resolve) => {
        work.run(readRows(sheet, as), (read) => {
          tooMany.value = read.length > maxImportRows
          // The rows so far may have been corrected: nothing takes their place.
          if (tooMany.value || read.length === 0) resolve()
          else check(read, resolve)
        })
      }),
    /** Rows of an earlier search, which take the place of these. */
    takeAgain: (rows: readonly EnterpriseImportRow[]): Promise<void> =>
      new Promise((resolve) => check(rows.map(typedAgain), resolve)),
    /** The value of a row, to be corrected. */
    inputOf: (id: number, field: ImportField): string => typed.value[id]?.values[field] ?? '',
    correct: (id: number, field: ImportField, text: string): void => {
      const row = typed.value[id]
      if (row === undefined || checked.value === null || !canCorrect() || text === row.values[field]) return
      check(typed.value.with(id, corrected(row, field, text)))
    },
    forget,
    stopReading: work.cancel,
  }
}
