import { shallowRef } from 'vue'
import type { CommandFailure } from '#shared/bridge/commands'
import type { EnterpriseImport, EnterpriseImportChange } from '#shared/model/enterprise-import'
import { command, onEvent } from '../../../bridge'
import { useListLoader } from '../../../stores/use-list-loader'
import type { ShownImportRow } from './row-group'

/** Main's import with its rows, which its events keep current. */
export const useMainImport = (onFailure: (failure: CommandFailure) => void) => {
  const job = shallowRef<EnterpriseImport | null>(null)
  const rows = shallowRef<readonly ShownImportRow[]>([])
  /** Events that arrive while the rows are loaded. */
  let early: EnterpriseImportChange[] | null = null

  const apply = ({ import: changed, rows: results }: EnterpriseImportChange): void => {
    job.value = changed
    if (changed === null) rows.value = []
    if (results.length === 0) return
    const next = [...rows.value]
    for (const { index, result } of results) {
      const row = next[index]
      if (row !== undefined) next[index] = { ...row, result }
    }
    rows.value = next
  }

  const loader = useListLoader((from, limit) => command('enterprises/import-read', { from, limit }))
  let newest = 0
  let loading: Promise<void> = Promise.resolve()
  const read = async (own: number): Promise<void> => {
    await loader.load()
    // A replaced load resolves with the newer one, which has these changes too.
    if (own !== newest) return loading
    const missed = early ?? []
    early = null
    if (loader.failure.value !== null) {
      onFailure(loader.failure.value)
      return
    }
    rows.value = loader.rows.value.map((row, id) => ({ ...row, id, isKnown: false }))
    job.value = loader.last.value?.import ?? null
    for (const change of missed) if (change.import?.number === job.value?.number) apply(change)
  }
  const load = (): Promise<void> => {
    newest += 1
    early = []
    loading = read(newest)
    return loading
  }
  let loaded: Promise<void> | null = null

  onEvent('enterprises/import-changed', (change) => {
    if (early === null) {
      if (change.import === null || change.import.number === job.value?.number) apply(change)
      else void load()
    } else early.push(change)
  })

  return { job, rows, load, loadOnce: (): Promise<void> => (loaded ??= load()) }
}
