import type { Page } from 'playwright-core'

/**
 * Presses the digits and Enter as a scanner does, `gapMs` apart by the times of the events: on a busy computer, the keys
 * arrive later than a scanner sends them.
 */
export const scanKeys = async (page: Page, digits: string, gapMs = 8): Promise<void> => {
  const session = await page.context().newCDPSession(page)
  const startedAt = Date.now()
  for (const [index, key] of [...Array.from(digits), 'Enter'].entries()) {
    const isEnd = key === 'Enter'
    const event = {
      key,
      code: isEnd ? 'Enter' : `Digit${key}`,
      windowsVirtualKeyCode: isEnd ? 13 : key.charCodeAt(0),
      timestamp: (startedAt + index * gapMs) / 1000,
    }
    await session.send('Input.dispatchKeyEvent', { ...event, type: 'keyDown', text: isEnd ? '\r' : key })
    await session.send('Input.dispatchKeyEvent', { ...event, type: 'keyUp' })
  }
  await session.detach()
}
