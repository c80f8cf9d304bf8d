import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dayAfter, dayOf } from '#shared/model/calendar-day'
import { eventually, freshUserData, startApp } from '../support/app'
import type { RunningApp } from '../support/app'
import { steps } from '../support/steps'

let userData: string
let desk: RunningApp
beforeAll(async () => {
  userData = await freshUserData()
  desk = await start()
})
afterAll(() => desk.stop())

/** Starts the app; from then on the system's notifications are recorded instead of shown. */
const start = async (): Promise<RunningApp> => {
  const started = await startApp({ userData })
  await started.command('settings/change', { language: 'en' })
  await started.app.evaluate(({ app, BrowserWindow, Notification }) => {
    const recorded: Electron.Notification[] = []
    Object.assign(app, { recorded })
    Notification.isSupported = () => true
    Notification.prototype.show = function () {
      recorded.push(this)
    }
    for (const window of BrowserWindow.getAllWindows()) window.isFocused = () => false
  })
  return started
}
const shown = () =>
  desk.app.evaluate(({ app }) =>
    (app as unknown as { recorded: Electron.Notification[] }).recorded.map(
      ({ title, body }) => `${title} | ${body}`,
    ),
  )
const forgetShown = () =>
  desk.app.evaluate(({ app }) => {
    ;(app as unknown as { recorded: Electron.Notification[] }).recorded.length = 0
  })
const clickLast = () =>
  desk.app.evaluate(({ app }) =>
    (app as unknown as { recorded: Electron.Notification[] }).recorded.at(-1)?.emit('click'),
  )
const activeLoans = () =>
  eventually(async () => {
    const { rows, unread } = await desk.command('loans/list', { from: 0, limit: 500 })
    const active = rows.filter(({ state }) => state === 'active')
    return unread === 0 && active.length >= 2 ? active : null
  })
/** Makes main look at the loans now instead of within half a minute. */
const look = () => desk.command('settings/change', { notifications: true })

describe('loans due today and overdue', () => {
  const step = steps()
  // Read once: the tests may run over midnight.
  const today = dayOf(Date.now())

  step('are one notification with counts only; a click opens them', async () => {
    // Nothing is due yet: the loans of the start wait until notifications are on.
    await desk.command('settings/change', { notifications: false })
    const [first, second] = await activeLoans()
    for (const [loan, dueOn] of [
      [first, today],
      [second, dayAfter(today, -1)],
    ] as const) {
      if (loan === undefined) throw new Error('training has too few loans')
      const { borrowedUsbKey, memberGlobalId } = loan
      await desk.command('loans/set-due', { borrowedUsbKey, memberGlobalId, dueOn, note: '' })
    }
    await look()
    await expect.poll(shown).toEqual(['Training: Loans | 1 loan is due today. 1 loan is overdue.'])
    const onDisk = JSON.parse(await readFile(join(userData, 'reminders.json'), 'utf8')) as object
    expect(onDisk).toMatchObject({
      days: { [today]: { training: [second?.loanId, first?.loanId].toSorted() } },
    })

    await clickLast()
    await desk.page.locator('[data-testid=loans-due][aria-pressed=true]').waitFor()
    expect(await desk.page.getByTestId('loan-row').count()).toBe(2)
  })

  step('are not shown again on this day, after a restart either', async () => {
    await desk.app.close()
    desk = await start()
    await activeLoans()
    await look()
    // The loans were read by then, and nothing follows.
    await new Promise((done) => setTimeout(done, 2_000))
    expect(await shown()).toEqual([])
  })

  step('are saved for a calendar', async () => {
    const path = join(desk.saves, 'due.ics')
    await desk.chooseFile(path)
    await desk.at('rail-lending').click()
    await desk.at('export-list').click()
    await desk.at('export-ics').click()
    const text = await eventually(() => readFile(path, 'utf8').catch(() => null))
    expect(text.match(/^DTSTART;VALUE=DATE:\d{8}\r$/gm)).toHaveLength(2)
    expect(text).toContain(`DTSTART;VALUE=DATE:${today.replaceAll('-', '')}\r\n`)
  })
})

describe('a job', () => {
  it('that ends while the window is not in front is a notification; a click opens its receipt', async () => {
    const assets = await eventually(async () => {
      const { rows } = await desk.command('assets/list', { enterpriseGlobalId: null, from: 0, limit: 500 })
      const enabled = rows.filter(
        ({ locked, freezing, licenseType, lent }) =>
          locked === false && freezing !== true && lent !== true && licenseType === 'normal_recover_usbkey',
      )
      return enabled.length >= 3 ? enabled.slice(0, 3) : null
    })
    await forgetShown()
    const { jobId } = await desk.command('jobs/start', {
      action: 'disable',
      operatorIdentity: 'Li Wei',
      retryOf: null,
      rows: assets.map(({ assetNum, shellNumber, enterpriseGlobalId }) => ({
        assetNum,
        shellNumber,
        enterpriseGlobalId,
        plugId: null,
      })),
    })
    const job = await eventually(async () => {
      const { job: read } = await desk.command('jobs/read', { jobId })
      return read.state === 'ended' ? read : null
    })
    expect(job.counts.done).toBe(3)
    await expect.poll(shown).toEqual(['Training: Job ended | Completed: 3'])
    await clickLast()
    await desk.page.waitForFunction((id) => window.location.hash.includes(`/receipt/${id}`), jobId)
  })
})
