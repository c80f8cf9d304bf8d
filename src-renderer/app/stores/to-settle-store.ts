import { defineStore } from 'pinia'
import { computed, onScopeDispose, ref, shallowRef } from 'vue'
import type { CommandFailure } from '#shared/commands'
import type { JournalEntry } from '#shared/model/change'
import type { SettledAs, UnsettledChange } from '#shared/settle-commands'
import { command, onEvent } from '../../bridge'

/** Rows of a job end in bursts. */
const gatherFor = 400

/** The changes of which nobody knows what became; the rail counts them, a page of their own settles them. */
export const useToSettleStore = defineStore('to-settle', () => {
  const changes = shallowRef<readonly UnsettledChange[]>([])
  const total = ref(0)
  const failure = ref<CommandFailure | null>(null)
  const looking = ref<ReadonlySet<string>>(new Set())
  /** What was settled while the page lay open: it stays there, to be read and acted on. */
  const settled = shallowRef<ReadonlyMap<string, UnsettledChange>>(new Map())
  let isOpen = false

  const load = async (): Promise<void> => {
    const outcome = await command('changes/to-settle')
    failure.value = outcome.ok ? null : outcome.error
    if (!outcome.ok) return
    changes.value = outcome.value.changes
    total.value = outcome.value.total
  }

  /** Keeps what an answer brought; entries that have their last word now stay on the page. */
  const take = (entries: readonly JournalEntry[]): void => {
    const before = new Map([
      ...settled.value,
      ...changes.value.map((one) => [one.entry.entryId, one] as const),
    ])
    const next = new Map(settled.value)
    for (const entry of entries) {
      const known = before.get(entry.entryId)
      const isOver = entry.state !== 'unknown' || entry.reason?.kind === 'left-unknown'
      if (known !== undefined && isOver && isOpen) next.set(entry.entryId, { ...known, entry })
    }
    settled.value = next
  }

  const lookUp = async (entryIds: readonly string[]): Promise<CommandFailure | null> => {
    looking.value = new Set([...looking.value, ...entryIds])
    const outcome = await command('changes/look-up', { entryIds: [...entryIds] })
    if (outcome.ok) take(outcome.value)
    await load()
    const asked = new Set(entryIds)
    looking.value = new Set([...looking.value].filter((id) => !asked.has(id)))
    return outcome.ok ? null : outcome.error
  }

  const byHand = async (
    entryIds: readonly string[],
    as: SettledAs,
    about: { readonly note: string; readonly operatorIdentity: string },
  ): Promise<CommandFailure | null> => {
    const outcome = await command('changes/settle-by-hand', { entryIds: [...entryIds], as, ...about })
    if (outcome.ok) take(outcome.value)
    await load()
    return outcome.ok ? null : outcome.error
  }

  /** The page comes or goes; what was settled is put away with it. */
  const show = (shown: boolean): void => {
    isOpen = shown
    if (!shown) settled.value = new Map()
  }

  let gathering: ReturnType<typeof setTimeout> | undefined
  const unsubscribe = onEvent('journal/changed', () => {
    gathering ??= setTimeout(() => {
      gathering = undefined
      void load()
    }, gatherFor)
  })
  onScopeDispose(() => {
    unsubscribe()
    clearTimeout(gathering)
  })

  /** Oldest first, those that were settled just now where they stood. */
  const shown = computed(() => {
    const open = new Set(changes.value.map(({ entry }) => entry.entryId))
    const kept = [...settled.value.values()].filter(({ entry }) => !open.has(entry.entryId))
    return [...changes.value, ...kept].sort((one, other) => one.entry.askedAt - other.entry.askedAt)
  })

  return { changes, total, failure, looking, shown, load, lookUp, byHand, show }
})
