import { defineStore } from 'pinia'
import { computed, ref, watch } from 'vue'
import { preFlight } from '#shared/model/changes/preflight'
import type { LockAction } from '#shared/model/changes/change'
import type { PreflightRow } from '#shared/model/changes/preflight'
import type { NumberCell } from '../../../ui/sheets/read/number-cells'
import { useJobsStore } from '../../../stores/jobs-store'
import { useReviewStore } from '../../../stores/review-store'
import { useUnsentRowsStore } from '../../../stores/unsent-rows-store'
import { useDeskStore } from '../../../entities/lock/desk-store'
import type { PageRequests } from '../../../actions/open-page'
import { useQueueStore } from '../queue/queue-store'
import { followRecords } from './follow-records'
import { useKeptListStore } from './kept-list-store'
import { idsOf, isNotQueued, useListContent } from './list-content'
import type { ListContent } from './list-content'
import { countGroups } from './list-rows'
import type { ListRow } from './list-rows'
import { useRowLookUps } from './row-look-ups'
import { withTicks } from './row-selections'
import { showRows } from './shown-rows'

/** The list: rows that are checked, selected and sent, and their results. */
export const useListStore = defineStore('list', () => {
  const desk = useDeskStore()
  const jobs = useJobsStore()
  const review = useReviewStore()
  const queue = useQueueStore()
  const list = useListContent()
  const { content, rows, isSent, isStarting } = list
  const lookUps = useRowLookUps(rows)
  const { searching, failure, enterprises, unread, lookUp, lookUpNew } = lookUps
  /** The row that a scan or a jump highlights. */
  const highlighted = ref<{ readonly id: number; readonly isDuplicate: boolean } | null>(null)
  /** A sent list keeps the action of its job, whatever is chosen for the next one. */
  const action = computed(() => {
    const job = jobs.of(content.value.jobId)
    if (job === null) return desk.change
    return job.action === 'enable' ? 'enable' : 'disable'
  })
  /** The job that the list reverses. With the other action it reverses nothing. */
  const reverses = computed(() =>
    content.value.reverses?.action === action.value ? content.value.reverses.jobId : null,
  )
  const checked = computed(() => preFlight(rows.value, action.value))
  const kept = useKeptListStore()
  useUnsentRowsStore().count('locks', () =>
    isStarting.value || kept.isSaved(list.unsent.value) ? 0 : list.unsent.value.length,
  )

  const queuedAssets = computed(() => new Set(queue.outbox.changes.map(({ assetNum }) => assetNum)))
  const shownOf = (shownList: ListContent, checks: readonly PreflightRow[]) =>
    showRows(shownList, {
      checks,
      isUnread: unread.value > 0,
      entryOf: ({ jobId, rowIndex }) => jobs.rowsOf(jobId)?.[rowIndex] ?? null,
      isInQueue: ({ assetNum }) => assetNum !== null && queuedAssets.value.has(assetNum),
      unresolvedOf: (entryId) => review.of(entryId),
    })
  const shown = computed(() => shownOf(content.value, checked.value))
  const groups = computed(() => countGroups(shown.value, isSent.value))
  /** The ended job that gave way to a newer list, with its results; null without one. */
  const ended = computed(() => {
    const aside = list.other.value
    const job = aside === null ? null : jobs.of(aside.jobId)
    return aside === null || job === null ? null : { job, groups: countGroups(shownOf(aside, []), true) }
  })

  /** Whether everything was sent, so that the next number starts a new list. */
  const hasEnded = (): boolean =>
    isSent.value && !isStarting.value && jobs.of(content.value.jobId)?.state === 'ended'
  /** Whether everything sent has succeeded: a number that was sent may be meant for another list. */
  const isOver = (): boolean => hasEnded() && [...groups.value.keys()].every((group) => group === 'done')
  /** The rows were not followed while another list was in their place. */
  const readNow = (): void => {
    if (!isSent.value && rows.value.length > 0) void lookUp(idsOf(rows.value), 'known')
  }
  /** What was chosen as the other list was put aside: the action of its rows that no job had. */
  const actionAside = ref<LockAction | null>(null)
  /** Where rows for different actions become one list, the person chooses the action of both. */
  const leaveJob = (which: 'all' | 'later', goingOn: LockAction | null): void => {
    const differs = list.unsentAside.value.length > 0 && actionAside.value !== goingOn
    list.leaveJob(which)
    const next = differs ? null : goingOn
    if (next !== desk.change) desk.choose(next ?? 'look-up')
  }
  /** The result stays, as the other list; what was added while its job ran goes on. */
  const beginNext = (): void => {
    if (!hasEnded()) return
    leaveJob('later', desk.change)
    highlighted.value = null
    readNow()
  }

  /** Adds numbers to the list, also of a file; `skippedCount` is the number of rows that did not fit. */
  const add = async (
    numbers: readonly (string | NumberCell)[],
    fileName: string | null = null,
  ): Promise<{ readonly skippedCount: number }> => {
    beginNext()
    const added = list.append(numbers, fileName)
    await lookUpNew(idsOf(added))
    return { skippedCount: numbers.length - added.length }
  }

  /** Replaces the text of a row that is not sent, and checks it again. */
  const correct = async (id: number, text: string): Promise<void> => {
    if (list.correct(id, text)) await lookUpNew([id])
  }

  /** Adds one scanned or typed number; a number that is already in the list is highlighted instead. */
  const addOne = (text: string): { readonly isNew: boolean } => {
    let duplicate = isOver() ? undefined : list.findSame(text)
    if (duplicate === undefined && hasEnded()) {
      beginNext()
      duplicate = list.findSame(text)
    }
    if (duplicate !== undefined) {
      highlighted.value = { id: duplicate.id, isDuplicate: true }
      return { isNew: false }
    }
    void add([text])
    const added = rows.value.at(-1)
    if (added !== undefined) highlighted.value = { id: added.id, isDuplicate: false }
    return { isNew: true }
  }

  const tick = (ids: readonly number[], isOn: boolean): void => {
    const checks = new Map(rows.value.map(({ id }, index) => [id, checked.value[index]]))
    list.select(withTicks(content.value.selections, ids, isOn, (id) => checks.get(id)))
    if (isOn) list.setQueued(ids, false)
  }
  /** The offline queue sends these rows: a second time only if a person ticks them again. */
  const leaveToQueue = (ids: readonly number[]): void => {
    tick(ids, false)
    list.setQueued(ids, true)
  }

  /** The rows that new records concerned during a look-up, which may have read them before. */
  let missed: ((row: ListRow) => boolean)[] = []
  const lookUpAgain = async (isConcerned: (row: ListRow) => boolean): Promise<void> => {
    if (isSent.value) return
    if (searching.value !== null) {
      missed.push(isConcerned)
      return
    }
    const ids = idsOf(rows.value.filter(isConcerned))
    if (ids.length > 0) await lookUp(ids, 'known')
  }
  followRecords(lookUpAgain)
  watch(
    () => searching.value === null,
    (isOver) => {
      if (!isOver || missed.length === 0) return
      const concerned = missed
      missed = []
      void lookUpAgain((row) => concerned.some((isConcerned) => isConcerned(row)))
    },
  )

  /** Returns what brings the cleared rows back, as long as no other ones are there. */
  const clear = (): (() => void) => {
    const cleared = content.value
    const restore = (): void => {
      if (rows.value.length > 0) return
      content.value = cleared
      // Lists may have been read meanwhile.
      void lookUpAgain(() => true)
    }
    if (!list.clear()) return restore
    failure.value = null
    highlighted.value = null
    return restore
  }

  /** Replaces the list by locks of another page, which are checked and sent like any others. */
  const openLocks = (locks: PageRequests['desk']): ReturnType<typeof add> => {
    beginNext()
    clear()
    if (locks.action !== null) desk.choose(locks.action)
    desk.beginList()
    const { reverses: jobId, action: by } = locks
    list.reverse(jobId === null || by === null ? null : { jobId, action: by })
    return add(locks.numbers)
  }

  /** Links rows, in their order, to the rows of a job to show their results. */
  const attachJob = (
    jobId: string,
    ids: readonly number[],
    reversed: string | null = reverses.value,
    newestId?: number,
  ): void => {
    const checks = new Map(shown.value.map(({ id, checked: check }) => [id, check]))
    const by = jobs.of(jobId)?.action === 'enable' ? 'enable' : 'disable'
    list.attachJob(jobId, ids, checks, reversed === null ? null : { jobId: reversed, action: by }, newestId)
  }

  /** Shows a job that was started before this window opened as its list. */
  const restoreJob = async (jobId: string): Promise<void> => {
    const outcome = await jobs.read(jobId)
    if (!outcome.ok || rows.value.length > 0) return
    list.openJob(jobId, outcome.value.rows)
    await lookUp(idsOf(rows.value), 'known')
    list.addRecords()
  }

  /** Makes the unsent rows the list again and checks them against current data. */
  const keepNotSelected = async (): Promise<void> => {
    const isSame = list.unsentHere.value.length === 0 || desk.change === action.value
    leaveJob('all', isSame ? action.value : null)
    await lookUp(idsOf(rows.value), 'known')
  }

  /** Shows the other list; this one is the other then. */
  const showOther = (): void => {
    if (isStarting.value) return
    const [before, next] = [desk.change, actionAside.value]
    list.showOther()
    actionAside.value = before
    if (list.unsentHere.value.length > 0) desk.choose(next ?? 'look-up')
    failure.value = null
    highlighted.value = null
    readNow()
  }

  const dismissOther = (): void => {
    const differs = list.unsentAside.value.length > 0 && actionAside.value !== desk.change
    list.dismissOther()
    if (differs) desk.choose('look-up')
    readNow()
  }

  return {
    rows,
    shown,
    groups,
    ticked: computed(() => shown.value.filter((row) => row.ticked)),
    isSent,
    action,
    jobId: computed(() => content.value.jobId),
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
    leaveToQueue,
    choose: list.choose,
    correct,
    remove: list.remove,
    /** Only these rows and those that are not sent stay. */
    retainRows: (ids: readonly number[]): void => {
      const kept = new Set([...ids, ...idsOf(list.unsent.value)])
      list.retain(({ id }) => kept.has(id))
    },
    clear,
    openLocks,
    beginNext,
    newestId: list.newestId,
    searchAgain: lookUps.lookUpMissing,
    attachJob,
    restoreJob,
    keepNotSelected,
    hasEnded: computed(hasEnded),
    ended,
    /** The rows that are neither sent nor in the offline queue, of this list and the other one. */
    unsent: list.unsent,
    /** The same rows, by what they are meant for. */
    unsentParts: computed(() =>
      [
        { action: actionAside.value, rows: list.unsentAside.value.filter(isNotQueued) },
        { action: desk.change, rows: list.unsentHere.value.filter(isNotQueued) },
      ].filter(({ rows: part }) => part.length > 0),
    ),
    unsentBehind: list.unsentBehind,
    showOther,
    dismissOther,
    discardBehind: list.discardOther,
  }
})
