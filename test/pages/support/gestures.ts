import { setTimeout as sleep } from 'node:timers/promises'
import type { Locator, Page } from 'playwright-core'

export const middleOf = async (control: Locator) => {
  const box = await control.boundingBox()
  if (box === null) throw new Error('the control is not shown')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** Runs each act at its time in ms from now, whenever the answers before it arrive. */
const actAt = async (delays: readonly number[], act: (index: number) => Promise<unknown>): Promise<void> => {
  await Promise.all(
    delays.map(async (delay, index) => {
      await sleep(delay)
      await act(index)
    }),
  )
}

/** Clicks on time. Counted by the system or not: two gestures of two computers. */
export const clickAt = async (
  { mouse }: Page,
  { x, y }: { x: number; y: number },
  delays: readonly number[],
  isCounted = true,
) => {
  await mouse.move(x, y)
  await actAt(delays, (index) => {
    const clickCount = isCounted ? index + 1 : 1
    return Promise.all([mouse.down({ clickCount }), mouse.up({ clickCount })])
  })
}

export const pressAt = ({ keyboard }: Page, key: string, delays: readonly number[]) =>
  actAt(delays, () => keyboard.press(key))

/** Repeats 30 times a second, as a keyboard does. */
export const hold = async ({ keyboard }: Page, key: string, ms: number): Promise<void> => {
  const until = performance.now() + ms
  while (performance.now() < until) {
    await keyboard.down(key)
    await sleep(33)
  }
  await keyboard.up(key)
}
