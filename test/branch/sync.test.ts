import { describe, expect, it, vi } from 'vitest'
import type { OwnEventLog, ReceivedEvents } from '../../src-main/branch/branch-stores'
import type { BranchConnection } from '../../src-main/branch/database/branch-connection'
import { DatabaseError } from '../../src-main/branch/database/database-failure'
import { createBranchSync } from '../../src-main/branch/sync'
import { createBackOff } from '../../src-main/util/async'

const own: OwnEventLog = {
  last: () => 0,
  from: () => Promise.resolve([]),
  onAppend: () => () => undefined,
}
const received: ReceivedEvents = {
  cursor: () => null,
  ownArrived: () => 0,
  receive: () => Promise.resolve(),
  clear: () => Promise.resolve(),
}

/** Longer than any test. */
const hour = 3_600_000

const setUp = (connect: () => Promise<BranchConnection>) =>
  createBranchSync({
    connect,
    own,
    received,
    earlier: null,
    now: Date.now,
    log: { warn: () => undefined },
    backOff: createBackOff(hour, hour),
  })

describe('a retry of the exchange', () => {
  it('connects at once instead of after the pause', async () => {
    const connect = vi.fn(() => Promise.reject(new DatabaseError('database-unreachable', 'no network')))
    const sync = setUp(connect)
    sync.start()
    await expect.poll(() => sync.state().problem).toBe('database-unreachable')
    expect(connect).toHaveBeenCalledTimes(1)
    sync.retry()
    await expect.poll(() => connect.mock.calls.length).toBe(2)
    await sync.stop()
  })

  it('finds an open connection that is gone, as after sleep', async () => {
    let isGone = false
    const connection = {
      seen: () => Promise.resolve(Date.now()),
      ownHead: () => Promise.resolve(null),
      readFrom: () =>
        isGone ? Promise.reject(new DatabaseError('database-timeout', 'no answer')) : Promise.resolve([]),
      onNotice: () => Promise.resolve(),
      onChanging: () => undefined,
      onEnd: () => undefined,
      close: () => Promise.resolve(),
    } as unknown as BranchConnection
    const sync = setUp(() => Promise.resolve(connection))
    sync.start()
    await expect.poll(() => sync.state().connected).toBe(true)
    isGone = true
    sync.retry()
    await expect.poll(() => sync.state()).toMatchObject({ connected: false, problem: 'database-timeout' })
    await sync.stop()
  })
})

describe('notices of changes in progress', () => {
  it('are one question where many come at once, and the last one is heard', async () => {
    let notify: () => void = () => undefined
    let now = 0
    const changing = vi.fn(() => Promise.resolve([{ at: now }]))
    const connection = {
      seen: () => Promise.resolve(Date.now()),
      ownHead: () => Promise.resolve(null),
      readFrom: () => Promise.resolve([]),
      onNotice: () => Promise.resolve(),
      onChanging: (listener: () => void) => (notify = listener),
      changing,
      onEnd: () => undefined,
      close: () => Promise.resolve(),
    } as unknown as BranchConnection
    const sync = setUp(() => Promise.resolve(connection))
    const heard: unknown[] = []
    sync.onChanging((all) => heard.push(...all))
    sync.start()
    await expect.poll(() => sync.state().connected).toBe(true)
    for (; now < 1_000; now += 1) notify()
    await expect.poll(() => heard.at(-1)).toEqual({ at: 1_000 })
    expect(changing.mock.calls.length).toBeLessThanOrEqual(3)
    await sync.stop()
  })
})
