import { describe, expect, it } from 'vitest'
import { createScanSequencer } from '../../../src-main/locks/reader/scan-sequencer'
import type { ScanDepth } from '../../../src-main/locks/reader/scan-sequencer'

describe('sequenced', () => {
  const start = () => {
    const began: ScanDepth[] = []
    const ends: (() => void)[] = []
    const scan = createScanSequencer((depth) => {
      began.push(depth)
      return new Promise((done) => ends.push(done))
    })
    const settle = () => new Promise((done) => setImmediate(done))
    return { began, scan, settle, end: () => ends.shift()?.() }
  }

  it('runs one scan at a time and merges requests meanwhile into the most thorough', async () => {
    const { began, scan, settle, end } = start()
    const first = scan('new')
    await settle()
    const gathered = [scan('new'), scan('failed'), scan('blocked')]
    await settle()
    expect(began).toEqual(['new'])
    end()
    await first
    await settle()
    expect(began).toEqual(['new', 'failed'])
    end()
    await Promise.all(gathered)
    await settle()
    expect(began).toHaveLength(2)
  })

  it('continues after a failed scan', async () => {
    let fails = true
    const scan = createScanSequencer(() =>
      fails ? Promise.reject(new Error('no library')) : Promise.resolve(),
    )
    await expect(scan('new')).rejects.toThrow('no library')
    fails = false
    await expect(scan('new')).resolves.toBeUndefined()
  })
})
