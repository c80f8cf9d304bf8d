import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { eventually, freshUserData, startApp } from '../support/app'
import type { RunningApp } from '../support/app'

const northBridge = '5317046820917364501'
/** A borrowed lock of training that is free (src-service/seed/training-locks.ts). */
const freeLock = '8000000022'

let userData: string
let desk: RunningApp
const start = async () => {
  desk = await startApp({ userData })
  await desk.at('rail-lending').waitFor()
}
/** As a person who closes the window: the app asks nothing, and ends. */
const closeWindow = async () => {
  const ended = desk.app.waitForEvent('close')
  await desk.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())
  await ended
}
beforeEach(async () => {
  userData = await freshUserData()
  await start()
})
afterEach(async () => {
  await desk.stop()
  await rm(userData, { recursive: true, force: true })
})

describe('what is not finished when the app closes', () => {
  it('is there at the next start: numbers for labels, also the last one', async () => {
    const open = async () => {
      await desk.at('rail-shell-numbers').click()
      await desk.at('free-labels').click()
      await desk.at('label-numbers').waitFor()
    }
    await open()
    await desk.at('label-numbers').fill('8000000017\n8000000018')
    await expect
      .poll(async () => (await desk.command('drafts/read-labels')).numbers)
      .toEqual(['8000000017', '8000000018'])
    // The window closes before this one is written by itself.
    await desk.at('label-numbers').fill('8000000017\n8000000018\n8000000019')
    await closeWindow()
    await start()
    await open()
    await desk.at('label-count').getByText('3 labels').waitFor()
    expect(await desk.at('label-numbers').inputValue()).toBe('8000000017\n8000000018\n8000000019')
  })

  it('is there at the next start: the employee, the assets, the lock and the due date of a loan', async () => {
    const asset = await eventually(async () => {
      const { rows } = await desk.command('assets/list', {
        enterpriseGlobalId: northBridge,
        from: 0,
        limit: 500,
      })
      return rows.find(
        ({ holder, lent, borrowedUsbKey, locked }) =>
          holder?.name != null && lent === false && borrowedUsbKey === false && locked === false,
      )
    })
    const open = async () => {
      await desk.at('rail-lending').click()
      await desk.at('lend-new').click()
      await desk.at('lend-employee').waitFor()
    }
    await open()
    await desk.at('lend-employee').fill(asset.holder?.name ?? '')
    await desk.at('employee-option').first().waitFor()
    await desk.press('ArrowDown', 'Enter')
    await desk.at(`lend-tick-${asset.assetNum}`).check()
    const chosen = () => desk.page.locator(`[data-testid^=lend-onto-][data-testid$="${freeLock}"]`)
    await chosen().check()
    await desk.at('due-week').check({ force: true })
    await closeWindow()
    await start()
    await open()
    await desk.at('lend-sentence').waitFor()
    expect(await desk.at('lend-employee').inputValue()).toBe(asset.holder?.name)
    expect(await desk.at(`lend-tick-${asset.assetNum}`).isChecked()).toBe(true)
    expect(await chosen().isChecked()).toBe(true)
    expect(await desk.at('due-week').isChecked()).toBe(true)
  })

  it('is gone with its enterprise: the file names no employee of an enterprise that was removed', async () => {
    const loan = {
      enterpriseGlobalId: northBridge,
      employee: { memberGlobalId: 'member-1', name: 'Lin Yue' },
      assetNums: [],
      lock: null,
      dueOn: null,
      proposedDueOn: null,
      isDateAsked: false,
    }
    await desk.command('drafts/save-loan', { loan })
    expect((await desk.command('drafts/read-loan')).loan).toMatchObject(loan)
    await desk.command('enterprises/remove', { enterpriseGlobalId: northBridge })
    expect((await desk.command('drafts/read-loan')).loan).toBeNull()
    expect(await readFile(join(userData, 'unfinished.json'), 'utf8')).not.toContain('Lin Yue')
  })
})
