import type { CDPSession } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { groupShellNumber } from '#shared/model/locks/shell-number'
import { eventually } from '../support/app'
import { keysOfLayout } from '../support/keyboard-layouts'
import type { Layout } from '../support/keyboard-layouts'
import { appOnService } from './support/app-on-service'
import { waitForTransitions } from './support/axe'

// Scanners as keyboards: real key events, whose characters and positions differ as on the layouts of scanner and computer.

const { serviceClient, desk } = appOnService({ register: ['northBridge', 'riverside'] })

let keyboard: CDPSession
interface Typing {
  /** Milliseconds between two keys. */
  readonly gap?: number
  readonly scanner?: Layout
  readonly host?: Layout
  /** Keys before the code. */
  readonly begins?: readonly 'Enter'[]
  /** The end keys. */
  readonly ends?: readonly ('Enter' | 'Ctrl J' | 'Ctrl M')[]
  /** Whether the code comes right after the one before. */
  readonly follows?: boolean
}
/** When the next key is sent, ms since 1970. */
let sentAt = 0
const virtualKeys = { Enter: 13, 'Ctrl J': 74, 'Ctrl M': 77 }
/** Without an end key, a scan ends with a silence of 150 ms, which a busy computer can make in the middle of it. */
const longestStall = 100
const maxTries = 10
const usualGap = 12

/** The times of the keys are those of the events: on a busy computer, they arrive later than a scanner sends them. */
const scan = async (text: string, typing: Typing = {}): Promise<void> => {
  for (let tries = 1; (await scanOnce(text, typing)) > (typing.gap ?? usualGap) + longestStall; tries += 1) {
    if (typing.ends?.length !== 0) return
    if (tries === maxTries) throw new Error('The computer is too busy to scan without an end key.')
    await desk.page.waitForTimeout(1_500)
  }
}
/** Returns the longest time between two keys, ms. */
const scanOnce = async (
  text: string,
  { gap = usualGap, scanner = 'us', host = 'us', begins = [], ends = ['Enter'], follows = false }: Typing,
): Promise<number> => {
  if (!follows) sentAt = Date.now()
  let [longest, lastAt] = [0, Infinity]
  const press = async (code: string, key: string, shiftKey: boolean, end?: keyof typeof virtualKeys) => {
    const isControl = end !== undefined && end !== 'Enter'
    const typed = end === 'Enter' ? '\r' : key.length === 1 && !isControl ? key : undefined
    const event = {
      code,
      key,
      modifiers: (shiftKey ? 8 : 0) + (isControl ? 2 : 0),
      windowsVirtualKeyCode: end === undefined ? 0 : virtualKeys[end],
      timestamp: sentAt / 1_000,
    }
    sentAt += gap
    longest = Math.max(longest, Date.now() - lastAt)
    lastAt = Date.now()
    await keyboard.send('Input.dispatchKeyEvent', { ...event, type: typed === undefined ? 'rawKeyDown' : 'keyDown', ...(typed === undefined ? {} : { text: typed }) }) // prettier-ignore
    await keyboard.send('Input.dispatchKeyEvent', { ...event, type: 'keyUp' })
    await desk.page.waitForTimeout(gap)
  }
  for (const begin of begins) await press(begin, begin, false, begin)
  for (const { code, key, shiftKey } of keysOfLayout(text, scanner, host)) await press(code, key, shiftKey)
  for (const end of ends) {
    if (end === 'Enter') await press('Enter', 'Enter', false, end)
    else await press(`Key${end.slice(-1)}`, end.slice(-1).toLowerCase(), false, end)
  }
  return longest
}
const notice = (text: string) => desk.at('scan-lost').getByText(text).first().waitFor()
const opened = (number: string) =>
  eventually(async () => (await desk.at('desk-input').inputValue()) === number)
const page = async (name: string): Promise<void> => {
  await desk.at(`rail-${name}`).click()
  await desk.page.locator('main').focus()
}

beforeAll(async () => {
  keyboard = await desk.page.context().newCDPSession(desk.page)
})

