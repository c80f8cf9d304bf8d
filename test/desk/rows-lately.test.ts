import { describe, expect, it } from 'vitest'
import { rowsLately } from '../../src-main/desk/rows-lately'
import type { JournaledJob } from '../../src-main/journal/book'
import { rowsOf, startEngine } from './support/engine'

const now = 1_000_000_000
const minute = 60_000

const job = (
  operation: string,
  states: readonly string[],
  over: { at?: number; environment?: string } = {},
) =>
  ({
    askedAt: over.at ?? now - minute,
    intent: { operation, environment: over.environment ?? 'https://platform.example' },
    courses: states.map((state) => ({ state })),
  }) as unknown as JournaledJob
const many = (count: number, state = 'done') => Array.from({ length: count }, () => state)
const lately = (...jobs: JournaledJob[]) => rowsLately(jobs, 'https://platform.example', now)

describe('rowsLately', () => {
  it('counts what left or may have left on this platform in the last ten minutes', () => {
    expect(
      lately(
        job('order.lockAssets', many(9), { at: now - 11 * minute }),
        job('order.lockAssets', many(5), { environment: 'training' }),
        job('order.lockAssets', many(7, 'not-sent')),
        job('order.lockAssets', ['done', 'unknown', 'failed', 'sent', 'intent']),
      ),
    ).toBe(5)
  })

  it('leaves out what was asked about by itself, and is never more than goes without a question', () => {
    expect(lately(job('order.lockAssets', many(51)), job('member.lendAssets', many(2)))).toBe(0)
    expect(lately(job('order.lockAssets', many(40)), job('order.unlockAssets', many(40)))).toBe(50)
  })

  it('takes a row that stands for many as all of them', () => {
    expect(lately(job('member.assignAssets', many(1)))).toBe(50)
    expect(lately(job('order.allocateShellNumbers', many(1)))).toBe(50)
  })
})

describe('a desk that is opened anew', () => {
  // Found by an attack: a page may switch the platform, or start the app anew, and had fifty more each time.
  it('asks where the one before would have asked', async () => {
    const first = await startEngine()
    for (const row of rowsOf(50)) {
      await first.desk.change({ ...row, action: 'disable', operatorIdentity: 'Li Wei' })
    }
    expect(first.asked).toEqual([])
    const again = await startEngine({ from: first.folder })
    const [next] = rowsOf(1, 60)
    await again.desk.change({ ...next!, action: 'disable', operatorIdentity: 'Li Wei' })
    expect(again.asked).toMatchObject([{ kind: 'one-more', rowsLately: 50 }])
    await first.stop()
    await again.stop()
  })
})
