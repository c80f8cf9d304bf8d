import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshUserData, startApp } from '../support/app'
import type { RunningApp } from '../support/app'

const link = (number: string) => `lock-desk://lock/${number}`

let userData: string
let desk: RunningApp
beforeAll(async () => {
  userData = await freshUserData()
  // The link of the first start waits for the page.
  desk = await startApp({ userData, args: [link('8000000017')] })
})
afterAll(() => desk.stop())

/** A second start, as a browser starts the app for a link. It ends by itself. */
const openLink = async (...args: readonly string[]): Promise<void> => {
  const sandbox = process.platform === 'linux' && process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const electron = process.env['LOCK_DESK_ELECTRON_PATH'] ?? ''
  await promisify(execFile)(electron, [...sandbox, resolve('.'), '--user-data', userData, ...args])
}
const shows = (number: string) => desk.at(`record-${number}`).waitFor()

describe('a link to a lock', () => {
  it('opens its details at the first start and in the running window', async () => {
    await shows('8000000017')
    await desk.command('settings/change', { language: 'en' })
    await desk.press('Control+6')
    await desk.at('asset-table').waitFor()
    await openLink(link('8000000018'))
    await shows('8000000018')
  })

  it('waits in a bar while a dialog is open', async () => {
    await desk.at('rail-desk').waitFor()
    await desk.press('F1')
    await desk.at('dialog').waitFor()
    await openLink(link('8000000019'))
    await desk.at('chip-link').waitFor()
    expect(await desk.page.getByTestId('dialog').count()).toBe(1)
    await desk.press('Escape')
    await desk.tabTo('chip-link')
    await desk.press('Enter')
    await desk.tabTo('open-linked')
    await desk.press('Enter')
    await shows('8000000019')
    expect(await desk.page.getByTestId('linked-lock').count()).toBe(0)
  })

  it('of another form does nothing, and is in the log without its content', async () => {
    // Of more than five links in ten seconds, the app takes none.
    if ((await desk.page.getByTestId('record-8000000019').count()) === 0) await openLink(link('8000000019'))
    await shows('8000000019')
    await openLink('lock-desk://disable/8000000020?canary=CANARY')
    await openLink(link('8000000020'), '--canary-option=CANARY')
    const log = () => readFile(join(userData, 'logs', 'main.log'), 'utf8')
    await expect.poll(async () => (await log()).split('a link was ignored').length - 1).toBe(2)
    expect(await log()).not.toContain('CANARY')
    await shows('8000000019')
    expect(await desk.page.getByTestId('linked-lock').count()).toBe(0)
    expect(await desk.command('journal/slice', { from: 0, limit: 10 })).toMatchObject({ total: 0 })
  })
})
