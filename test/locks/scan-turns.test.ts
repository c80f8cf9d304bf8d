import { describe, expect, it } from 'vitest'
import { takingTurns } from '../../src-main/locks/scan-turns'
import type { ScanDepth } from '../../src-main/locks/scan-turns'

describe('takingTurns', () => {
  const start = () => {
    const began: ScanDepth[] = []
    const ends: (() => void)[] = []
    const scan = takingTurns((depth) => {
      began.push(depth)
      return new Promise((done) => ends.push(done))
    })
    const settle = () => new Promise((done) => setImmediate(done))
    return { began, scan, settle, end: () => ends.shift()?.() }
  }

  it('runs one scan at a time and gathers what is asked meanwhile, as deep as any of it', async () => {
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

  it('goes on after a scan that failed', async () => {
    let fails = true
    const scan = takingTurns(() => (fails ? Promise.reject(new Error('no library')) : Promise.resolve()))
    await expect(scan('new')).rejects.toThrow('no library')
    fails = false
    await expect(scan('new')).resolves.toBeUndefined()
  })
})
