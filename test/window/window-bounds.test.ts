import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readEarlyPreferences } from '../../src-main/settings/early-preferences'
import { createPlacementKeeper, fitToDisplays, minimumSize } from '../../src-main/window/window-bounds'
import { temporaryFolder } from '../support/temporary-folder'

const laptop = { x: 0, y: 24, width: 1440, height: 876 }
const beside = { x: 1440, y: 0, width: 1920, height: 1040 }
const at = (x: number, y: number, width = 1000, height = 700) => ({ x, y, width, height, isMaximized: false })

describe('the bounds of a window', () => {
  it('are the kept ones where a display still shows them all', () => {
    expect(fitToDisplays(at(100, 60), [laptop])).toEqual({ x: 100, y: 60, width: 1000, height: 700 })
    expect(fitToDisplays(at(1500, 10), [laptop, beside])).toEqual({
      x: 1500,
      y: 10,
      width: 1000,
      height: 700,
    })
  })

  it('have no position and are centered on the main display, at the first start and if their display is missing', () => {
    expect(fitToDisplays(null, [laptop])).toEqual({ width: 1280, height: 800 })
    expect(fitToDisplays(at(1500, 10), [laptop])).toEqual({ width: 1000, height: 700 })
  })

  it('move inside the display that shows most of them, and shrink to it', () => {
    expect(fitToDisplays(at(900, 600), [laptop])).toEqual({ x: 440, y: 200, width: 1000, height: 700 })
    expect(fitToDisplays(at(-300, 0, 3000, 2000), [laptop])).toEqual({
      x: 0,
      y: 24,
      width: 1440,
      height: 876,
    })
    expect(fitToDisplays(at(1200, 0), [laptop, beside])).toMatchObject({ x: 1440, y: 0 })
  })

  it('are never smaller than the least size, and always in reach, whatever was kept and whatever displays there are', () => {
    const length = fc.integer({ min: -100_000, max: 100_000 })
    const side = fc.integer({ min: 400, max: 8000 })
    const area = fc.record({ x: length, y: length, width: side, height: side })
    const kept = fc.record({ x: length, y: length, width: length, height: length, isMaximized: fc.boolean() })
    fc.assert(
      fc.property(kept, fc.array(area, { minLength: 1, maxLength: 4 }), (placement, [main, ...others]) => {
        const areas = [main!, ...others] as const
        const { x, y, width, height } = fitToDisplays(placement, areas)
        expect(width).toBeGreaterThanOrEqual(minimumSize.width)
        expect(height).toBeGreaterThanOrEqual(minimumSize.height)
        if (x === undefined || y === undefined) return
        const isInside = areas.some(
          (one) =>
            x >= one.x &&
            y >= one.y &&
            x + width <= Math.max(one.x + one.width, one.x + minimumSize.width) &&
            y + height <= Math.max(one.y + one.height, one.y + minimumSize.height),
        )
        expect(isInside).toBe(true)
      }),
    )
  })
})

describe('the placement keeper', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())
  const keeper = (first: ReturnType<typeof at> | null = null) => {
    const written: number[] = []
    const faults: unknown[] = []
    let fails = false
    const { note, stop } = createPlacementKeeper(first, {
      write: ({ x }) => {
        if (fails) return Promise.reject(new Error('full'))
        written.push(x)
        return Promise.resolve()
      },
      onError: (error) => faults.push(error),
    })
    return { written, faults, note, stop, fail: (now: boolean) => (fails = now) }
  }

  it('writes at most once a second while a window is dragged, and then where it stands', async () => {
    const { written, note } = keeper()
    for (let x = 0; x < 250; x += 1) {
      note(at(x, 0))
      await vi.advanceTimersByTimeAsync(10)
    }
    expect(written).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(written).toHaveLength(3)
    expect(written.at(-1)).toBe(249)
  })

  it('writes the pending bounds at the end, and nothing if they are unchanged', async () => {
    const { written, note, stop } = keeper(at(5, 0))
    note(at(6, 0))
    note(at(5, 0))
    await vi.advanceTimersByTimeAsync(5_000)
    expect(written).toEqual([])
    note(at(7, 0))
    await stop()
    expect(written).toEqual([7])
    await vi.advanceTimersByTimeAsync(5_000)
    expect(written).toEqual([7])
  })

  it('tries again at the next move where the disk did not take it', async () => {
    const { written, faults, note, stop, fail } = keeper()
    fail(true)
    note(at(1, 0))
    await vi.advanceTimersByTimeAsync(1_000)
    expect([written.length, faults.length]).toEqual([0, 1])
    fail(false)
    note(at(1, 0))
    await stop()
    expect(written).toEqual([1])
  })
})

describe('the preferences read before the settings are loaded', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  beforeEach(async () => (folder = await temporaryFolder()))
  afterEach(() => folder.remove())
  const read = async (text: string) => {
    await mkdir(folder.path, { recursive: true })
    await writeFile(join(folder.path, 'settings.json'), text)
    return readEarlyPreferences(folder.path)
  }

  it('is the language, the theme and its place', async () => {
    const window = at(1, 2)
    const kept = { language: 'zh', theme: 'dark', window }
    expect(await read(JSON.stringify(kept))).toEqual(kept)
  })

  it.each(['', 'null', '[]', '7', '{"theme":"blue","window":{"x":1}}', '{"window":{"x":1e400,"y":0}}'])(
    'is the usual where %j stands there',
    async (text) => {
      expect(await read(text)).toEqual({ language: 'system', theme: 'system', window: null })
    },
  )

  it('is the usual where there is no file', () => {
    expect(readEarlyPreferences(folder.path)).toEqual({ language: 'system', theme: 'system', window: null })
  })
})
