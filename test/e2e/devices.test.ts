import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually, startApp } from '../support/app'
import type { RunningApp } from '../support/app'
import { steps } from '../support/steps'
import { axeViolations } from './support/axe'

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
  await desk.command('simulator/act', { trayId: 'unknown-device', gesture: 'plug-in' })
})
afterAll(() => desk.stop())

const readNumbers = async () =>
  (await desk.command('locks/list')).flatMap(({ reading }) =>
    reading.state === 'read' ? [reading.shellNumber as string] : [],
  )

describe('the devices page', () => {
  const step = steps()
  step('makes an unknown device readable: create a profile, allow sending, test, save', async () => {
    await desk.at('rail-devices').click()
    await desk.at('device-0529:0001').click()
    await expect.poll(() => desk.at('device-profile').innerText()).toMatch(/No matching profile/)
    await desk.at('new-profile').click()
    await desk.page.getByTestId('profile-editor').getByText('JSON').click()

    await desk.at('profile-json').fill(text({ read: { ...profile.read, request: '50 5' } }))
    await desk.at('profile-wrong').waitFor()
    await expect
      .poll(() => desk.at('profile-problem').innerText())
      .toMatch(/Line 13, column 16[^]*read\.request[^]*hexadecimal/)
    await expect.poll(() => desk.at('profile-save').isDisabled()).toBe(true)

    await desk.at('profile-json').fill(text())
    await desk.at('allow-sending-notice').waitFor()
    expect(await desk.page.getByTestId('profile-tester-test').count()).toBe(0)
    const { devices } = await desk.command('devices/list')
    const { deviceId } = devices.find(({ facts }) => facts.vendorId === 0x0529) ?? { deviceId: '' }
    expect(await desk.command('devices/try-profile', { deviceId, text: text() })).toEqual({
      state: 'not-armed',
    })

    await desk.answerDialogs(1)
    await desk.at('allow-sending').click()
    await eventually(async () => (await desk.dialogMessages()).at(-1)?.includes('0529:0001'))
    expect(await desk.page.getByTestId('profile-tester-test').count()).toBe(0)
    await desk.answerDialogs(0)
    await desk.at('allow-sending').click()
    await desk.at('profile-tester-test').click()
    await desk.at('trial-number').waitFor()
    await expect.poll(() => desk.at('trial').getAttribute('data-number')).toBe(number)
    await expect.poll(() => desk.at('trial-check').innerText()).toMatch(/xor8 matches/)
    expect(await readNumbers()).not.toContain(number)

    await desk.at('profile-save').click()
    await desk.at('profile-saved').waitFor()
    await eventually(async () => (await readNumbers()).includes(number))
    await desk.at('device-number').waitFor()
    const saved = await readFile(join(desk.userData, 'lock-profiles/practice-dongle.json'), 'utf8')
    expect(JSON.parse(saved)).toEqual(profile)

    await desk.at('rail-desk').click()
    await desk.at(`card-${number}`).waitFor()
    // After leaving the page, sending is no longer allowed.
    await desk.command('devices/delete-profile', { id: profile.id })
    expect(await desk.command('devices/try-profile', { deviceId, text: text() })).toEqual({
      state: 'not-armed',
    })
    await eventually(async () => !(await readNumbers()).includes(number))
  })

  step('imports and exports a profile, and saves the support report', async () => {
    const profileFile = join(desk.saves, 'from-support.json')
    await writeFile(profileFile, text({ read: { by: 'serial' }, extract: undefined, check: undefined }))
    await desk.at('rail-devices').click()
    await desk.at('profile-tester-close').click()
    await desk.chooseFile(profileFile)
    await desk.at('profile-import').click()
    await expect.poll(() => desk.at('imported-from').innerText()).toContain('from-support.json')
    await expect.poll(() => desk.at('imported-maker').innerText()).toBe('Not signed. The maker is unknown.')
    await desk.at('profile-save').click()
    await desk.at('profile-saved').waitFor()
    await eventually(async () => (await readNumbers()).includes(number))

    const taken = join(desk.saves, 'taken.json')
    await desk.chooseFile(taken)
    await desk.page.getByTestId('devices-tab').getByText('Lock profiles').click()
    await desk.at('profile-practice-dongle').getByTestId('profile-export').click()
    const exported = await eventually(() => readFile(taken, 'utf8').catch(() => null))
    expect(JSON.parse(exported)).toMatchObject(JSON.parse(await readFile(profileFile, 'utf8')) as object)
    const forged = {
      ...(JSON.parse(exported) as object),
      signer: { algorithm: 'Ed25519', key: 'A'.repeat(43), name: 'Office' },
      signature: 'A'.repeat(86),
    }
    await writeFile(taken, JSON.stringify(forged))
    await desk.chooseFile(taken)
    await desk.at('profile-import').click()
    await expect.poll(() => desk.at('imported-maker').innerText()).toContain('signature doesn’t match')
    expect(await desk.at('profile-save').isDisabled()).toBe(true)

    await desk.at('profile-practice-dongle').getByTestId('profile-delete').click()
    await desk.at('profile-delete-confirm').click()
    await desk.at('profile-practice-dongle').waitFor({ state: 'detached' })
    await eventually(async () => !(await readNumbers()).includes(number))

    await desk.at('report').click()
    await expect
      .poll(() => desk.at('report-text').innerText())
      .toMatch(/0529:0001 Training \/ Dongle[^]*unknown-model/)
    await desk.press('Escape')
  })

  it('is accessible, also by keyboard', async () => {
    await desk.at('rail-devices').click()
    await desk.page.getByTestId('devices-tab').getByText('Devices').click()
    await desk.at('device-0529:0001').focus()
    await desk.page.keyboard.press('Home')
    await desk.page.keyboard.press('ArrowDown')
    await desk.press('Enter')
    await eventually(async () => (await desk.page.locator('[data-row][aria-current=true]').count()) === 1)
    await expect.poll(() => desk.at('device-number').innerText()).toMatch(/^8/)
    for (const theme of ['light', 'dark'] as const) {
      await desk.setAppearance({ theme })
      expect(await axeViolations(desk.page)).toEqual([])
    }
  })
})
