import { readFile, rm } from 'node:fs/promises'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { isLicenseType, licenseTypes } from '#shared/model/api/license-types'
import { eventually, freshUserData, startApp } from '../support/app'
import type { RunningApp } from '../support/app'
import { startTestService } from '../support/service'
import type { TestService } from '../support/service'
import { connectTo } from '../support/service-client'
import type { ServiceClient } from '../support/service-client'
import { steps } from '../support/steps'
import { trainingKeys } from '../support/training-keys'
import { appearances, axeViolations, waitForTransitions } from './support/axe'
import { signList } from './support/sign-list'

let service: TestService
let serviceClient: ServiceClient
let userData: string
let desk: RunningApp
let effects: number

const start = async (): Promise<void> => {
  desk = await startApp({
    userData,
    platform: { baseUrl: service.url, userCentreUrl: `${service.url}/oauth/token` },
    environment: trainingKeys,
  })
  // Only the locks of the tests are plugged in.
  for (const { trayId, pluggedIn } of await desk.command('simulator/list'))
    if (pluggedIn) await desk.command('simulator/act', { trayId, gesture: 'pull-out' })
}
/** As a power cut: nothing of the app runs anymore. */
const kill = async (): Promise<void> => {
  const child = desk.app.process()
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

beforeAll(async () => {
  userData = await freshUserData()
  service = await startTestService()
  serviceClient = await connectTo(service.url)
  await start()
  await desk.command('settings/change', { language: 'en', theme: 'light', operatorIdentity: 'Li Wei' })
  await desk.command('enterprises/add', {
    by: 'channel',
    channelCode: 'CRM-EAST',
    channelCustomerId: 'NB-10017',
  })
  effects = await serviceClient.lastEffect()
})
afterAll(async () => {
  await desk.stop()
  await service.stop()
  await rm(userData, { recursive: true, force: true })
})

const lastIs = (kind: string, text: string) =>
  eventually(async () => {
    const last = desk.page.locator(`[data-testid=last-count][data-kind=${kind}]`)
    return (await last.count()) === 1 && (await last.innerText()).replaceAll(/\s/g, '').includes(text)
  })
const countOf = async (result: string): Promise<number> =>
  Number((await desk.at(`stocktake-${result}`).getAttribute('data-count')) ?? '0')
const present = async (): Promise<string> =>
  (await desk.at('stocktake-progress').innerText()).split(' ')[0] ?? ''
const type = async (text: string): Promise<void> => {
  await desk.at('count-input').fill(text)
  await desk.press('Enter')
}

describe('a stocktake of an enterprise', () => {
  const step = steps()
  step('is started by keyboard, and counts what is scanned, typed and plugged in', async () => {
    await desk.at('rail-stocktake').click()
    await desk.at('new-stocktake').focus()
    await desk.press('Enter')
    await desk.at('start-stocktake').waitFor()
    await desk.tabTo('start-stocktake')
    await desk.press('Enter')
    await eventually(() => desk.at('count-input').evaluate((node) => node === document.activeElement))
    // For a moment after a dialog, keys do not count.
    await waitForTransitions(desk.page)
    await type('ld8000000018')
    await lastIs('counted', '8000000018')
    await type('hello')
    await lastIs('invalid', 'hello')
    await type('8999999999')
    await lastIs('counted', 'Notfound')
    await desk.simulate('8000000020', 'plug-in')
    await lastIs('counted', '8000000020')
    await desk.scan('8000000019')
    await lastIs('counted', '8000000019')
    await desk.scan('8000000019')
    await lastIs('repeated', '8000000019')
    expect(await present()).toBe('3')
    expect(await countOf('not-found')).toBe(1)
    // Also where the search for a row has the focus: its text stays.
    await desk.at('stocktake-lock-search').fill('north')
    // Keys as fast as a scanner’s.
    await desk.type('8000000023')
    await desk.page.keyboard.press('Enter')
    await lastIs('counted', '8000000023')
    expect(await desk.at('stocktake-lock-search').inputValue()).toBe('north')
    await desk.at('stocktake-lock-search').fill('')
    // The wrong one: undone at once, by keyboard. Another one in its row, later.
    await desk.at('count-input').focus()
    await desk.tabTo('undo-count')
    await desk.press('Enter')
    await lastIs('undone', '8000000023')
    await eventually(() => desk.at('count-input').evaluate((node) => node === document.activeElement))
    await eventually(async () => (await present()) === '3')
    await desk.at('stocktake-lock-search').fill('8999999999')
    await eventually(async () => (await desk.page.getByTestId('stocktake-lock').count()) === 1)
    await desk.at('undo-row').click()
    await eventually(async () => (await desk.page.getByTestId('stocktake-not-found').count()) === 0)
    await desk.at('stocktake-lock-search').fill('')
    await desk.scan('8999999999')
    await lastIs('counted', '8999999999')
    for (const look of appearances) {
      await desk.setAppearance(look)
      expect(await axeViolations(desk.page)).toEqual([])
    }
    await desk.setAppearance({ language: 'en', theme: 'light' })
  })

  step('goes on after the app was killed, with each lock counted once', async () => {
    await type('8000000021')
    await lastIs('counted', '8000000021')
    const operatorColumns = () => desk.page.getByTestId('sort-operator').count()
    expect(await operatorColumns()).toBe(1)
    await desk.at('columns-menu').click()
    await desk.at('column-operator').click()
    await desk.press('Escape')
    const views = () => readFile(join(userData, 'saved-views.json'), 'utf8').catch(() => '')
    await eventually(async () => (await views()).includes('stocktake-locks'))
    await kill()
    await start()
    await desk.at('rail-stocktake').click()
    await desk.at('stocktake-row').click()
    await eventually(async () => (await present()) === '4')
    // The columns are as they were.
    await eventually(async () => (await operatorColumns()) === 0)
    await desk.scan('8000000021')
    await lastIs('repeated', '8000000021')
    // A column that is pasted counts as a whole.
    await desk.app.evaluate(({ clipboard }) => clipboard.writeText('8000000021\n8000000022\nLD8000000024\n'))
    await desk.at('count-input').focus()
    await desk.press('Control+v')
    await lastIs('several', '2lockscounted')
    await eventually(async () => (await present()) === '6')
  })

  step('ends with a report, and its missing locks become a list; the platform does not change', async () => {
    const missing = await countOf('not-counted')
    await desk.at('finish-stocktake').click()
    await desk.tabTo('confirm-end')
    await desk.press('Enter')
    await desk.page.locator('[data-testid=stocktake-session][data-state=finished]').waitFor()
    const [summary] = await desk.command('stocktakes/list')
    expect(summary).toMatchObject({ state: 'finished', present: 6, others: 1 })
    expect((summary?.expected ?? 0) - 6 - (summary?.lent ?? 0)).toBe(missing)

    const csv = join(desk.saves, 'stocktake.csv')
    await desk.chooseFile(csv)
    await desk.at('export-list').click()
    await desk.at('export-csv').click()
    const written = await eventually(() => readFile(csv, 'utf8').catch(() => null))
    const [titles = '', ...lines] = written.replaceAll('"', '').trim().split(/\r?\n/)
    expect(titles.replace(/^\uFEFF/, '')).toBe(
      'number,asset_number,enterprise,result,status,change,counted_at,counted_by,source,two_devices,lent_to',
    )
    expect(lines.filter((line) => line.includes(',missing,'))).toHaveLength(missing)
    expect(lines.find((line) => line.includes('8000000020'))).toMatch(/,Li Wei,plug,,$/)

    await desk.at('stocktake-report').click()
    await desk.at('stocktake-paper').waitFor()
    expect(await desk.at('report-missing').innerText()).toBe(String(missing))
    expect(await axeViolations(desk.page)).toEqual([])
    const pdf = join(desk.saves, 'report.pdf')
    await desk.chooseFile(pdf)
    await desk.at('stocktake-report-pdf').click()
    const bytes = await eventually(async () => {
      const read = await readFile(pdf).catch(() => null)
      return read !== null && read.length > 1_000 && read
    })
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
    await desk.at('stocktake-report-back').click()

    await desk.at('missing-to-list').click()
    await desk.at('list-chips').waitFor()
    await desk.waitForLookup()
    const counts = await desk.page
      .locator('[data-testid=list-chips] [data-count]')
      .evaluateAll((chips) => chips.map((chip) => Number(chip.getAttribute('data-count'))))
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(missing)

    // They can be disabled on another computer: those that the list selects, and no others.
    await desk.at('choose-disable').click()
    await desk.waitForLookup()
    const isMissing = new Set(
      lines.map((line) => line.split(',')).flatMap((cells) => (cells[3] === 'missing' ? [cells[1]] : [])),
    )
    const { rows } = await desk.command('enterprises/list', { from: 0, limit: 1 })
    const enterpriseGlobalId = rows[0]?.enterpriseGlobalId ?? ''
    const assets = await serviceClient.succeed('order.listAssets', { path: { enterpriseGlobalId } })
    const lockable = assets.filter(
      ({ assetNum, locked, licenseType }) =>
        isMissing.has(assetNum) &&
        !locked &&
        isLicenseType(licenseType) &&
        licenseTypes[licenseType].reissuable,
    )
    const numbers = lockable.map(({ assetNum }) => assetNum).sort()
    expect(await signList(desk)).toEqual({ action: 'disable', numbers })
    expect(await serviceClient.effects(effects)).toEqual([])
    expect(await desk.command('jobs/list', { limit: 10 })).toEqual([])
  })
})
