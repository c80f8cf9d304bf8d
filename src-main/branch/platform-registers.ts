import type { BranchEvent, BranchFact } from '#shared/model/branch/branch-event'
import { addFact, pendingStamp, writesOf } from '#shared/model/branch/registers'
import type { Registers } from '#shared/model/branch/registers'
import type { ChangedFields, ReceivedStore } from './received-events'
import { factOf } from './verify-events'

const factIn = (event: BranchEvent): BranchFact[] => {
  const fact = factOf(event)
  return fact === null || fact === 'bad' ? [] : [fact]
}

const fieldsOf = (events: readonly BranchEvent[]): ChangedFields['fields'] =>
  new Set(
    events.flatMap((event) =>
      factIn(event).flatMap((fact) => writesOf(fact, event.computer).map(({ field }) => field)),
    ),
  )

const changedBy = (events: readonly BranchEvent[]): ChangedFields[] =>
  [...new Set(events.map(({ platform }) => platform))].map((platform) => ({
    platform,
    fields: fieldsOf(events.filter((event) => event.platform === platform)),
  }))

/**
 * What the branch states of each platform, with own events that have not arrived in the database: they count here, and are
 * later than all that have.
 */
export const createPlatformRegisters = (
  received: Pick<ReceivedStore, 'registers' | 'ownArrived'>,
  notArrived: readonly BranchEvent[],
) => {
  let pending = notArrived
  const known = new Map<string, Registers>()

  return {
    of: (platform: string): Registers => {
      const registers = known.get(platform)
      if (registers !== undefined) return registers
      const now = new Map(received.registers(platform))
      for (const event of pending)
        if (event.platform === platform)
          for (const fact of factIn(event)) addFact(now, fact, pendingStamp(event.computer, event.n))
      known.set(platform, now)
      return now
    },
    /** Own events, in order. Returns what they change. */
    add: (events: readonly BranchEvent[]): readonly ChangedFields[] => {
      pending = [...pending, ...events]
      const changed = changedBy(events)
      for (const { platform } of changed) known.delete(platform)
      return changed
    },
    /** An own event that has arrived has its place among the others. Returns what else changes by that. */
    onReceived: (changed: readonly ChangedFields[]): readonly ChangedFields[] => {
      const arrived = pending.filter(({ n }) => n <= received.ownArrived())
      pending = pending.slice(arrived.length)
      const moved = changedBy(arrived)
      for (const { platform } of [...moved, ...changed]) known.delete(platform)
      return moved
    },
  }
}
