import type { IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually, startApp } from '../support/app'
import type { RunningApp } from '../support/app'
import { startGateway } from '../support/gateway'
import type { Gateway } from '../support/gateway'
import { connectTo } from '../support/service-client'
import type { ServiceClient } from '../support/service-client'
import { testSeed } from '../support/test-seed'
import { startTestService } from '../support/service'
import type { TestService } from '../support/service'
import { trainingKeys } from '../support/training-keys'

// Random keys and clicks on the real window at every speed. The platform gets one request per confirmation, and
// the buttons of a lock wait until its change has a result. The name of the test has its seed.

const number = '8000000017'
/** The suite `presses` of `npm run test:more` plays many more. */
const sequenceCount = Number(process.env['LOCK_DESK_PRESSES_COUNT'] ?? 5)

/** mulberry32: the same numbers for the same seed. */
const createRandom = (start: number) => {
  let state = start
  return (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
const random = createRandom(testSeed)
const oneOf = <Value>(values: readonly Value[]): Value => {
  const value = values[Math.floor(random() * values.length)]
  if (value === undefined) throw new Error('nothing to choose from')
  return value
}

type Action = 'disable' | 'enable'

let service: TestService
let serviceClient: ServiceClient
let desk: RunningApp
let wire: Gateway
/** The requests that reached the platform, in order. */
const requests: Action[] = []
let inFlight = 0
let mostInFlight = 0

const actionOf = ({ url = '' }: IncomingMessage): string | undefined =>
  /\/asset\/(lock|unlock)\?/.exec(url)?.[1]

/** Passes requests to the service, counts the changes and delays their responses. */
const startWire = () =>
  startGateway(service.url, {
    before: (request) => {
      const action = actionOf(request)
      if (action === undefined) return true
      requests.push(action === 'lock' ? 'disable' : 'enable')
      inFlight += 1
      mostInFlight = Math.max(mostInFlight, inFlight)
      return true
    },
    after: async (request) => {
      if (actionOf(request) === undefined) return true
      await sleep(changeTakes)
      inFlight -= 1
      return true
    },
  })
let changeTakes = 0

const card = () => desk.card(number)
const cardButton = `[data-testid="card-${number}"] :is([data-testid=disable], [data-testid=enable])`
const dialogButtons = 'dialog[open] :is([data-testid=confirm], [data-testid=cancel])'

beforeAll(async () => {
  service = await startTestService()
  serviceClient = await connectTo(service.url)
  wire = await startWire()
  const baseUrl = wire.url
  desk = await startApp({
    platform: { baseUrl, userCentreUrl: `${service.url}/oauth/token` },
    environment: trainingKeys,
  })
  await desk.command('settings/change', { language: 'en', operatorIdentity: 'Li Wei' })
  await desk.command('enterprises/add', {
    by: 'channel',
    channelCode: 'CRM-EAST',
    channelCustomerId: 'NB-10017',
  })
  await desk.answerDialogs(0)
  await desk.cardIs(number, 'enabled')
  await desk.page.evaluate(() => {
    const confirmed: string[] = []
    Object.assign(window, { confirmed })
    document.addEventListener(
      'submit',
      ({ target }) => {
        const label = document.querySelector('dialog[open] [data-testid=confirm]')?.textContent ?? ''
        if (target instanceof HTMLFormElement && target.id === 'change-form')
          confirmed.push(label.trim().toLowerCase().startsWith('disable') ? 'disable' : 'enable')
      },
      { capture: true },
    )
  })
})
afterAll(async () => {
  await desk.stop()
  await wire.stop()
  await service.stop()
})

const confirmed = () => desk.page.evaluate(() => (window as unknown as { confirmed: Action[] }).confirmed)

/** The center of the element that the selector matches now. */
const middleOf = (selector: string) =>
  desk.page.evaluate((wanted) => {
    const found = [...document.querySelectorAll(wanted)].at(-1)
    const { x, y, width, height } = found?.getBoundingClientRect() ?? new DOMRect()
    return found === undefined ? null : { x: x + width / 2, y: y + height / 2 }
  }, selector)

const hold = async (key: string, ms: number): Promise<void> => {
  const until = performance.now() + ms
  while (performance.now() < until) {
    await desk.page.keyboard.down(key)
    await sleep(33)
  }
  await desk.page.keyboard.up(key)
}

type Step = readonly [what: string, ...values: (string | number)[]]
const gaps = [0, 15, 30, 60, 100, 350]

const mountComponent = (): Step => {
  const kind = oneOf([
    'quick',
    'quick',
    'quick',
    'hold',
    'click',
    'double',
    'escape',
    'focus',
    'pause',
    'pause',
  ])
  switch (kind) {
    case 'quick':
      return [kind, oneOf(['Enter', 'Enter', 'Space']), 1 + Math.floor(random() * 6), oneOf(gaps)]
    case 'hold':
      return [kind, oneOf(['Enter', 'Space']), oneOf([150, 400, 700])]
    case 'click':
    case 'double':
      return [kind, oneOf(['card', 'dialog'])]
    case 'pause':
      return [kind, oneOf([50, 320, 450])]
    default:
      return [kind]
  }
}

const play = async ([what, ...values]: Step): Promise<void> => {
  const { keyboard, mouse } = desk.page
  const [first, times, gap] = values
  if (what === 'quick') {
    for (let count = 0; count < Number(times); count += 1) {
      await keyboard.press(String(first))
      if (Number(gap) > 0) await sleep(Number(gap))
    }
  } else if (what === 'hold') await hold(String(first), Number(times))
  else if (what === 'pause') await sleep(Number(first))
  else if (what === 'escape') await keyboard.press('Escape')
  else if (what === 'focus') {
    await desk.page.evaluate((wanted) => document.querySelector<HTMLElement>(wanted)?.focus(), cardButton)
  } else {
    const place = await middleOf(first === 'card' ? cardButton : dialogButtons)
    if (place !== null)
      await mouse.click(place.x, place.y, { clickCount: what === 'double' ? 2 : 1, delay: 5 })
  }
}

/** Waits until every request has its result on the card. */
const waitForIdle = async (): Promise<void> => {
  await desk.press('Escape')
  await eventually(async () => {
    const isRead = await card().locator(':is([data-testid=disable], [data-testid=enable])').isVisible()
    const waiting = await card().locator('[aria-disabled=true]').count()
    const dialogs = await desk.page.locator('dialog[open]').count()
    if (dialogs > 0) await desk.press('Escape')
    return isRead && waiting === 0 && dialogs === 0 && inFlight === 0
  })
  await sleep(400)
}

it(
  `one request per confirmation, whatever is pressed (seed ${testSeed})`,
  { timeout: 60_000 + sequenceCount * 15_000 },
  async () => {
    const after = await serviceClient.lastEffect()
    for (let sequence = 0; sequence < sequenceCount; sequence += 1) {
      changeTakes = oneOf([0, 80, 250, 600])
      // Deliberate enough to confirm something; the rest is random.
      const initialSteps: Step[] = [
        ['focus'],
        ['quick', 'Enter', 1, 0],
        ['pause', 450],
        ['quick', 'Enter', 2, oneOf(gaps)],
      ]
      const steps = [...initialSteps, ...Array.from({ length: 10 }, mountComponent)]
      for (const step of steps) await play(step)
      await waitForIdle()

      const wanted = await confirmed()
      const about = JSON.stringify({ sequence, changeTakes, steps, wanted })
      expect(requests, about).toEqual(wanted)
      // A button shows the platform's last status: the same change is not confirmed twice.
      expect(
        wanted.filter((action, index) => action === wanted[index - 1]),
        about,
      ).toEqual([])
      expect(mostInFlight, about).toBeLessThanOrEqual(1)
      expect(await serviceClient.effects(after), about).toHaveLength(wanted.length)
    }
    // Presses without a confirmation would prove nothing.
    expect(requests.length).toBeGreaterThan(sequenceCount)
  },
)
