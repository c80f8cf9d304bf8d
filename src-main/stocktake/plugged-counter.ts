import type { CommandInput } from '#shared/bridge/commands'
import type { DomainFailure } from '#shared/model/failure'
import { createHeldKeys, heldTickMs } from '#shared/held-keys'
import { doubleNumbersOf, doubleSettledMs } from '#shared/model/locks/double-numbers'
import type { Outcome } from '#shared/outcome'
import type { LockSource } from '../locks/lock-source'

const forNone: CommandInput<'stocktakes/count-plugged'> = { id: null, operatorIdentity: '' }

/** Counts plugged-in locks for one stocktake at a time, each plug-in once. */
export const createPluggedCounter = (deps: {
  locks: Pick<LockSource, 'list' | 'onChange'>
  /** Runs the work after what is queued already; resolves when it is done. */
  queue: (work: () => Promise<void>) => Promise<void>
  count: (id: string, number: string, operator: string) => Promise<Outcome<unknown, DomainFailure>>
  isCounted: (id: string, number: string) => Promise<boolean>
  /** Stores the numbers that two devices give. */
  recordDoubles: (id: string, numbers: ReadonlySet<string>) => Promise<void>
  onFailure: (id: string, failure: DomainFailure) => void
  toFailure: (error: unknown) => DomainFailure
}) => {
  const { locks } = deps
  /** The stocktake for which plugged-in locks are counted. */
  let pluggedFor = forNone
  /** Plug-ins that were counted for it. */
  const countedPlugs = new Set<string>()
  /** Locks that were plugged in before it was chosen. A repeated count of one of them emits no event. */
  let pluggedBefore: ReadonlySet<string> = new Set()
  /**
   * Plugged-in locks whose count was undone, of each stocktake: one counts again when it was unplugged for a while and is
   * plugged in again.
   */
  const undone = new Map<string, ReturnType<typeof createHeldKeys>>()
  let undoneTimer: ReturnType<typeof setInterval> | undefined
  let doubleTimer: ReturnType<typeof setTimeout> | undefined

  const pluggedNumbers = (): Set<string> =>
    new Set(locks.list().flatMap(({ reading }) => (reading.state === 'read' ? [reading.shellNumber] : [])))

  const countPlugs = async (): Promise<void> => {
    const { id, operatorIdentity } = pluggedFor
    if (id === null) return
    for (const { plugId, reading } of locks.list()) {
      if (reading.state !== 'read' || countedPlugs.has(plugId)) continue
      countedPlugs.add(plugId)
      const { shellNumber } = reading
      if (undone.get(id)?.has(shellNumber) === true) continue
      if (pluggedBefore.has(plugId) && (await deps.isCounted(id, shellNumber))) continue
      const outcome = await deps.count(id, shellNumber, operatorIdentity)
      if (outcome.ok) continue
      // It is counted when the list of plugged-in locks changes next.
      countedPlugs.delete(plugId)
      deps.onFailure(id, outcome.error)
      return
    }
  }
  /** The report names the numbers that two devices give, too. */
  const recordDoubles = async (): Promise<void> => {
    if (pluggedFor.id !== null) await deps.recordDoubles(pluggedFor.id, doubleNumbersOf(locks.list()))
  }
  const whilePlugged = (work: () => Promise<void>): void =>
    void deps.queue(work).catch((error: unknown) => {
      if (pluggedFor.id !== null) deps.onFailure(pluggedFor.id, deps.toFailure(error))
    })
  const queuePlugs = (): void => {
    whilePlugged(countPlugs)
    clearTimeout(doubleTimer)
    if (pluggedFor.id === null || doubleNumbersOf(locks.list()).size === 0) return
    doubleTimer = setTimeout(() => whilePlugged(recordDoubles), doubleSettledMs)
    doubleTimer.unref()
  }

  const tickUndone = (): void => {
    for (const [id, held] of undone) {
      held.tick(Date.now())
      if (held.isEmpty()) undone.delete(id)
    }
    if (undone.size === 0) clearInterval(undoneTimer)
  }

  const unsubscribe = locks.onChange(() => {
    const present = new Set(locks.list().map(({ plugId }) => plugId))
    for (const plugId of countedPlugs) if (!present.has(plugId)) countedPlugs.delete(plugId)
    const numbers = pluggedNumbers()
    for (const held of undone.values()) held.update(numbers)
    queuePlugs()
  })

  return {
    countFor: (input: CommandInput<'stocktakes/count-plugged'>): void => {
      if (input.id !== pluggedFor.id) {
        countedPlugs.clear()
        pluggedBefore = new Set(locks.list().map(({ plugId }) => plugId))
      }
      pluggedFor = input
      queuePlugs()
    },
    /** The stocktake has ended. */
    end: (id: string): void => {
      if (pluggedFor.id === id) pluggedFor = forNone
    },
    /** Plugged-in locks of these numbers do not count again while they stay plugged in. */
    holdUndone: (id: string, numbers: readonly string[]): void => {
      const plugged = pluggedNumbers()
      const held = undone.get(id) ?? createHeldKeys()
      held.update(plugged)
      held.hold(numbers.filter((number) => plugged.has(number)))
      if (held.isEmpty()) return
      undone.set(id, held)
      clearInterval(undoneTimer)
      undoneTimer = setInterval(tickUndone, heldTickMs)
      undoneTimer.unref()
    },
    stop: (): void => {
      unsubscribe()
      clearInterval(undoneTimer)
      clearTimeout(doubleTimer)
      pluggedFor = forNone
    },
  }
}
