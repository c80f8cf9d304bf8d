import { beforeAll, describe, expect, it } from 'vitest'
import { appOnService } from './support/app-on-service'

// Events around the window while a confirmation is open.

const number = '8000000017'

const { serviceClient, desk } = appOnService()

beforeAll(async () => {
  await desk.cardIs(number, 'enabled')
})

const card = () => desk.card(number)

describe('a lock that is unplugged during the confirmation', () => {
  it('is reported at once, and nothing is sent until it is plugged in again', async () => {
    const after = await serviceClient.lastEffect()
    const lines = (await desk.command('journal/recent', { limit: 50 })).length
    await card().getByTestId('disable').click()
    await desk.at('confirm').waitFor()
    await desk.simulate(number, 'pull-out')
    await desk.at('pulled-out').waitFor()
    await desk.press('Enter')
    await expect.poll(() => desk.at('pulled-out').isVisible()).toBe(true)
    expect(await desk.command('journal/recent', { limit: 50 })).toHaveLength(lines)

    await desk.simulate(number, 'plug-in')
    await desk.at('pulled-out').waitFor({ state: 'detached' })
    await desk.press('Enter')
    await desk.cardIs(number, 'disabled')
    expect(await serviceClient.effects(after)).toHaveLength(1)
  })
})
