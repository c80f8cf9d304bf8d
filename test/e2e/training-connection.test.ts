import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually, startApp } from '../support/app'
import type { RunningApp } from '../support/app'

const number = '8000000017'
let desk: RunningApp
beforeAll(async () => {
  desk = await startApp()
  await desk.command('settings/change', { language: 'en' })
})
afterAll(() => desk.stop())

const status = () => desk.command('platform/status')
const queued = async () => (await desk.command('outbox/list')).changes.length

describe('training without a connection', () => {
  it('queues a change as on a real platform, and sends it after the connection is back', async () => {
    await desk.card(number).locator('[data-testid=state][data-state=enabled]').waitFor()
    await desk.at('simulator-connection').click()
    await eventually(async () => (await status()).state === 'unreachable')
    expect((await status()).lacks).toBe('network')
    await desk.card(number).getByTestId('open').click()
    await desk.at('result').getByTestId('disable').click()
    await desk.at('queue-note').waitFor()
    await desk.at('queue-change').click()
    await eventually(async () => (await queued()) === 1)
    // Nothing reaches the service meanwhile, not even on request.
    await desk.command('platform/check')
    expect([(await status()).state, await queued()]).toEqual(['unreachable', 1])
    expect(await desk.command('jobs/list', { limit: 5 })).toEqual([])

    await desk.at('simulator-connection').click()
    await eventually(async () => (await queued()) === 0)
    expect((await status()).state).toBe('reachable')
    await desk.cardIs(number, 'disabled')
  })
})
