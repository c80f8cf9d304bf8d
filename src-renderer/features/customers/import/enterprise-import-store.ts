import { defineStore } from 'pinia'
import { computed, onScopeDispose, ref, shallowRef } from 'vue'
import type { CommandFailure, CommandInput } from '#shared/bridge/commands'
import { maxImportRows } from '#shared/model/enterprise-import'
import type {
  EnterpriseImport,
  EnterpriseImportChange,
  EnterpriseImportRow,
} from '#shared/model/enterprise-import'
import { joinKey } from '#shared/model/join-key'
import { useListLoader } from '../../../stores/use-list-loader'
import { command, onEvent } from '../../../bridge'
import { useEnterprisesStore } from '../../../entities/enterprise/enterprises-store'
import type { Sheet } from '../../../ui/sheets/sheet'
import { runTimeSliced } from '../../../ui/table/run-time-sliced'
import type { Steps } from '../../../ui/table/run-time-sliced'
import { checkRows, corrected, readRows } from './read-rows'
import type { Columns, ImportField, TypedRow } from './read-rows'
import { groupOf, rowGroups } from './row-group'
import type { RowGroup, ShownImportRow } from './row-group'

/** The import of enterprises: the rows of a sheet before the lookup, then main's import. */
export const useEnterpriseImportStore = defineStore('enterprise-import', () => {
  const enterprises = useEnterprisesStore()
  const isShown = ref(false)
  /** The list in the text field, which is not checked yet. */
  const text = ref('')
  const isWorking = ref(false)
  /** The rows are being sent to main: they are not corrected any more. */
  const isStarting = ref(false)
  const failure = shallowRef<CommandFailure | null>(null)
  /** Rows of a sheet before the lookup, as they were read or corrected. */
  const typed = shallowRef<readonly TypedRow[]>([])
  /** The same rows, checked; they hide an earlier import. */
  const checked = shallowRef<readonly EnterpriseImportRow[] | null>(null)
  const job = shallowRef<EnterpriseImport | null>(null)
  const jobRows = shallowRef<readonly ShownImportRow[]>([])

  const knownKeys = computed(() => {
    const ids = new Set<string>()
    const customers = new Set<string>()
    for (const { enterpriseGlobalId, channelCode, channelCustomerId } of enterprises.enterprises) {
      ids.add(enterpriseGlobalId)
      if (channelCode !== null && channelCustomerId !== null)
        customers.add(joinKey(channelCode, channelCustomerId))
    }
    return { ids, customers }
  })
  const isKnown = ({ enterpriseGlobalId, channelCode, channelCustomerId }: EnterpriseImportRow): boolean =>
    enterpriseGlobalId === null
      ? knownKeys.value.customers.has(joinKey(channelCode ?? '', channelCustomerId ?? ''))
      : knownKeys.value.ids.has(enterpriseGlobalId)

  const current = computed(() => (checked.value === null ? job.value : null))
  const rows = computed<readonly ShownImportRow[]>(
    () =>
      checked.value?.map((row, id) => ({
        ...row,
        id,
        result: null,
        isKnown: row.finding === null && isKnown(row),
      })) ?? jobRows.value,
  )
  const groupCounts = computed(() => {
    const counts = new Map<RowGroup, number>(rowGroups.map((group) => [group, 0]))
    for (const row of rows.value) {
      const group = groupOf(row, current.value)
      counts.set(group, (counts.get(group) ?? 0) + 1)
    }
    return counts
  })
  /** Rows for which another try may give another result. */
  const retryable = computed(() => ({
    failed: rows.value.filter(({ result }) => result?.state === 'failed' && result.failure !== null).length,
    notLookedUp: countOf('not-looked-up'),
  }))
  const countOf = (group: RowGroup): number => groupCounts.value.get(group) ?? 0

  let stopReading = (): void => undefined
  const work = <Result>(steps: Steps<Result>, done: (result: Result) => void): void => {
    stopReading()
    isWorking.value = true
    stopReading = runTimeSliced(steps, (result) => {
      isWorking.value = false
      done(result)
    })
  }
  const check = (next: readonly TypedRow[], done: () => void = () => undefined): void => {
    typed.value = next
    work(checkRows(next), (result) => {
      checked.value = result
      done()
    })
  }
  const forgetChecked = (): void => {
    typed.value = []
    checked.value = null
  }
  /** More rows than the limit are ignored and counted in the message. */
  const tooMany = ref(false)
  const takeSheet = (
    sheet: Sheet,
    as: { readonly columns: Columns; readonly titleRows: number },
  ): Promise<void> => {
    failure.value = null
    return new Promise((resolve) => {
      work(readRows(sheet, as), (read) => {
        tooMany.value = read.length > maxImportRows
        if (tooMany.value) {
          forgetChecked()
          resolve()
        } else check(read, resolve)
      })
    })
  }
  /** The value of a row before the lookup, to be corrected. */
  const inputOf = (id: number, field: ImportField): string => typed.value[id]?.values[field] ?? ''
  const canCorrect = (): boolean => checked.value !== null && !isStarting.value
  const correct = (id: number, field: ImportField, text: string): void => {
    const row = typed.value[id]
    if (row === undefined || !canCorrect() || text === row.values[field]) return
    check(typed.value.with(id, corrected(row, field, text)))
  }

  /** Events that arrive while the rows are loaded. */
  let early: EnterpriseImportChange[] | null = null
  const apply = ({ import: changed, rows: results }: EnterpriseImportChange): void => {
    job.value = changed
    if (changed === null) jobRows.value = []
    if (results.length === 0) return
    const next = [...jobRows.value]
    for (const { index, result } of results) {
      const row = next[index]
      if (row !== undefined) next[index] = { ...row, result }
    }
    jobRows.value = next
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
      failure.value = loader.failure.value
      return
    }
    jobRows.value = loader.rows.value.map((row, id) => ({ ...row, id, isKnown: false }))
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
  const loadOnce = (): Promise<void> => (loaded ??= load())

  const start = async (): Promise<void> => {
    const toSend = checked.value
    if (toSend === null) return
    isWorking.value = true
    isStarting.value = true
    const outcome = await command('enterprises/import', { rows: toSend })
    failure.value = outcome.ok ? null : outcome.error
    if (outcome.ok) {
      await load()
      forgetChecked()
    }
    isStarting.value = false
    isWorking.value = false
  }
  const control = async (how: CommandInput<'enterprises/import-control'>['how']): Promise<void> => {
    const outcome = await command('enterprises/import-control', { how })
    failure.value = outcome.ok ? null : outcome.error
  }
  /** Removes the rows; an import that runs continues. */
  const clear = async (): Promise<void> => {
    stopReading()
    failure.value = null
    if (checked.value !== null) forgetChecked()
    else await control('dismiss')
  }

  onEvent('enterprises/import-changed', (change) => {
    if (early === null) {
      if (change.import === null || change.import.number === job.value?.number) apply(change)
      else void load()
    } else early.push(change)
    if (change.import?.state !== 'running') void enterprises.load()
  })
  onScopeDispose(() => stopReading())

  return {
    isShown,
    text,
    isEmpty: computed(() => rows.value.length === 0 && text.value.trim() === '' && !isWorking.value),
    isWorking,
    failure,
    tooMany,
    checked,
    job: current,
    rows,
    groupCounts,
    countOf,
    retryable,
    takeSheet,
    inputOf,
    canCorrect,
    correct,
    loadOnce,
    start,
    control,
    clear,
  }
})
