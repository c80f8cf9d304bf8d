import { describe, expect, it } from 'vitest'
import { groupShellNumber } from '#shared/model/locks/shell-number'
import { eventually } from '../support/app'
import { appOnService } from './support/app-on-service'
import { scanKeys } from '../support/scan-keys'

const northBridge = '5317046820917364501'
const number = '8000000017'
const fresh = '8000000024'

const { serviceClient, desk } = appOnService()

const isLocked = async (shellNumber: string) => {
  const assets = await serviceClient.succeed('order.listAssets', {
    path: { enterpriseGlobalId: northBridge },
  })
  return assets.find(({ keyShellNumber }) => keyShellNumber === shellNumber)?.locked
}

describe('the lock desk', () => {
  it('disables and enables it by keyboard, once each, as the service confirms', async () => {
    const before = await serviceClient.effects(0)
    for (const [action, locked] of [
      ['disable', true],
      ['enable', false],
    ] as const) {
      await desk.card(number).getByTestId(action).focus()
      await desk.press('Enter')
      await desk.at('confirm').waitFor()
      await desk.press('Enter')
      await desk
        .card(number)
        .locator(`[data-testid=state][data-state=${locked ? 'disabled' : 'enabled'}]`)
        .waitFor()
      expect(await isLocked(number)).toBe(locked)
    }
    const effects = (await serviceClient.effects(0)).slice(before.length)
    expect(effects.map(({ operation, target }) => [operation, target])).toEqual([
      ['order.lockAssets', `LD${number}`],
      ['order.unlockAssets', `LD${number}`],
    ])
  })

  it('explains why a lock cannot be disabled', async () => {
    await desk.simulate('8000000019', 'plug-in')
    const shown = desk.card('8000000019')
    await shown.getByTestId('disable').click()
    await desk.at('type-warning').waitFor()
    await desk.at('confirm').click()
    const result = shown.getByTestId('change-result')
    await result.waitFor()
    await expect.poll(() => result.innerText()).toMatch(/type/i)
    expect(await isLocked('8000000019')).toBe(false)
    await desk.simulate('8000000019', 'pull-out')
  })

  it('reports an unconfirmed change, and reads it back on request', async () => {
    await serviceClient.fault({ operation: 'order.lockAssets', fault: 'drop-after-commit', times: 1 })
    await desk.card(number).getByTestId('disable').click()
    await desk.at('confirm').click()
    await desk.card(number).getByTestId('check-result').waitFor()
    await expect
      .poll(() => desk.card(number).getByTestId('change-result').innerText())
      .toMatch(/^Unconfirmed\s+The lock may have been disabled[^]*Nothing is resent/)
    await desk.card(number).getByTestId('check-result').click()
    await desk.cardIs(number, 'disabled')
    expect(await isLocked(number)).toBe(true)
    // The card may show the state before the check of the result is recorded.
    await expect
      .poll(async () => (await desk.command('journal/recent', { limit: 1 }))[0])
      .toMatchObject({ state: 'done', reason: { kind: 'read-back-applied' } })
  })

  it('reads a scan over an open menu, and reports where a scan is not possible', async () => {
    const { keyboard } = desk.page
    const scan = (digits: string) => scanKeys(desk.page, digits)
    await desk.at('continuous-switch').click()
    await desk.at('continuous-start-disable').waitFor()
    await scan(number)
    await desk.at(`record-${number}`).waitFor()
    await expect.poll(() => desk.at('continuous-start-disable').isVisible()).toBe(false)

    await keyboard.press('F1')
    await desk.at('keys-page').waitFor()
    await scan(fresh)
    await expect.poll(() => desk.at('scan-lost').innerText()).toContain(groupShellNumber(fresh))
    expect(await desk.at('keys-page').isVisible()).toBe(true)
    await keyboard.press('Escape')
    expect(await desk.at(`record-${fresh}`).count()).toBe(0)
    await scan(fresh)
    await desk.at(`record-${fresh}`).waitFor()
  })

  it('reports an unreachable platform, with the last known record', async () => {
    await serviceClient.fault({ operation: 'order.listAssets', fault: 'refuse', times: 12 })
    await desk.command('platform/check')
    await eventually(async () => (await desk.command('platform/status')).state === 'unreachable')
    await expect.poll(() => desk.card(number).innerText()).toContain('North Bridge')
    await serviceClient.fault({ operation: 'order.listAssets', fault: 'refuse', times: 0 })
    await eventually(async () => (await desk.command('platform/check')).state === 'reachable')
  })
})
