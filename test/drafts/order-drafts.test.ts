import { describe, expect, it } from 'vitest'
import { createOrderDrafts } from '../../src-main/drafts/order-drafts'
import type { DraftsContent } from '../../src-main/drafts/order-drafts'
import { writeDraft } from '../../src-renderer/features/orders/export-batch'
import { readDraft } from '../../src-renderer/features/orders/read-draft'

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

describe('the draft of a batch', () => {
  it('comes back as it was, and passwords as how many they were, however often it is kept', async () => {
    const { drafts, content } = setUp()
    const batch = { ...head, orders: [order(1), order(2, { passwords: ['one', 'two'] }), order(3)] }
    const kept = { ...head, orders: [order(1), order(2, { passwords: 2 }), order(3)] }
    for (let time = 0; time < 2; time += 1) {
      await drafts.keep(writeDraft(batch))
      expect(readDraft(drafts.read() ?? '')).toEqual(kept)
    }
    await drafts.keep(null)
    expect(content()).toEqual({ version: 1, orders: { 'https://there': '{}' } })
  })

  it('is the newest, however long an older one takes', async () => {
    const { drafts, writes } = setUp()
    const many = { ...head, orders: Array.from({ length: 2_000 }, (_, at) => order(at)) }
    const older = drafts.keep(writeDraft(many))
    const newer = drafts.keep(writeDraft({ ...head, orders: [order(7)] }))
    await Promise.all([older, newer])
    expect(writes).toHaveLength(1)
    expect(readDraft(drafts.read() ?? '')?.orders).toEqual([order(7)])
  })

  it('of thousands of orders lets others have their turn, and is waited for', async () => {
    const { drafts } = setUp()
    let turns = 0
    let isOver = false
    const others = (): void => {
      turns += 1
      if (!isOver) setImmediate(others)
    }
    void drafts.keep(writeDraft({ ...head, orders: Array.from({ length: 5_000 }, (_, at) => order(at)) }))
    setImmediate(others)
    await drafts.stop()
    isOver = true
    expect(turns).toBeGreaterThan(3)
    expect(readDraft(drafts.read() ?? '')?.orders).toHaveLength(5_000)
  })

  it('that is no JSON is refused, and the next is kept', async () => {
    const { drafts } = setUp()
    await expect(drafts.keep({ head: '{}', orders: ['{}', '{}},{"a":1'] })).rejects.toThrow(SyntaxError)
    await expect(drafts.keep({ head: '3', orders: [] })).rejects.toThrow(SyntaxError)
    await drafts.keep(writeDraft({ ...head, orders: [] }))
    expect(drafts.read()).toContain('LO-1')
  })
})
