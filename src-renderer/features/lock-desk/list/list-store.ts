import { defineStore } from 'pinia'
import { computed, onScopeDispose, ref, shallowRef } from 'vue'
import type { CommandFailure } from '#shared/bridge/commands'
import type { ListLookupResult } from '#shared/model/locks/lookup-result'
import type { JournalEntry } from '#shared/model/changes/change'
import { preFlight } from '#shared/model/changes/preflight'
import type { PreflightRow, PreflightResult } from '#shared/model/changes/preflight'
import { foldNumber } from '#shared/model/locks/shell-number'
import { command, onEvent } from '../../../bridge'
import { throttle } from '../../../ui/throttle'
import type { NumberCell } from '../../../ui/sheets/read/number-cells'
import { useJobsStore } from '../../../stores/jobs-store'
import { useReviewStore } from '../../../stores/review-store'
import { useUnsentRowsStore } from '../../../stores/unsent-rows-store'
import { useDeskStore } from '../../../entities/lock/desk-store'
import type { PageRequests } from '../../../actions/open-page'
import {
  withLookup,
  checkedOfEntry,
  corrected,
  countGroups,
  needsRefresh,
  newRow,
  rowNumber,
} from './list-rows'
import type { ListRow, SentRow, ShownRow } from './list-rows'

/** The numbers in one look-up request. */
const lookUpBatchSize = 2000
/** Main accepts no longer list (src-shared/bridge/command.ts). */
export const maxRows = 100_000
/** Lists of several enterprises arrive together; the rows are looked up once for all of them. */
const batchDelayMs = 200
/** A running job reports progress every second; this limits the share of time spent on looking up a long list. */
const pauseFactor = 20

interface RowSelection {
  readonly ticked: boolean
  /**
   * A selection is valid only for the warning it was made for; with another warning the row must be selected
   * again.
   */
  readonly warning: PreflightResult
}

