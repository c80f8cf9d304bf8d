import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { BranchEvent, BranchFact } from '#shared/model/branch/branch-event'
import { addFact, pendingStamp, writesOf } from '#shared/model/branch/registers'
import type { Register, Registers } from '#shared/model/branch/registers'
import { makePrivateFolder } from '../../src-system/private-folder'
import { createEmitter } from '../util/emitter'
import type { PlatformBranch } from '../util/folded-list'
import type { SigningKey } from '../work-orders/signing-key'
import type { BranchFiles, BranchStores } from './branch-stores'
import { createOwnEventsFile, openOwnEvents } from './own-events'
import type { OwnEvents, Stated } from './own-events'
import { openReceivedEvents } from './received-events'
import type { ReceivedStore } from './received-events'

interface Opened extends BranchStores {
  readonly computer: string
  readonly own: OwnEvents
  readonly received: ReceivedStore
  /** Own events that were not read back yet, in order. */
  pending: readonly BranchEvent[]
  /** By platform: what has arrived, with the pending events over it. Made when it is asked for. */
  readonly registers: Map<string, Map<string, Register>>
}

const allFields: ReadonlySet<Register['field']> = new Set([
  'loan.about',
  'loan.due',
  'loan.note',
  'loan.returned',
  'loan.closed',
  'lock.name',
  'lock.note',
])

/** What this computer's own events say; it wrote them in this form. */
const factOf = ({ kind, body }: BranchEvent): BranchFact => ({ kind, body }) as BranchFact

const eventsAtOnce = 500

const readPending = async (own: OwnEvents, after: number): Promise<readonly BranchEvent[]> => {
  const pending: BranchEvent[] = []
  for (let n = after + 1; n <= own.last();) {
    const events = await own.from(n, eventsAtOnce)
    pending.push(...events)
    n += events.length
    if (events.length === 0) break
  }
  return pending
}

/**
 * The facts of the branch as this computer knows them: those that have arrived, and over them its own that have not. In no
 * branch there are none.
 */
export const createSharedFacts = (deps: {
  /** The data folder. */
  readonly folder: string
  /** The key that the branch knows of this computer. Throws if it cannot be read. */
  readonly key: () => Promise<SigningKey>
  readonly now: () => number
  /** What today's files amount to, for the first events of a computer that joins. */
  readonly known: () => readonly Stated[]
}) => {
  const { key, now, known } = deps
  const folder = join(deps.folder, 'branch')
  const ownPath = join(folder, 'own-events.log')
  const receivedPath = join(folder, 'received.log')
  const changed = createEmitter<{
    readonly platform: string | null
    readonly fields: ReadonlySet<Register['field']>
  }>()
  let opened: Opened | null = null

  const registersOf = (one: Opened, platform: string): Registers => {
    const made = one.registers.get(platform)
    if (made !== undefined) return made
    const arrived = one.received.registers(platform)
    const own = one.pending.filter((event) => event.platform === platform)
    if (own.length === 0) return arrived
    const registers = new Map(arrived)
    for (const event of own) addFact(registers, factOf(event), pendingStamp(event.computer, event.n))
    one.registers.set(platform, registers)
    return registers
  }

  const follow = (one: Opened): void => {
    one.received.onChange((changes) => {
      const arrived = one.received.ownArrived()
      one.pending = one.pending.filter(({ n }) => n > arrived)
      one.registers.clear()
      for (const change of changes) changed.emit(change)
    })
  }

  const open = async (computer: string): Promise<BranchStores> => {
    if (opened?.computer === computer) return opened
    const own = await openOwnEvents({ path: ownPath, computer, key, now })
    const received = await openReceivedEvents({ path: receivedPath, computer, now })
    const pending = await readPending(own, received.ownArrived())
    opened = { computer, own, received, pending, registers: new Map() }
    follow(opened)
    changed.emit({ platform: null, fields: allFields })
    return opened
  }

  const close = async (): Promise<void> => {
    const closing = opened
    opened = null
    if (closing === null) return
    changed.emit({ platform: null, fields: allFields })
    await closing.own.stop()
    await closing.received.stop()
  }

  const create = async (computer: string): Promise<void> => {
    await close()
    makePrivateFolder(folder)
    await rm(receivedPath, { force: true })
    await createOwnEventsFile(ownPath, computer)
    const own = await openOwnEvents({ path: ownPath, computer, key, now })
    try {
      await own.append(known())
    } finally {
      await own.stop()
    }
  }

  const append = async (platform: string, facts: readonly BranchFact[]): Promise<void> => {
    const one = opened
    if (one === null) throw new Error('there is no branch')
    const events = await one.own.append([{ platform, facts }])
    one.pending = [...one.pending, ...events]
    one.registers.delete(platform)
    const fields = new Set(facts.flatMap((fact) => writesOf(fact).map(({ field }) => field)))
    changed.emit({ platform, fields })
  }

  const files: BranchFiles = { open, create, close }
  return {
    ...files,
    /** The branch as far as it concerns a platform, by its normalized base URL. */
    of: (platform: string): PlatformBranch => ({
      current: () =>
        opened === null ? null : { registers: registersOf(opened, platform), computer: opened.computer },
      append: (facts) => append(platform, facts),
      onChange: (listener) =>
        changed.add((change) => {
          if (change.platform === null || change.platform === platform) listener(change.fields)
        }),
    }),
    stop: close,
  }
}
export type SharedFacts = ReturnType<typeof createSharedFacts>
