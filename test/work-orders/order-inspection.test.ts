import { describe, expect, it } from 'vitest'
import { succeed } from '#shared/outcome'
import { createOrderInspection } from '../../src-main/work-orders/order-inspection'
import type { OrderUse } from '../../src-main/work-orders/order-claims'
import type { TrustedKey } from '../../src-main/work-orders/trusted-keys'
import type { UsedOrder } from '../../src-main/work-orders/used-orders'
import { emptyJournal } from './support/order-desk'
import { orderId, startProgram } from './support/independent-program'

const now = 1_795_468_818_757
const dayMs = 86_400_000
const office = startProgram(now)
const own = { id: 'https://platform.example', address: 'https://platform.example' }
const other = { id: 'other', address: 'https://other.example' }
const trustedKey: TrustedKey = { key: office.key, name: 'Office', trustedAt: now, withdrawnAt: null }
const use: UsedOrder = { id: orderId, digest: '', at: now, operator: 'Li Wei', unsent: [], jobId: null }
const useElsewhere: OrderUse = { computer: 'Counter 2', isOwn: false, at: now, operator: null }

const inspectionOf = (over: { key?: TrustedKey | null; used?: UsedOrder; since?: number; time?: number }) =>
  createOrderInspection({
    trusted: { find: () => (over.key === undefined ? trustedKey : over.key) },
    used: { find: () => Promise.resolve(succeed({ since: over.since ?? 0, order: over.used ?? null })) },
    journal: emptyJournal(),
    now: () => over.time ?? now,
  })
const inspect = async (
  over: Parameters<typeof inspectionOf>[0],
  { platform = own, elsewhere = false } = {},
) => {
  const inspected = await inspectionOf(over).inspect(office.sign(office.order()), platform, () =>
    Promise.resolve(elsewhere ? { first: useElsewhere, elsewhere: useElsewhere } : null),
  )
  if (!inspected.ok) throw new Error(inspected.error.message)
  return inspected.value
}

describe('of several problems of an order', () => {
  const all = { key: null, used: use, time: now + 2 * dayMs }

  it('the signer comes first, then the platform, the use and the time', async () => {
    const codes = [
      await inspect(all, { platform: other }),
      await inspect({ ...all, key: { ...trustedKey, withdrawnAt: now } }, { platform: other }),
      await inspect({ ...all, key: trustedKey }, { platform: other }),
      await inspect({ ...all, key: trustedKey }),
      await inspect({ time: all.time }),
      await inspect({}),
    ].map(({ problem }) => problem?.code ?? null)
    expect(codes).toEqual([
      'key-unknown',
      'key-withdrawn',
      'other-order-platform',
      'order-used',
      'order-expired',
      null,
    ])
  })
})

describe('the use of an order', () => {
  it('on this computer is shown beside one elsewhere', async () => {
    expect(await inspect({ used: use }, { elsewhere: true })).toMatchObject({
      used: use,
      usedElsewhere: useElsewhere,
      problem: { code: 'order-used' },
    })
  })

  it('elsewhere is a problem that names the computer', async () => {
    const { used, problem } = await inspect({}, { elsewhere: true })
    expect(used).toBeNull()
    expect(problem).toMatchObject({
      code: 'order-used-elsewhere',
      message: expect.stringContaining('Counter 2') as string,
    })
  })

  it('may be forgotten where the list was lost after the order was made', async () => {
    expect((await inspect({ since: now + 1 })).problem?.code).toBe('order-before-loss')
    expect((await inspect({ since: now })).problem).toBeNull()
  })
})
