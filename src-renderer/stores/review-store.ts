import { defineStore } from 'pinia'
import { computed, onScopeDispose, ref, shallowRef } from 'vue'
import type { CommandFailure, CommandOutcome } from '#shared/bridge/commands'
import type { JournalEntry } from '#shared/model/changes/change'
import type { ReviewResult, UnresolvedChange } from '#shared/bridge/review-commands'
import { fail, succeed } from '#shared/outcome'
import type { Name } from '#shared/model/name'
import { command, onEvent } from '../bridge'
import { useCommand } from '../use-command'

/** Rows of a job end in bursts. */
const batchDelayMs = 400

/** The unconfirmed changes: the navigation shows their number, the review page reconciles them. */
export const useReviewStore = defineStore('review', () => {
  const changes = shallowRef<readonly UnresolvedChange[]>([])
  const total = ref(0)
  /** Before the first answer it is not known whether anything needs review. */
  const isLoaded = ref(false)
  const { run: readUnresolved, failure } = useCommand('changes/unresolved')
  const checkingEntryIds = ref<ReadonlySet<string>>(new Set())
  /** Changes reconciled while the page is open: they stay listed. */
  const reviewed = shallowRef<ReadonlyMap<string, UnresolvedChange>>(new Map())
  let isOpen = false
  /** Changes checked here that are not among the oldest ones in `changes`. */
  const checkedUnlisted = shallowRef<ReadonlyMap<string, UnresolvedChange>>(new Map())
  /** The outcome of the last check. */
  const checked = shallowRef<CommandOutcome<'changes/check-results'> | null>(null)

  /** Why the last check of an entry failed. */
  const checkFailures = shallowRef<ReadonlyMap<string, CommandFailure>>(new Map())
  const noteFailures = (entryIds: readonly string[], failure: CommandFailure | null): void => {
    const next = new Map(checkFailures.value)
    for (const entryId of entryIds) {
      if (failure === null) next.delete(entryId)
      else next.set(entryId, failure)
    }
    checkFailures.value = next
  }

  const load = async (): Promise<void> => {
    const outcome = await readUnresolved()
    if (!outcome.ok) return
    changes.value = outcome.value.changes
    total.value = outcome.value.total
    isLoaded.value = true
    const listed = new Set(outcome.value.changes.map(({ entry }) => entry.entryId))
    checkedUnlisted.value = new Map([...checkedUnlisted.value].filter(([entryId]) => !listed.has(entryId)))
  }

  /** Keeps entries from a response; entries with a final result stay on the page. */
  const take = (entries: readonly JournalEntry[]): void => {
    const before = new Map([
      ...reviewed.value,
      ...changes.value.map((change) => [change.entry.entryId, change] as const),
    ])
    const next = new Map(reviewed.value)
    for (const entry of entries) {
      const known = before.get(entry.entryId)
      const isOver = entry.state !== 'unknown' || entry.reason?.kind === 'left-unknown'
      if (known !== undefined && isOver && isOpen) next.set(entry.entryId, { ...known, entry })
    }
    reviewed.value = next
  }

  /** Reads the platform's lists for the results of changes; sends nothing. */
  const checkResults = async (
    entryIds: readonly string[],
  ): Promise<CommandOutcome<'changes/check-results'>> => {
    checkingEntryIds.value = new Set([...checkingEntryIds.value, ...entryIds])
    const outcome = await command('changes/check-results', { entryIds: [...entryIds] })
    if (outcome.ok) {
      take(outcome.value.map(({ entry }) => entry))
      checkedUnlisted.value = new Map([
        ...checkedUnlisted.value,
        ...outcome.value.map((change) => [change.entry.entryId, change] as const),
      ])
    }
    await load()
    const checkedIds = new Set(entryIds)
    checkingEntryIds.value = new Set([...checkingEntryIds.value].filter((id) => !checkedIds.has(id)))
    noteFailures(entryIds, outcome.ok ? null : outcome.error)
    checked.value = outcome
    return outcome
  }
  /** A job's unconfirmed rows were checked, or could not be: each of them answers as if it had been checked alone. */
  const takeJobCheck = async (entryIds: readonly string[], failure: CommandFailure | null): Promise<void> => {
    await load()
    noteFailures(entryIds, failure)
    checked.value = failure === null ? succeed(entryIds.flatMap((id) => of(id) ?? [])) : fail(failure)
  }

  const markResult = async (
    entryIds: readonly string[],
    as: ReviewResult,
    about: { readonly note: string; readonly operatorIdentity: Name },
  ): Promise<CommandFailure | null> => {
    const outcome = await command('changes/mark-result', { entryIds: [...entryIds], as, ...about })
    if (outcome.ok) take(outcome.value)
    await load()
    return outcome.ok ? null : outcome.error
  }

  /** The page was opened or closed; closing it removes the reconciled changes. */
  const show = (shown: boolean): void => {
    isOpen = shown
    if (!shown) reviewed.value = new Map()
  }

  let batchTimer: ReturnType<typeof setTimeout> | undefined
  onEvent('journal/changed', () => {
    batchTimer ??= setTimeout(() => {
      batchTimer = undefined
      void load()
    }, batchDelayMs)
  })
  onScopeDispose(() => clearTimeout(batchTimer))

  /** Oldest first; reconciled changes keep their position. */
  const shown = computed(() => {
    const open = new Set(changes.value.map(({ entry }) => entry.entryId))
    const reviewedChanges = [...reviewed.value.values()].filter(({ entry }) => !open.has(entry.entryId))
    return [...changes.value, ...reviewedChanges].sort((a, b) => a.entry.requestedAt - b.entry.requestedAt)
  })

  const byId = computed(() => new Map(changes.value.map((change) => [change.entry.entryId, change])))
  /** The unconfirmed change of an entry; null if the entry has a result. */
  const of = (entryId: string): UnresolvedChange | null =>
    checkedUnlisted.value.get(entryId) ?? byId.value.get(entryId) ?? null

  const checkFailureOf = (entryId: string): CommandFailure | null => checkFailures.value.get(entryId) ?? null

  return {
    changes,
    total,
    isLoaded,
    failure,
    checkingEntryIds,
    checked,
    shown,
    of,
    checkFailureOf,
    load,
    checkResults,
    takeJobCheck,
    markResult,
    show,
  }
})