describe('a scanner at an open question', () => {
  it('confirms nothing, slow or fast, French or endless, and says so', async () => {
    const before = await serviceClient.lastEffect()
    await desk.at('desk-input').fill('8000000020')
    await desk.page.keyboard.press('Enter')
    await desk.page.getByTestId('disable').last().click()
    const confirm = desk.at('confirm')
    await confirm.waitFor()
    await waitForTransitions(desk.page)
    for (const [number, typing] of [
      ['8000000021', { gap: 130 }],
      ['8000000022', { gap: 300, ends: ['Enter', 'Enter'] }],
      ['8000000023', { gap: 12, host: 'fr' }],
      ['8000000024', { gap: 130, host: 'fr', ends: ['Ctrl M'] }],
      ['8000000025', { gap: 12, ends: [] }],
      ['8000000026', { gap: 12, begins: ['Enter'] }],
      ['8000000027', { gap: 40, begins: ['Enter'], ends: [] }],
    ] as const) {
      await confirm.focus()
      await scan(number, typing)
      await notice(groupShellNumber(number))
      // Nothing is confirmed in this time.
      await desk.page.waitForTimeout(400)
      expect(await confirm.isVisible()).toBe(true)
    }
    expect(await serviceClient.effects(before)).toEqual([])
    await desk.press('Escape')
    await confirm.waitFor({ state: 'detached' })
    await waitForTransitions(desk.page)
  })
})

describe('a scanner on the pages', () => {
  it.each([
    ['slow', '8000000021', { gap: 130 }],
    ['slow and French', '8000000022', { gap: 130, host: 'fr' }],
    ['French as its computer', '8000000023', { scanner: 'fr', host: 'fr' }],
    ['with Ctrl J', '8000000021', { ends: ['Ctrl J'] }],
    ['with Ctrl M and Ctrl J', '8000000022', { ends: ['Ctrl M', 'Ctrl J'] }],
    ['endless', '8000000023', { ends: [] }],
    ['slow and endless', '8000000021', { gap: 100, ends: [] }],
  ] as const)('that is %s opens the lock', async (_, number, typing) => {
    await page('journal')
    await scan(number, typing)
    await opened(number)
  })

  it('reads labels: an address, our own link, GS1, Code 39 and the identifier on a German computer', async () => {
    for (const [text, number, host] of [
      ['https://verify.example.com/8000000021', '8000000021', 'us'],
      ['lock-desk://lock/8000000022', '8000000022', 'fr'],
      ['(21)8000000023', '8000000023', 'de'],
      ['*8000000021*', '8000000021', 'fr'],
      [']C18000000022', '8000000022', 'de'],
    ] as const) {
      await page('assets')
      await scan(text, { host })
      await opened(number)
    }
  })

  it('does not replace the lock by another code on its label, or by a damaged one', async () => {
    await scan('8000000021')
    await opened('8000000021')
    await scan('4006381333931')
    await notice('4006381333931')
    await opened('8000000021')
    await scan('80000000178000000018', { ends: [] })
    await scan('8000-00017', { scanner: 'fr', host: 'fr', follows: true })
    await notice('8000-00017')
    await opened('8000000021')
  })

  it('without an end key never glues two scans', async () => {
    await desk.at('desk-input').fill('')
    await scan('8000000022', { ends: [] })
    // The time between two scans.
    await desk.page.waitForTimeout(250)
    await scan('8000000023', { ends: [] })
    await opened('8000000023')
  })

  it('slow and without an end key, leaves the last number in the field', async () => {
    await desk.at('desk-input').fill('')
    await desk.at('desk-input').focus()
    for (const number of ['8000000021', '8000000022']) {
      await scan(number, { gap: 150, ends: [] })
      await desk.page.waitForTimeout(1_000)
      expect(await desk.at('desk-input').inputValue()).toBe(number)
    }
  })

  it('leaves Enter to a number that is typed by hand', async () => {
    await desk.at('desk-input').fill('')
    await desk.at('desk-input').focus()
    await scan('8000000021', { gap: 200, ends: [] })
    // Nothing is reported in this time.
    await desk.page.waitForTimeout(700)
    expect(await desk.at('scan-lost').getByText('8000 000 021').count()).toBe(0)
    await scan('', {})
    await opened('8000000021')
  })
})

describe('a computer that sleeps', () => {
  it('leaves continuous mode; a hub that restarts changes no lock that was there', async () => {
    const before = await serviceClient.lastEffect()
    await desk.simulate('8000000024', 'plug-in')
    await desk.answerDialogs(0)
    await desk.startContinuousMode()
    await desk.at('continuous-bar').waitFor()
    await desk.simulate('8000000024', 'pull-out')
    // The time that a hub needs.
    await desk.page.waitForTimeout(800)
    await desk.simulate('8000000024', 'plug-in')
    await desk.page.locator('[data-testid=batch-8000000024][data-result=present-before]').waitFor()
    expect(await serviceClient.effects(before)).toEqual([])
    await desk.app.evaluate(({ powerMonitor }) => powerMonitor.emit('resume'))
    await desk.at('continuous-ended').waitFor()
    expect(await desk.at('continuous-ended').innerText()).toContain('slept or was locked')
  })
})
