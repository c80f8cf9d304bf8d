import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { dayAfter, dayOf } from '#shared/model/calendar-day'
import { eventually, freshUserData, startApp } from '../support/app'
import type { RunningApp } from '../support/app'
import { axeViolations } from './support/axe'

const number = '8000000017'

let desk: RunningApp
afterEach(() => desk.stop())

const startWith = async (policy: string) => {
  const folder = await freshUserData()
  const file = join(folder, 'policy.json')
  await writeFile(file, policy, { mode: 0o644 })
  desk = await startApp({ args: ['--policy-file', file] })
  await desk.at('rail-settings').waitFor()
  return file
}

/** The record of the lock as the licensing service has it. */
const record = () =>
  eventually(async () => {
    const found = await desk.outcome('locks/look-up', { number, freshness: 'fresh' })
    return found.ok && found.value.state === 'found' ? found.value.record : null
  })

const disable = async () => {
  const { assetNum, enterpriseGlobalId } = await record()
  const row = { assetNum, shellNumber: number, enterpriseGlobalId, plugId: null }
  return desk.outcome('jobs/start', {
    action: 'disable',
    operatorIdentity: 'Li Wei',
    rows: [row],
    retryOf: null,
  })
}

describe('a policy', () => {
  it('sets settings, hides pages and forbids actions, also over the bridge', async () => {
    const file = await startWith(
      JSON.stringify({
        language: 'en',
        theme: 'dark',
        hiddenPages: ['orders', 'lending'],
        continuousMode: false,
        maxRowsPerJob: 1,
      }),
    )
    expect(await desk.page.getByTestId('rail-orders').count()).toBe(0)
    expect(await desk.page.locator('html').getAttribute('data-theme')).toBe('dark')
    await desk.at('desk-input').waitFor()
    expect(await desk.page.getByTestId('continuous-switch').count()).toBe(0)
    await desk.at('rail-settings').click()
    await expect.poll(() => desk.page.getByTestId('managed').count()).toBe(2)
    expect(await desk.at('policy').innerText()).toContain(file)
    expect(await desk.at('theme-light').isDisabled()).toBe(true)
    expect(await desk.outcome('settings/change', { theme: 'light' })).toMatchObject({
      error: { code: 'not-allowed' },
    })
    expect(await axeViolations(desk.page)).toEqual([])

    await desk.page.evaluate(() => void (location.hash = '#/orders'))
    await desk.at('desk-input').waitFor()

    // Neither a key, a button nor the palette leads to a hidden page.
    await desk.at('rail-assets').click()
    // The keys number what the navigation shows: the orders would be before this page.
    await desk.page.keyboard.press('Control+8')
    await expect.poll(() => desk.page.url()).toContain('#/shell-numbers')
    await desk.at('rail-desk').click()
    await desk.cardIs(number, 'enabled')
    expect(await desk.page.getByTestId('lend-link-lend').count()).toBe(0)
    await desk.page.keyboard.press('Control+K')
    for (const [text, action] of [
      ['New order', 'new-order'],
      ['Theme: light', 'theme-light'],
      [number, 'lend-lock'],
    ] as const) {
      await desk.at('palette-input').fill(text)
      // Nothing appears in this time.
      await desk.page.waitForTimeout(300)
      expect(await desk.page.locator(`[data-entry^="action:${action}"]`).count(), action).toBe(0)
    }
    await desk.page.locator('[data-entry^="action:disable-lock"]').waitFor()
    await desk.press('Escape')
    await desk.at('palette').waitFor({ state: 'detached' })

    const start = { action: 'disable', operatorIdentity: 'Li Wei' }
    expect(await desk.outcome('continuous/start', start)).toMatchObject({ error: { code: 'not-allowed' } })
    const rows = ['8000000017', '8000000024'].map((digits) => ({
      ...{ assetNum: digits, shellNumber: digits, enterpriseGlobalId: null, plugId: null },
    }))
    expect(await desk.outcome('jobs/start', { ...start, rows, retryOf: null })).toMatchObject({
      error: { code: 'not-allowed' },
    })
    expect(await disable()).toMatchObject({ ok: true })
    await expect.poll(async () => (await record()).locked).toBe(true)
  })

  it('limits the days and the number of loans, whatever the page sends', async () => {
    await startWith(JSON.stringify({ language: 'en', maxLoanDays: 3, maxLoansPerEmployee: 1 }))
    const rows = await eventually(async () => {
      const list = await desk.command('assets/list', { enterpriseGlobalId: null, from: 0, limit: 1_000 })
      return list.rows.some(({ lent }) => lent === true) ? list.rows : null
    })
    const lent = rows.find((one) => one.borrowedUsbKey === true && one.lent === true && one.holder !== null)
    const { memberGlobalId = '' } = lent?.holder ?? {}
    const enterpriseGlobalId = lent?.enterpriseGlobalId ?? ''
    const borrowedUsbKey =
      rows.find((one) => one.borrowedUsbKey === true && one.lent === false)?.assetNum ?? ''
    await desk.answerDialogs(1)
    const lend = async (member: string, days: number | null) => {
      const row = {
        memberGlobalId: member,
        memberName: 'N',
        enterpriseGlobalId,
        borrowedUsbKey,
        plugId: null,
      }
      const dueOn = days === null ? null : dayAfter(dayOf(Date.now()), days)
      const outcome = await desk.outcome('jobs/start', {
        action: 'lend',
        operatorIdentity: 'Li Wei',
        rows: [{ ...row, dueOn, assets: [{ assetId: 'A1', assetNum: 'LD1' }] }],
        retryOf: null,
      })
      return outcome.ok ? 'ok' : outcome.error.code
    }
    expect(await lend('someone', 4)).toBe('loan-too-long')
    expect(await lend('someone', null)).toBe('loan-too-long')
    expect(await lend(memberGlobalId, 3)).toBe('too-many-loans')
    // Only the system dialog is left, which is declined.
    expect(await lend('someone', 3)).toBe('not-confirmed')
  })

  it('with a limit above which a work order is required says it before each confirmation', async () => {
    await startWith(JSON.stringify({ language: 'en', maxRowsWithoutWorkOrder: 1, trustedKeys: [] }))
    await desk.command('settings/change', { operatorIdentity: 'Li Wei' })
    const isRefused = async (confirm: string) => {
      expect(await desk.at('managed').innerText()).toContain(
        'More than 1 change in 10 minutes needs a signed work order.',
      )
      expect(await desk.at(confirm).isDisabled()).toBe(true)
      await desk.at('cancel').click()
    }
    // One change is allowed, and counts for the next one, whatever it is.
    await desk.cardIs(number, 'enabled')
    await desk.card(number).getByTestId('disable').click()
    await desk.at('confirm').click()
    await desk.cardIs(number, 'disabled')
    await desk.card(number).getByTestId('enable').click()
    await isRefused('confirm')
    await desk.at('continuous-switch').click()
    expect(await desk.at('managed').innerText()).toContain('signed work order')
    expect(await desk.at('continuous-start-enable').isDisabled()).toBe(true)

    await desk.at('rail-employees').click()
    await desk.at('employee-row').click()
    await desk.at('edit-employee').click()
    await isRefused('confirm')
    await desk.at('rail-assets').click()
    await desk.at('employee-row').waitFor({ state: 'detached' })

    // Main does not rely on the window.
    const { assetNum, enterpriseGlobalId } = await record()
    const rows = [{ assetNum, shellNumber: number, enterpriseGlobalId, plugId: null }]
    const request = { action: 'enable', operatorIdentity: 'Li Wei', rows, retryOf: null }
    const continuous = { action: 'enable', operatorIdentity: 'Li Wei' }
    for (const outcome of [
      await desk.outcome('jobs/start', request),
      await desk.outcome('continuous/start', continuous),
    ]) {
      expect(outcome).toMatchObject({ error: { code: 'work-order-required' } })
    }
    expect((await record()).locked).toBe(true)
  })

  it('with this limit says it before a list is retried or undone', async () => {
    await startWith(JSON.stringify({ language: 'en', maxRowsWithoutWorkOrder: 2, trustedKeys: [] }))
    await desk.command('settings/change', { operatorIdentity: 'Li Wei' })
    await desk.cardIs(number, 'enabled')
    await desk.chooseAction('disable')
    await desk.paste(`${number}\n8000000022`)
    await desk.waitForLookup()
    await desk.at('run-list').click()
    expect(await desk.page.getByRole('dialog').getByTestId('managed').count()).toBe(0)
    await desk.at('confirm-list').click()
    await desk.at('job-reverse').click()
    expect(await desk.page.getByRole('dialog').getByTestId('managed').innerText()).toContain(
      'need a signed work order',
    )
    expect(await desk.at('confirm-list').isDisabled()).toBe(true)
    expect(await axeViolations(desk.page)).toEqual([])
    await desk.page.keyboard.press('Enter')
    await desk.page.getByRole('dialog').waitFor({ state: 'detached' })
    expect((await record()).locked).toBe(true)
    expect(await desk.page.getByTestId('run-failure').count()).toBe(0)
  })

  it('that cannot be read refuses changes and says why', async () => {
    const file = await startWith('{"order": false}')
    await desk.at('chip-notices').click()
    const notice = desk.at('notice-policy-unreadable')
    await notice.waitFor()
    expect(await notice.innerText()).toContain(file)
    expect(await disable()).toMatchObject({ error: { code: 'policy-unreadable' } })
    expect((await record()).locked).toBe(false)
    await notice.getByRole('button').first().click()
    await desk.page.locator('#policy').waitFor()
  })

  it('with platforms opens no other one', async () => {
    const allowed = {
      name: 'Branch',
      baseUrl: 'https://p.example',
      userCentreUrl: 'https://p.example/oauth/token',
    }
    await startWith(JSON.stringify({ platforms: [allowed] }))
    const fields = {
      ...{ name: 'Other', orderAppKey: 'k', memberAppKey: null, userName: null },
      ...{ baseUrl: 'https://other.example', userCentreUrl: 'https://other.example/oauth/token' },
    }
    await desk.command('connect/begin', { id: null })
    const secrets = { orderSecret: 's', memberSecret: null }
    expect(await desk.outcome('connect/save', { fields, secrets, anyway: true })).toMatchObject({
      error: { code: 'not-allowed' },
    })
    expect((await desk.command('environments/list')).environments).toEqual([])
  })
})
