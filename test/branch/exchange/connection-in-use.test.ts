import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { BranchConnection, Claim } from '../../../src-main/branch/database/branch-connection'
import { DatabaseError } from '../../../src-main/branch/database/database-failure'
import { createConnectionInUse } from '../../../src-main/branch/exchange/connection-in-use'

const claimed: Claim = { orderId: 'o-1', digest: 'd', computer: 'c', name: 'Desk 1', claimedAt: 1 }
const connectionWith = (claim: () => Promise<Claim>) => {
  const close = vi.fn(() => Promise.resolve())
  return { connection: { claim, close } as unknown as BranchConnection, close }
}
const { connection: working } = connectionWith(() => Promise.resolve(claimed))

let stopping: AbortController
/** How the attempt to connect ends that a claim asks for. */
let connectNow: () => void
let inUse: ReturnType<typeof createConnectionInUse>
beforeEach(() => {
  stopping = new AbortController()
  connectNow = () => expect.unreachable('no connection is needed')
  inUse = createConnectionInUse({
    connectNow: () => connectNow(),
    whyNone: () => 'access-refused',
    stopped: stopping.signal,
  })
})

describe('a question to the database', () => {
  it('fails with the reason why there is no connection', async () => {
    const asked = await inUse.ask((connection) => connection.computers())
    expect(asked).toMatchObject({ ok: false, error: { code: 'access-refused' } })
  })

  it('is asked over the open connection until it has ended', async () => {
    inUse.use(working)
    expect(await inUse.ask((connection) => connection.claim('o-1', 'd'))).toMatchObject({ ok: true })
    inUse.end(working)
    expect(await inUse.ask((connection) => connection.claim('o-1', 'd'))).toMatchObject({ ok: false })
  })

  it('fails with what the database says', async () => {
    inUse.use(working)
    const asked = await inUse.ask(() => Promise.reject(new DatabaseError('database-timeout', 'late')))
    expect(asked).toMatchObject({ ok: false, error: { code: 'database-timeout' } })
  })
})

describe('a claim', () => {
  it('waits for a connection', async () => {
    connectNow = () => inUse.use(working)
    expect(await inUse.claim('o-1', 'd')).toEqual({ ok: true, value: claimed })
  })

  it('waits no longer than until an attempt has failed', async () => {
    connectNow = () => inUse.end(null)
    expect(await inUse.claim('o-1', 'd')).toMatchObject({ ok: false, error: { code: 'access-refused' } })
  })

  it('is asked again over the next connection where one is lost before the reply', async () => {
    const lost = connectionWith(() => Promise.reject(new DatabaseError('database-unreachable', 'gone')))
    inUse.use(lost.connection)
    connectNow = () => {
      // The end of a connection that could be used is no failed attempt.
      inUse.end(lost.connection)
      inUse.use(working)
    }
    expect(await inUse.claim('o-1', 'd')).toEqual({ ok: true, value: claimed })
    expect(lost.close).toHaveBeenCalledTimes(1)
  })

  it('asks for no connection after the stop', async () => {
    stopping.abort()
    expect(await inUse.claim('o-1', 'd')).toMatchObject({ ok: false })
  })
})
