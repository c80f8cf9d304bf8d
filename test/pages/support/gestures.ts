import { setTimeout as sleep } from 'node:timers/promises'
import type { Locator, Page } from 'playwright-core'

export const middleOf = async (control: Locator) => {
  const box = await control.boundingBox()
  if (box === null) throw new Error('the control is not shown')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** A press this much later than planned is one of another hand, ms. */
const lateMs = 75

/**
 * Options of a test whose hand has to keep its rhythm: on a busy computer, it can be late. Then the test says nothing of
 * the page, and is done again. Nothing else is repeated.
 */
export const withSteadyHand = { retry: { count: 8, condition: /The hand of the test was late/ } }

/** Records in the page when the browser received each press, until it is asked for the times, ms. */
const recordPresses = async (
  page: Page,
  name: 'pointerdown' | 'keydown',
): Promise<() => Promise<number[]>> => {
  await page.evaluate((type) => {
    const pressTimes: number[] = []
    const record = ({ timeStamp }: Event) => void pressTimes.push(timeStamp)
    window.addEventListener(type, record, { capture: true })
    Object.assign(window, {
      takePressTimes: () => {
        window.removeEventListener(type, record, { capture: true })
        return pressTimes
      },
    })
  }, name)
  return () => page.evaluate(() => (window as unknown as { takePressTimes: () => number[] }).takePressTimes())
}

/**
 * Runs each act at its time in ms from now, whenever the answers before it arrive.
 * @throws if the browser received one much later than planned: see withSteadyHand
 */
const actAt = async (
  page: Page,
  name: 'pointerdown' | 'keydown',
  delays: readonly number[],
  act: (index: number) => Promise<unknown>,
): Promise<void> => {
  const timesOfPresses = await recordPresses(page, name)
  await Promise.all(
    delays.map(async (delay, index) => {
      await sleep(delay)
      await act(index)
    }),
  )
  const times = await timesOfPresses()
  const lateBy = times
    .slice(1)
    .map((time, index) => time - times[index]! - (delays[index + 1]! - delays[index]!))
  if (Math.max(...lateBy) > lateMs) {
    throw new Error(`The hand of the test was late by ${Math.max(...lateBy).toFixed(0)} ms`)
  }
}

/** Clicks on time. Counted by the system or not: two gestures of two computers. */
export const clickAt = async (
  page: Page,
  { x, y }: { x: number; y: number },
  delays: readonly number[],
  isCounted = true,
) => {
  const { mouse } = page
  await mouse.move(x, y)
  await actAt(page, 'pointerdown', delays, (index) => {
    const clickCount = isCounted ? index + 1 : 1
    return Promise.all([mouse.down({ clickCount }), mouse.up({ clickCount })])
  })
}

export const pressAt = (page: Page, key: string, delays: readonly number[]) =>
  actAt(page, 'keydown', delays, () => page.keyboard.press(key))

/** Repeats 30 times a second, as a keyboard does. */
export const hold = async ({ keyboard }: Page, key: string, ms: number): Promise<void> => {
  const until = performance.now() + ms
  while (performance.now() < until) {
    await keyboard.down(key)
    await sleep(33)
  }
  await keyboard.up(key)
}
