import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually, startApp } from '../support/app'
import type { RunningApp } from '../support/app'

// Everything here is simulated HID under the app's own reader, in training.
const number = '8000000026'
const profile = {
  id: 'practice-dongle',
  name: { en: 'Practice dongle', zh: '练习锁' },
  match: { vendorId: '0x0529', productId: '0x0001' },
  read: { by: 'exchange', request: '50 52', answer: { startsWith: '50 a2' } },
  extract: { offset: 2, length: 8, as: 'uint-le' },
  check: { kind: 'xor8', over: [0, 10], at: 10 },
}
const text = (changes: object = {}) => JSON.stringify({ ...profile, ...changes }, null, 2)

let desk: RunningApp
beforeAll(async () => {
  desk = await startApp()
  await desk.command('settings/change', { language: 'en' })
  await desk.command('tray/act', { trayId: 'unknown-device', gesture: 'plug-in' })
})
afterAll(() => desk.stop())

const at = (testId: string) => desk.page.getByTestId(testId).first()
const readNumbers = async () =>
  (await desk.command('locks/list')).flatMap(({ reading }) =>
    reading.state === 'read' ? [reading.shellNumber as string] : [],
  )
/** Answers the system's dialogs, which no page can do. */
const dialogsChoose = (path: string) =>
  desk.app.evaluate(({ dialog }, chosen) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath: chosen })
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] })
  }, path)

describe('the devices page', () => {
  it('makes an unknown device readable: profile, armed, tried, saved, in effect at once', async () => {
    await at('rail-devices').click()
    await at('device-0529:0001').click()
    expect(await at('verdict').innerText()).toMatch(/No profile/)
    await at('new-profile').click()
    await desk.page.getByTestId('bench-how').getByText('JSON').click()

    await at('profile-json').fill(text({ read: { ...profile.read, request: '50 5' } }))
    await at('profile-wrong').waitFor()
    expect(await at('profile-problem').innerText()).toMatch(
      /Line 13, column 16[^]*read\.request[^]*hexadecimal/,
    )
    expect(await at('bench-save').isDisabled()).toBe(true)

    await at('profile-json').fill(text())
    await at('arm-notice').waitFor()
    expect(await desk.page.getByTestId('bench-try').count()).toBe(0)
    const { devices } = await desk.command('devices/list')
    const { deviceId } = devices.find(({ facts }) => facts.vendorId === 0x0529) ?? { deviceId: '' }
    expect(await desk.command('devices/try-profile', { deviceId, text: text() })).toEqual({
      state: 'not-armed',
    })

    await at('bench-arm').click()
    await at('bench-try').click()
    await at('trial-number').waitFor()
    expect(await at('trial').getAttribute('data-number')).toBe(number)
    expect(await at('trial-check').innerText()).toMatch(/xor8 fits/)
    expect(await readNumbers()).not.toContain(number)

    await at('bench-save').click()
    await at('bench-saved').waitFor()
    await eventually(async () => (await readNumbers()).includes(number))
    await at('device-number').waitFor()
    const saved = await readFile(join(desk.userData, 'lock-profiles/practice-dongle.json'), 'utf8')
    expect(JSON.parse(saved)).toEqual(profile)

    await at('rail-desk').click()
    await at(`card-${number}`).waitFor()
    // Left: whatever was armed is armed no more.
    await desk.command('devices/delete-profile', { id: profile.id })
    expect(await desk.command('devices/try-profile', { deviceId, text: text() })).toEqual({
      state: 'not-armed',
    })
    await eventually(async () => !(await readNumbers()).includes(number))
  })

  it('takes a profile in from a file and gives it out again, and the report with it', async () => {
    const given = join(desk.saves, 'from-support.json')
    await writeFile(given, text({ read: { by: 'serial' }, extract: undefined, check: undefined }))
    await at('rail-devices').click()
    await at('bench-close').click()
    await dialogsChoose(given)
    await at('bench-import').click()
    expect(await at('imported-from').innerText()).toContain('from-support.json')
    await at('bench-save').click()
    await at('bench-saved').waitFor()
    await eventually(async () => (await readNumbers()).includes(number))

    const taken = join(desk.saves, 'taken.json')
    await dialogsChoose(taken)
    await desk.page.getByTestId('devices-tab').getByText('Lock profiles').click()
    await at('profile-practice-dongle').getByTestId('profile-export').click()
    const exported = await eventually(() => readFile(taken, 'utf8').catch(() => null))
    expect(exported).toBe(await readFile(given, 'utf8'))

    await at('profile-practice-dongle').getByTestId('profile-delete').click()
    await at('profile-delete-confirm').click()
    await at('profile-practice-dongle').waitFor({ state: 'detached' })
    await eventually(async () => !(await readNumbers()).includes(number))

    await at('report').click()
    expect(await at('report-text').innerText()).toMatch(/0529:0001 Training \/ Dongle[^]*unknown-model/)
    await desk.page.keyboard.press('Escape')
  })

  it('can be used by everyone, by keyboard alone too', async () => {
    await desk.page.getByTestId('devices-tab').getByText('Devices').click()
    await at('device-0529:0001').focus()
    await desk.page.keyboard.press('Home')
    await desk.page.keyboard.press('ArrowDown')
    await desk.page.keyboard.press('Enter')
    await eventually(async () => (await desk.page.locator('[data-row][aria-current=true]').count()) === 1)
    expect(await at('device-number').innerText()).toMatch(/^8/)
    for (const theme of ['light', 'dark'] as const) {
      await desk.command('settings/change', { theme })
      await desk.page.waitForFunction((wanted) => document.documentElement.dataset['theme'] === wanted, theme)
      const { violations } = await new AxeBuilder({ page: desk.page }).setLegacyMode().analyze()
      expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
    }
  })
})
