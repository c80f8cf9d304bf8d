import { describe, expect, it } from 'vitest'
import { createOrderDrafts } from '../../src-main/orders/order-drafts'
import type { DraftsContent } from '../../src-main/orders/order-drafts'
import { writeDraft } from '../../src-renderer/features/orders/files/export-batch'
import { readDraft } from '../../src-renderer/features/orders/files/read-draft'

const here = 'https://here'
const setUp = () => {
  let content: DraftsContent = { version: 1, orders: { 'https://there': '{}' } }
  const writes: string[] = []
  const drafts = createOrderDrafts(
    {
      read: () => content,
      update: async (change) => {
        await Promise.resolve()
        content = change(content)
        writes.push(content.orders[here] ?? 'none')
      },
    },
    here,
  )
  return { drafts, writes, content: () => content }
}
const head = { channelCode: 'A "quoted" []', channelOrderId: 'LO-1', syncMode: 'async' as const }
const order = (sequence: number, part = {}) => ({
  sequence,
  limitStartDate: 9_007_199_254_740_993_123n,
  assets: [{ assetNos: ['LD8000000001'], products: [{ productName: '}],{[', ...part }] }],
})

describe('order draft', () => {
  it('is restored as saved, with passwords as a count, however often it is saved', async () => {
    const { drafts, content } = setUp()
    const batch = { ...head, orders: [order(1), order(2, { passwords: ['one', 'two'] }), order(3)] }
    const kept = { ...head, orders: [order(1), order(2, { passwords: 2 }), order(3)] }
    for (let time = 0; time < 2; time += 1) {
      await drafts.save(writeDraft(batch))
      expect(readDraft(drafts.read() ?? '')).toEqual(kept)
    }
    await drafts.save(null)
    expect(content()).toEqual({ version: 1, orders: { 'https://there': '{}' } })
  })

  it('keeps the newest save, however long an older one takes', async () => {
    const { drafts, writes } = setUp()
    const many = { ...head, orders: Array.from({ length: 2_000 }, (_, at) => order(at)) }
    const older = drafts.save(writeDraft(many))
    const newer = drafts.save(writeDraft({ ...head, orders: [order(7)] }))
    await Promise.all([older, newer])
    expect(writes).toHaveLength(1)
    expect(readDraft(drafts.read() ?? '')?.orders).toEqual([order(7)])
  })

  it('yields to other work with thousands of orders, and is awaited', async () => {
    const { drafts } = setUp()
    let turns = 0
    let isOver = false
    const others = (): void => {
      turns += 1
      if (!isOver) setImmediate(others)
    }
    void drafts.save(writeDraft({ ...head, orders: Array.from({ length: 5_000 }, (_, at) => order(at)) }))
    setImmediate(others)
    await drafts.stop()
    isOver = true
    expect(turns).toBeGreaterThan(3)
    expect(readDraft(drafts.read() ?? '')?.orders).toHaveLength(5_000)
  })

  it('that is not JSON is rejected, and the next is saved', async () => {
    const { drafts } = setUp()
    await expect(drafts.save({ head: '{}', orders: ['{}', '{}},{"a":1'] })).rejects.toThrow(SyntaxError)
    await expect(drafts.save({ head: '3', orders: [] })).rejects.toThrow(SyntaxError)
    await drafts.save(writeDraft({ ...head, orders: [] }))
    expect(drafts.read()).toContain('LO-1')
  })
})
