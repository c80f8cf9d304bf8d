import { defineStore } from 'pinia'
import { computed, markRaw, ref, shallowRef } from 'vue'
import type { CommandFailure, CommandInput } from '#shared/bridge/commands'
import { command, onEvent } from '../../../bridge'
import { useEnterprisesStore } from '../../../entities/enterprise/enterprises-store'
import { useImportRowsStore } from '../../../stores/import-rows-store'
import { useUnsentRowsStore } from '../../../stores/unsent-rows-store'
import { isBeingRead, useSheet } from '../../../ui/sheets/read/use-sheet'
import type { Sheet } from '../../../ui/sheets/sheet'
import { isInvalidAgain } from './read-rows'
import type { Columns } from './read-rows'
import { groupOf, rowGroups } from './row-group'
import type { RowGroup, ShownImportRow } from './row-group'
import { useKnownEnterprises } from './use-known-enterprises'
import { useMainImport } from './use-main-import'
import { useTypedRows } from './use-typed-rows'

/** The import of enterprises: the rows of a sheet before the lookup, then main's import. */
export const useEnterpriseImportStore = defineStore('enterprise-import', () => {
  const enterprises = useEnterprisesStore()
  const isKnown = useKnownEnterprises()
  const isShown = ref(false)
  const reader = markRaw(useSheet())
  useUnsentRowsStore().count('files', () => (isBeingRead(reader) ? 1 : 0))
  /** The list in the text field, which is not checked yet. */
  const text = ref('')
  /** The rows are being sent to main: they are not corrected any more. */
  const isStarting = ref(false)
  const failure = shallowRef<CommandFailure | null>(null)
  const typed = useTypedRows(() => !isStarting.value)
  /** The rows of a sheet hide an earlier import. */
  const { checked } = typed
  const started = useMainImport((failed) => (failure.value = failed))
  const isWorking = computed(() => typed.isWorking.value || isStarting.value)

  const current = computed(() => (checked.value === null ? started.job.value : null))
  const rows = computed<readonly ShownImportRow[]>(
    () =>
      checked.value?.map((row, id) => ({
        ...row,
        id,
        result: null,
        isKnown: row.finding === null && isKnown(row),
      })) ?? started.rows.value,
  )
  const groupCounts = computed(() => {
    const counts = new Map<RowGroup, number>(rowGroups.map((group) => [group, 0]))
    for (const row of rows.value) {
      const group = groupOf(row, current.value)
      counts.set(group, (counts.get(group) ?? 0) + 1)
    }
    return counts
  })
  const countOf = (group: RowGroup): number => groupCounts.value.get(group) ?? 0
  /** Rows for which another try may give another result. */
  const retryable = computed(() => ({
    failed: rows.value.filter(({ result }) => result?.state === 'failed' && result.failure !== null).length,
    notLookedUp: countOf('not-looked-up'),
  }))

  /** A search cannot find the row as it is. */
  const isToCorrect = (row: ShownImportRow): boolean => {
    const group = groupOf(row, current.value)
    return group === 'not-found' || (group === 'invalid' && isInvalidAgain(row))
  }

  /** Rows that only this window has. */
  const rowsInPage = computed(() => {
    const lines = text.value.split('\n').filter((line) => line.trim() !== '').length
    return lines + (isStarting.value ? 0 : (checked.value?.length ?? 0))
  })
  useUnsentRowsStore().count('enterprises', rowsInPage)
  const importRows = useImportRowsStore()
  importRows.countInPage(rowsInPage)
  /** Main ends with its rows. */
  const waiting = computed(() => {
    const job = started.job.value
    return job === null || job.state === 'ended' ? 0 : job.counts.waiting
  })
  importRows.countWaiting(waiting)

  const takeSheet = async (
    sheet: Sheet,
    as: { readonly columns: Columns; readonly titleRows: number },
  ): Promise<void> => {
    failure.value = null
    await typed.takeSheet(sheet, as)
    // A file has other rows than those in the text field.
    if (checked.value !== null && sheet.fileName === '') text.value = ''
  }
  const start = async (): Promise<void> => {
    const toSend = checked.value
    if (toSend === null) return
    isStarting.value = true
    const outcome = await command('enterprises/import', { rows: toSend })
    failure.value = outcome.ok ? null : outcome.error
    if (outcome.ok) {
      await started.load()
      typed.forget()
    }
    isStarting.value = false
  }
  /**
   * After the search. The rows hide those of main, which stay until the next search: that takes their place, so rows
   * that failed or were not searched come with those to correct.
   */
  const correctRows = (): Promise<void> =>
    typed.takeAgain(
      rows.value.filter(
        (row) => isToCorrect(row) || ['failed', 'not-looked-up'].includes(groupOf(row, current.value)),
      ),
    )
  const control = async (how: CommandInput<'enterprises/import-control'>['how']): Promise<void> => {
    const outcome = await command('enterprises/import-control', { how })
    failure.value = outcome.ok ? null : outcome.error
  }
  /** Removes the rows, and the results that they hide; an import that runs or is paused continues. */
  const clear = async (): Promise<void> => {
    typed.stopReading()
    failure.value = null
    const cleared = checked.value
    if (cleared === null || started.job.value?.state === 'ended') await control('dismiss')
    // Another list may be there by now.
    if (checked.value === cleared) typed.forget()
  }

  onEvent('enterprises/import-changed', (change) => {
    if (change.import?.state !== 'running') void enterprises.load()
  })

  return {
    isShown,
    text,
    reader,
    hasContent: computed(
      () => rows.value.length > 0 || text.value.trim() !== '' || isWorking.value || isBeingRead(reader),
    ),
    isWorking,
    failure,
    tooMany: typed.tooMany,
    unpaired: typed.unpaired,
    checked,
    job: current,
    rows,
    groupCounts,
    countOf,
    retryable,
    takeSheet,
    inputOf: typed.inputOf,
    canCorrect: (): boolean => checked.value !== null && !isStarting.value,
    correct: typed.correct,
    toCorrect: computed(() => rows.value.filter(isToCorrect).length),
    correctRows,
    loadOnce: started.loadOnce,
    start,
    control,
    clear,
  }
})
