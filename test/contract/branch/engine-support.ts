import type { ArrivedEvent, BranchEvent } from '#shared/model/branch/branch-event'
import type { EarlierEvents, OwnEventLog, ReceivedEvents } from '../../../src-main/branch/branch-stores'
import { connectToBranch } from '../../../src-main/branch/database/branch-connection'
import type { JoinFile } from '../../../src-main/branch/database/join-file'
import { createBranchSync } from '../../../src-main/branch/sync'
import { createBackOff } from '../../../src-main/util/async'
import { createEmitter } from '../../../src-main/util/emitter'
import { createWriter } from './support'

/** Own events in memory. */
export const createOwnLog = (computer: string, writer = createWriter(computer)) => {
  const events: BranchEvent[] = []
  const appended = createEmitter<undefined>()
  const log: OwnEventLog = {
    last: () => events.length,
    from: (n, limit) => Promise.resolve(events.slice(n - 1, n - 1 + limit)),
    onAppend: appended.add,
  }
  return {
    ...log,
    events,
    append: (body?: BranchEvent['body']) => {
      events.push(writer.next(body))
      appended.emit(undefined)
    },
  }
}

/** Received events in memory. */
export const createReceived = (own: string) => {
  let events: ArrivedEvent[] = []
  let clears = 0
  let fails = false
  const store: ReceivedEvents = {
    cursor: () => {
      const last = events.at(-1)
      return last === undefined ? null : { seq: last.seq, id: (last.event as BranchEvent).id }
    },
    ownArrived: () =>
      Math.max(
        0,
        ...events.flatMap(({ event }) => {
          const { computer, n } = event as BranchEvent
          return computer === own ? [n] : []
        }),
      ),
    receive: (more) => {
      if (fails) return Promise.reject(new Error('ENOSPC'))
      events.push(...more)
      return Promise.resolve()
    },
    clear: () => {
      events = []
      clears += 1
      return Promise.resolve()
    },
  }
  return { ...store, events: () => events, clears: () => clears, setFails: (on: boolean) => (fails = on) }
}

export const createEngine = (
  file: JoinFile,
  own = createOwnLog(file.computer.id),
  store: ReceivedEvents | null = null,
  earlier: EarlierEvents | null = null,
) => {
  const received = createReceived(file.computer.id)
  const warnings: string[] = []
  let skewMs = 0
  const sync = createBranchSync({
    connect: () => connectToBranch(file, { connectMs: 5_000, statementMs: 5_000 }),
    own,
    received: store ?? received,
    earlier,
    now: () => Date.now() + skewMs,
    log: { warn: (message) => void warnings.push(message) },
    backOff: createBackOff(20, 200),
  })
  return {
    file,
    own,
    received,
    sync,
    warnings,
    setClock: (ms: number) => (skewMs = ms),
    ids: () => received.events().map(({ event }) => (event as BranchEvent).id),
  }
}