/** The list: rows that are checked, selected and sent, and their results. */
export const useListStore = defineStore('list', () => {
  const desk = useDeskStore()
  const jobs = useJobsStore()
  const review = useReviewStore()
  const rows = shallowRef<readonly ListRow[]>([])
  const selections = shallowRef<ReadonlyMap<number, RowSelection>>(new Map())
  const sent = shallowRef<ReadonlyMap<number, SentRow>>(new Map())
  /** The last job started from this list. */
  const jobId = ref<string | null>(null)
  /** The job that this list reverses. */
  const reverses = ref<string | null>(null)
  const searching = ref<{
    readonly done: number
    readonly total: number
    readonly isPlatformSearch: boolean
  } | null>(null)
  const failure = ref<CommandFailure | null>(null)
  /** Rows of the list are being sent, but their job is not known yet: no row may disappear or change. */
  const isStarting = ref(false)
  /** The number of enterprises with lists; null before the first look-up. */
  const enterprises = ref<number | null>(null)
  /** Of these, the number whose assets were never loaded. */
  const unread = ref(0)
  /** The row that a scan or a jump highlights. */
  const highlighted = ref<{ readonly id: number; readonly isDuplicate: boolean } | null>(null)
  let lastId = 0

  const checked = computed(() => preFlight(rows.value, desk.change))
  const isSent = computed(() => sent.value.size > 0)
  useUnsentRowsStore().count(() => (isSent.value || isStarting.value ? 0 : rows.value.length))

  const isTicked = (id: number, { result, tickable }: PreflightRow): boolean => {
    if (!tickable) return false
    const selection = selections.value.get(id)
    if (selection === undefined) return result === 'ready'
    return selection.ticked ? selection.warning === result || result === 'ready' : false
  }

  const entryOf = (sentRow: SentRow | undefined) =>
    sentRow === undefined ? null : (jobs.rowsOf(sentRow.jobId)?.[sentRow.rowIndex] ?? null)

  /** What is known of the lock of a row, from its check or from what was sent. */
  const lockFacts = (row: ListRow, { record }: PreflightRow, entry: JournalEntry | null) => ({
    number: record?.shellNumber ?? entry?.shellNumber ?? (row.number || row.text),
    customer: record?.enterpriseName ?? entry?.enterpriseName ?? null,
  })
  const otherMatches = ({ lookup }: ListRow): Pick<ShownRow, 'records' | 'near'> => ({
    records: lookup?.state === 'ambiguous' ? lookup.records.length : 0,
    near: lookup?.state === 'not-listed' ? (lookup.near ?? []).map(({ assetNum }) => assetNum) : [],
  })

  const shown = computed<readonly ShownRow[]>(() =>
    rows.value.map((row, index) => {
      const sentRow = sent.value.get(row.id)
      const check = sentRow?.checked ?? checked.value[index] ?? uncheckedRow
      const entry = entryOf(sentRow)
      const first = check.firstRow === null ? undefined : rows.value[check.firstRow]
      return {
        id: row.id,
        position: rowNumber(row, index),
        text: row.text,
        source: row.source,
        correctedFrom: row.correctedFrom,
        duplicateOf: first === undefined ? null : rowNumber(first, check.firstRow ?? 0),
        ...lockFacts(row, check, entry),
        ...otherMatches(row),
        isUnread: unread.value > 0,
        checked: check,
        ticked: !isSent.value && isTicked(row.id, check),
        entry,
        entryOfDuplicate: first === undefined ? null : entryOf(sent.value.get(first.id)),
        sent: sentRow !== undefined,
        unresolved: entry?.state === 'unknown' ? review.of(entry.entryId) : null,
      }
    }),
  )
  const groups = computed(() => countGroups(shown.value, isSent.value))
  const ticked = computed(() => shown.value.filter((row) => row.ticked))

  /**
   * Looks rows up and resolves when all have a result. The numbers are sent to main in steps, so that each
   * response fits into a frame; the rows are updated together, because each update checks the whole list.
   */
  const lookUp = async (ids: readonly number[], freshness: 'known' | 'fresh'): Promise<void> => {
    const idSet = new Set(ids)
    const rowsToSearch = rows.value.filter(({ id }) => idSet.has(id))
    const isPlatformSearch = freshness === 'fresh'
    const responses = new Map<
      number,
      { readonly lookup: ListLookupResult | undefined; readonly isFromPlatform: boolean }
    >()
    for (let done = 0; done < rowsToSearch.length; done += lookUpBatchSize) {
      searching.value = { done, total: rowsToSearch.length, isPlatformSearch }
      const step = rowsToSearch.slice(done, done + lookUpBatchSize)
      const numbers = step.map(({ number }) => number)
      const outcome = await command('locks/look-up-many', { numbers, freshness })
      if (!outcome.ok) {
        failure.value = outcome.error
        break
      }
      failure.value = outcome.value.failure
      enterprises.value = outcome.value.enterprises
      unread.value = outcome.value.unread
      const isFromPlatform = isPlatformSearch && outcome.value.failure === null
      step.forEach(({ id }, index) =>
        responses.set(id, { lookup: outcome.value.results[index], isFromPlatform }),
      )
    }
    rows.value = rows.value.map((row) => {
      const answer = responses.get(row.id)
      return answer === undefined ? row : withLookup(row, answer.lookup, answer.isFromPlatform)
    })
    searching.value = null
  }

  /** Whether everything sent has succeeded, so that the next number starts a new list. */
  const isOver = (): boolean =>
    isSent.value &&
    !isStarting.value &&
    jobs.of(jobId.value)?.state === 'ended' &&
    [...groups.value.keys()].every((group) => group === 'done')

  const findDuplicate = (row: ListRow): ListRow | undefined =>
    rows.value.find(({ number }) => foldNumber(number) === foldNumber(row.number))

  /** Adds numbers to the list; `skippedCount` is the number of rows that did not fit. */
  const add = async (
    numbers: readonly (string | NumberCell)[],
  ): Promise<{ readonly skippedCount: number }> => {
    if (isOver()) clear()
    const capacity = Math.max(0, maxRows - rows.value.length)
    const added = numbers
      .slice(0, capacity)
      .map((number) =>
        typeof number === 'string'
          ? newRow((lastId += 1), number)
          : newRow((lastId += 1), number.text, number.source),
      )
    rows.value = [...rows.value, ...added]
    await lookUpNew(added.map(({ id }) => id))
    return { skippedCount: numbers.length - added.length }
  }

  /** Cached data is shown at once; then outdated data is read from the platform. */
  const lookUpNew = async (ids: readonly number[]): Promise<void> => {
    await lookUp(ids, 'known')
    const now = Date.now()
    const isNew = new Set(ids)
    const outdated = rows.value.filter((row) => isNew.has(row.id) && needsRefresh(row, now))
    if (outdated.length > 0) {
      await lookUp(
        outdated.map(({ id }) => id),
        'fresh',
      )
    }
  }

  /** Replaces the text of a row that is not sent, and checks it again. */
  const correct = async (id: number, text: string): Promise<void> => {
    const row = rows.value.find((one) => one.id === id)
    if (row === undefined || isStarting.value || sent.value.has(id) || text.trim() === row.text) return
    rows.value = rows.value.map((one) => (one.id === id ? corrected(one, text) : one))
    await lookUpNew([id])
  }

  /** Adds one scanned or typed number; a number that is already in the list is highlighted instead. */
  const addOne = (text: string): { readonly position: number; readonly isNew: boolean } => {
    const duplicate = isOver() ? undefined : findDuplicate(newRow(0, text))
    if (duplicate !== undefined) {
      highlighted.value = { id: duplicate.id, isDuplicate: true }
      return { position: rowNumber(duplicate, rows.value.indexOf(duplicate)), isNew: false }
    }
    void add([text])
    highlighted.value = { id: lastId, isDuplicate: false }
    return { position: rows.value.length, isNew: true }
  }

  const tick = (ids: readonly number[], isOn: boolean): void => {
    const indexes = new Map(rows.value.map(({ id }, index) => [id, index]))
    const next = new Map(selections.value)
    for (const id of ids) {
      const check = checked.value[indexes.get(id) ?? -1]
      if (check?.tickable === true) next.set(id, { ticked: isOn, warning: check.result })
    }
    selections.value = next
  }

  const choose = (id: number, assetNum: string): void => {
    if (isStarting.value) return
    rows.value = rows.value.map((row) => (row.id === id ? { ...row, chosen: assetNum } : row))
  }

  const retainRows = (isKept: (row: ListRow) => boolean): void => {
    rows.value = rows.value.filter(isKept)
  }
  const remove = (id: number): void => {
    if (!isStarting.value) retainRows((row) => row.id !== id)
  }

  /** Returns what brings the cleared rows back, as long as no other ones are there. */
  const clear = (): (() => void) => {
    const cleared = {
      rows: rows.value,
      selections: selections.value,
      sent: sent.value,
      jobId: jobId.value,
      reverses: reverses.value,
    }
    const restore = (): void => {
      if (rows.value.length > 0) return
      rows.value = cleared.rows
      selections.value = cleared.selections
      sent.value = cleared.sent
      jobId.value = cleared.jobId
      reverses.value = cleared.reverses
      // Lists may have been read meanwhile.
      void lookUpAgain(() => true)
    }
    if (isStarting.value) return restore
    rows.value = []
    selections.value = new Map()
    sent.value = new Map()
    jobId.value = null
    reverses.value = null
    failure.value = null
    highlighted.value = null
    return restore
  }

  /** Replaces the list by locks of another page, which are checked and sent like any others. */
  const openLocks = (locks: PageRequests['desk']): ReturnType<typeof add> => {
    clear()
    if (locks.action !== null) desk.choose(locks.action)
    desk.beginList()
    reverses.value = locks.reverses
    return add(locks.numbers)
  }

  /** Looks rows without a record up on the platform again; a second look-up allows sending them. */
  const searchAgain = async (): Promise<void> => {
    const missing = rows.value.filter(({ lookup }) => lookup === null || lookup.state === 'not-listed')
    await lookUp(
      missing.map(({ id }) => id),
      'fresh',
    )
  }

  /** Links rows, in their order, to the rows of a job to show their results. */
  const attachJob = (job: string, ids: readonly number[]): void => {
    const checks = new Map(shown.value.map(({ id, checked: check }) => [id, check]))
    const next = new Map(sent.value)
    ids.forEach((id, index) => {
      const check = checks.get(id)
      if (check !== undefined) next.set(id, { jobId: job, rowIndex: index, checked: check })
    })
    sent.value = next
    jobId.value = job
  }

  /** Shows a job that was started before this window opened as its list. */
  const restoreJob = async (job: string): Promise<void> => {
    const outcome = await jobs.read(job)
    if (!outcome.ok || rows.value.length > 0) return
    const entries = outcome.value.rows
    const restored = entries.map((entry) => newRow((lastId += 1), entry.shellNumber ?? entry.key))
    rows.value = restored
    jobId.value = job
    sent.value = new Map(
      restored.map(({ id }, index) => {
        const entry = entries[index]
        const check = entry === undefined ? uncheckedRow : checkedOfEntry(entry)
        return [id, { jobId: job, rowIndex: index, checked: check }]
      }),
    )
    await lookUp(
      restored.map(({ id }) => id),
      'known',
    )
    // The job has no records of its locks: what the lists say now tells their enterprise and employee.
    const lookups = new Map(rows.value.map(({ id, lookup }) => [id, lookup]))
    const withRecord = (id: number, sentRow: SentRow): SentRow => {
      const lookup = lookups.get(id)
      const isSame = lookup?.state === 'found' && lookup.record.assetNum === sentRow.checked.assetNum
      return isSame ? { ...sentRow, checked: { ...sentRow.checked, record: lookup.record } } : sentRow
    }
    sent.value = new Map([...sent.value].map(([id, sentRow]) => [id, withRecord(id, sentRow)]))
  }

  /** Makes the unsent rows the list again and checks them against current data. */
  const keepNotSelected = async (): Promise<void> => {
    const wasSent = sent.value
    retainRows(({ id }) => !wasSent.has(id))
    sent.value = new Map()
    jobId.value = null
    await lookUp(
      rows.value.map(({ id }) => id),
      'known',
    )
  }

  const lookUpAgain = async (matches: (row: ListRow) => boolean): Promise<void> => {
    if (isSent.value || searching.value !== null) return
    const ids = rows.value.filter(matches).map(({ id }) => id)
    if (ids.length > 0) await lookUp(ids, 'known')
  }
  let batchTimer: ReturnType<typeof setTimeout> | undefined
  const locallyChangedIds = new Set<string>()
  const localChangeRefresh = throttle(
    async () => {
      const ids = new Set(locallyChangedIds)
      locallyChangedIds.clear()
      await lookUpAgain(
        ({ lookup }) => lookup?.state === 'found' && ids.has(lookup.record.enterpriseGlobalId),
      )
    },
    batchDelayMs,
    pauseFactor,
  )
  onEvent('records/refreshed', () => {
    clearTimeout(batchTimer)
    batchTimer = setTimeout(() => void lookUpAgain(() => true), batchDelayMs)
  })
  onEvent('records/changed-locally', ({ enterpriseGlobalIds }) => {
    for (const id of enterpriseGlobalIds) locallyChangedIds.add(id)
    localChangeRefresh.schedule()
  })
  onScopeDispose(() => {
    localChangeRefresh.stop()
    clearTimeout(batchTimer)
  })

  return {
    rows,
    shown,
    groups,
    ticked,
    isSent,
    jobId,
    reverses,
    searching,
    failure,
    isStarting,
    enterprises,
    unread,
    highlighted,
    add,
    addOne,
    tick,
    choose,
    correct,
    remove,
    retainRows,
    clear,
    openLocks,
    searchAgain,
    attachJob,
    restoreJob,
    keepNotSelected,
  }
})

const uncheckedRow: PreflightRow = {
  result: 'checking',
  also: [],
  record: null,
  assetNum: null,
  firstRow: null,
  tickable: false,
}
