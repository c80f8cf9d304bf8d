import { describe, expect, it } from 'vitest'
import type { QueuedChange } from '#shared/model/changes/queued-change'
import { succeed } from '#shared/outcome'
import { shell, unreachable } from '../renderer/support/samples'
import { onPage } from './support/on-page'

// What runs, what waits and what is plugged in is seen from every page.

const desk = onPage({
  settings: { chunkSize: 10 },
  handlers: () => ({ 'outbox/add': () => succeed({ queued: 1, already: 0 }) }),
})

const number = '8000000017'
const queued = (state: QueuedChange['state']): QueuedChange => ({
  id: 'queued-1',
  action: 'disable',
  assetNum: desk.world.records.find(({ shellNumber }) => shellNumber === number)?.assetNum ?? '',
  shellNumber: shell(number),
  enterpriseName: 'North Bridge',
  operatorIdentity: 'Li Wei',
  queuedAt: Date.now(),
  expiresAt: Date.now() + 86_400_000,
  state,
  held: state === 'held' ? { because: 'record-changed', at: Date.now() } : null,
})
const queue = (...changes: QueuedChange[]) => {
  desk.world.outbox = { ...desk.world.outbox, changes }
  desk.world.emit('outbox/changed', null)
}
const goOffline = () => {
  const { world } = desk
  world.platform = { ...world.platform, state: 'unreachable', lacks: 'platform', failure: unreachable }
  world.emit('platform/status', world.platform)
}
const startList = async () => {
  const ready = desk.world.records.filter(
    ({ locked, licenseType, enterpriseGlobalId }) =>
      enterpriseGlobalId === desk.world.registered[0] &&
      locked === false &&
      licenseType?.startsWith('normal_recover') === true,
  )
  await desk.chooseAction('disable')
  await desk.paste(
    ready
      .slice(0, 30)
      .flatMap(({ shellNumber }) => shellNumber ?? [])
      .join('\n'),
  )
  await desk.waitForLookup()
  await desk.at('run-list').click()
  await desk.at('confirm-list').click()
}
const topOf = async (testId: string) => (await desk.at(testId).boundingBox())?.y

describe('on every page', () => {
  it('a job is in the top line with its progress and at its page, moves nothing, and leads to its list', async () => {
    const release = desk.hold()
    await startList()
    const line = desk.at('running-job')
    for (const page of ['assets', 'employees', 'journal', 'settings', 'help']) {
      await desk.at(`rail-${page}`).click()
      await expect.poll(() => line.innerText()).toMatch(/Disable: \d+ of 30/)
      await desk.at('rail-desk').getByTestId('job-mark').waitFor()
    }
    const before = await topOf('rail-desk')
    release()
    await line.waitFor({ state: 'detached' })
    expect(await topOf('rail-desk')).toBe(before)
    expect(await desk.page.getByTestId('job-mark').count()).toBe(0)
  })

  it('a paused job says so, and its line opens the list', async () => {
    const release = desk.hold()
    await startList()
    await desk.at('job-pause').click()
    release()
    await desk.page.locator('[data-testid=running-job][data-state=paused]').waitFor()
    await desk.at('rail-assets').click()
    await expect.poll(() => desk.at('running-job').innerText()).toContain('Paused')
    await desk.at('running-job').click()
    await desk.at('job-resume').waitFor()
  })

  it('the plugged-in locks are counted at the Desk page', async () => {
    await desk.at('rail-assets').click()
    const count = desk.at('rail-desk').getByTestId('plugged-count')
    await expect.poll(() => count.innerText()).toContain('2 locks plugged in')
    await desk.simulate('8000000024', 'plug-in')
    await expect.poll(() => count.innerText()).toContain('3 locks plugged in')
    for (const lock of ['8000000024', number, '8000000018']) await desk.simulate(lock, 'pull-out')
    await count.waitFor({ state: 'detached' })
  })
})

describe('a lock in the offline queue', () => {
  it('is marked at the Desk page, on every page', async () => {
    await desk.at('rail-assets').click()
    const mark = desk.page.getByTestId('queue-mark')
    expect(await mark.count()).toBe(0)
    queue(queued('waiting'))
    await expect.poll(() => mark.getAttribute('title')).toBe('Queue: 1 waiting')
    queue(queued('held'))
    await expect.poll(() => mark.getAttribute('title')).toBe('Queue: 1 to confirm')
    queue()
    await mark.waitFor({ state: 'detached' })
  })

  it('is marked beside the icon of the narrow navigation, not on it', async () => {
    await desk.resize(960, 640)
    queue(queued('waiting'))
    const mark = await desk.at('queue-mark').boundingBox()
    const icon = await desk.at('rail-desk').locator('> svg').boundingBox()
    expect((mark?.x ?? 0) + (mark?.width ?? 0)).toBeLessThanOrEqual(icon?.x ?? 0)
  })

  it.each([
    ['waiting', 'Disable: queued'],
    ['held', 'Disable: queued, to confirm'],
    ['leaving', 'Disable: sending'],
  ] as const)('says on its card, its chip and in its details that it is %s', async (state, text) => {
    await desk.cardIs(number)
    queue(queued(state))
    await expect.poll(() => desk.card(number).getByTestId('queued').innerText()).toBe(text)
    expect(await desk.card('8000000018').getByTestId('queued').count()).toBe(0)
    await desk.card(number).getByTestId('open').click()
    await expect.poll(() => desk.at(`record-${number}`).getByTestId('queued').innerText()).toBe(text)
    await desk.chooseAction('disable')
    await expect
      .poll(() => desk.at(`lock-chip-${number}`).getByTestId('queued').getAttribute('title'))
      .toBe(text)
    queue()
    await desk.at('queued').waitFor({ state: 'detached' })
  })
})

describe('offline', () => {
  it('the queue is the main button of a change, which Enter presses', async () => {
    await desk.cardIs(number)
    goOffline()
    await desk.card(number).getByTestId('disable').click()
    await desk.at('queue-change').waitFor()
    await expect
      .poll(() => desk.page.evaluate(() => document.activeElement?.getAttribute('data-testid')))
      .toBe('queue-change')
    expect(await desk.at('queue-change').getAttribute('class')).toContain('primary')
    await desk.press('Enter')
    await expect.poll(() => desk.callsOf('outbox/add')).toHaveLength(1)
    expect(desk.callsOf('jobs/start')).toEqual([])
  })

  it('the queue is the first button of a list', async () => {
    goOffline()
    await desk.chooseAction('disable')
    await desk.paste('8000000017\n8000000024')
    await desk.waitForLookup()
    const buttons = () =>
      desk
        .at('list-action-bar')
        .locator('button')
        .evaluateAll((all) => all.map((one) => one.dataset['testid']))
    await expect.poll(async () => (await buttons())[0]).toBe('queue-list')
  })

  it('a row of a list that was added to the queue is marked, and not selected for either button', async () => {
    goOffline()
    await desk.chooseAction('disable')
    await desk.paste(`${number}\nLD-?`)
    await desk.waitForLookup()
    await desk.at('queue-list').click()
    await desk.at('confirm-list').click()
    await expect.poll(() => desk.callsOf('outbox/add')).toHaveLength(1)
    queue(queued('waiting'))
    await desk.at('list-table').getByTestId('queued').waitFor()
    await desk.at('chip-queued').waitFor()
    await desk.at('queue-list').waitFor({ state: 'detached' })
    expect(await desk.at('run-list').getAttribute('aria-disabled')).toBe('true')
  })
})
