import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually, startApp } from '../support/app'
import type { RunningApp } from '../support/app'
import { steps } from '../support/steps'

// A vendor-defined collection with feature report 5 of 16 bytes.
const descriptor = '06 00 ff 09 01 a1 01 85 05 09 02 15 00 26 ff 00 75 08 95 10 b1 02 c0'
const numbers = ['8123456789', '6987001234', '8555012345', '8700700701', '8111222333', '6444555666']
/** The number in five bytes, low byte first, from byte 4; the last byte changes at every read. */
const reports = (number: string) => {
  const field = Buffer.from(BigInt(number).toString(16).padStart(10, '0'), 'hex').reverse().toString('hex')
  return ['01', '9c'].map((noise) => `a5010203${field}000000000000${noise}`)
}
const model = {
  version: 1,
  vendorId: '0x1bc0',
  productId: '0x8123',
  product: 'Elite Key',
  manufacturer: 'Sample Maker',
  reportDescriptor: descriptor,
  locks: numbers.map((number, index) => ({
    number,
    serialNumber: `A${index}`,
    features: { '5': reports(number) },
  })),
}

// Responds only to the training lock's request, with the number in digits after two bytes.
const askedNumbers = ['8123004567', '6987123400', '8555660012']
const askedModel = {
  ...model,
  productId: '0x8124',
  product: 'Mute Key',
  locks: askedNumbers.map((number) => ({
    number,
    responses: [{ request: '4c 44 01', response: `4c 44 81 ${Buffer.from(`  ${number}`).toString('hex')}` }],
  })),
}

let desk: RunningApp
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lock-desk-model-'))
  const file = join(folder, 'elite.json')
  await writeFile(file, JSON.stringify(model))
  const askedFile = join(folder, 'mute.json')
  await writeFile(askedFile, JSON.stringify(askedModel))
  desk = await startApp({ args: ['--simulated-device', file, '--simulated-device', askedFile] })
  await desk.command('settings/change', { language: 'en' })
})
afterAll(async () => {
  await desk.stop()
  await rm(folder, { recursive: true, force: true })
})

const plug = (index: number, gesture: 'plug-in' | 'pull-out') =>
  desk.command('simulator/act', { trayId: `device-1-${index + 1}`, gesture })
/** Without the simulator's own locks. */
const modelLocks = async () =>
  (await desk.command('locks/list')).filter(({ device }) => device.vendorId === 0x1bc0)
const readNumbers = async () =>
  (await modelLocks()).flatMap(({ reading }) =>
    reading.state === 'read' ? [reading.shellNumber as string] : [],
  )

describe('learning a lock model', () => {
  const step = steps()
  step('finds the number of three locks by keyboard and saves the profile', async () => {
    await desk.at('rail-devices').click()
    await desk.tabTo('learn-open')
    await desk.press('Enter')
    await desk.at('learn-number').waitFor()
    for (const index of [0, 1, 2]) {
      await plug(index, 'plug-in')
      await expect.poll(() => desk.at('learn-device').innerText()).toContain('Elite Key')
      await desk.type(numbers[index] ?? '')
      await desk.press('Enter')
      await expect.poll(() => desk.page.getByTestId('learn-lock').count()).toBe(index + 1)
      await plug(index, 'pull-out')
    }
    await expect
      .poll(() => desk.at('learn-description').innerText())
      .toContain('The number is in feature report 5, bytes 5 to 9')
    await desk.press('Enter')
    await desk.at('learn-saved').waitFor()
    const [name = ''] = await readdir(join(desk.userData, 'lock-profiles'))
    const saved = JSON.parse(await readFile(join(desk.userData, 'lock-profiles', name), 'utf8')) as object
    expect(saved).toMatchObject({
      read: { by: 'feature', reportId: 5 },
      extract: { offset: 4, length: 5, as: 'uint-le' },
    })
    expect(JSON.stringify(saved)).not.toContain(numbers[0])
  })

  step('gives the number of a further lock only after it was compared', async () => {
    await plug(3, 'plug-in')
    await desk.at('learn-to-desk').click()
    await desk.at('compare-number').waitFor()
    expect(await readNumbers()).toEqual([])
    const [lock] = await modelLocks()
    expect(lock?.reading).toMatchObject({ state: 'failed', reason: 'not-compared', candidate: null })
    const { devices } = await desk.command('devices/list')
    expect(devices.find(({ facts }) => facts.vendorId === 0x1bc0)?.reading).toEqual(lock?.reading)
    await desk.at('rail-devices').click()
    await eventually(async () =>
      (await desk.at('device-1bc0:8123').innerText()).includes('Compare the number'),
    )
    expect(await desk.page.locator('body').innerText()).not.toContain(numbers[3])
    await desk.at('rail-desk').click()
    await desk.at('compare-number').waitFor()
    await desk.at('compare-number').focus()
    await desk.type(numbers[3] ?? '')
    await desk.press('Enter')
    await eventually(async () => (await readNumbers()).includes(numbers[3] ?? ''))
    await desk.at(`card-${numbers[3] ?? ''}`).waitFor()
  })

  step(
    'recognizes the number of another plugged-in lock, and suspends the profile after a second number that differs',
    async () => {
      await plug(4, 'plug-in')
      const compare = async (number: string, next: string) => {
        await desk.at('compare-number').fill(number)
        await desk.press('Enter')
        await expect.poll(() => desk.at('compare-next').innerText()).toContain(next)
      }
      await desk.at('compare-number').waitFor()
      await compare(numbers[3] ?? '', 'number of another plugged-in lock')
      await compare('8999999999', 'The numbers differ')
      // Enter alone compares nothing again.
      await desk.press('Enter')
      expect(await readNumbers()).toEqual([numbers[3]])
      await desk.at('compare-number').fill('8999999998')
      await desk.press('Enter')
      await eventually(async () => (await readNumbers()).length === 0)
      const reasons = (await modelLocks()).flatMap(({ reading }) =>
        reading.state === 'failed' ? [reading.reason] : [],
      )
      expect(reasons).toEqual(['unknown-model', 'unknown-model'])
      await expect.poll(() => desk.at('notice-profile-suspended').innerText()).toContain('learned-1bc0-8123')
      const { profiles } = await desk.command('devices/profiles')
      expect(profiles.filter(({ isSuspended }) => isSuspended).map(({ id }) => id)).toEqual([
        'learned-1bc0-8123',
      ])
    },
  )

  it('sends the requests of known profiles only after a system dialog, and learns from the responses', async () => {
    // A profile of another model, with the request that this model understands too.
    const text = JSON.stringify({
      id: 'other-key',
      name: { en: 'Other key', zh: '其他锁' },
      match: { vendorId: '0x1bc0', productId: '0x9999' },
      read: { by: 'exchange', request: '4c 44 01', answer: { startsWith: '4c 44 81' } },
      extract: { offset: 0, length: 10, as: 'ascii' },
    })
    await desk.answerDialogs(0)
    expect(await desk.command('devices/save-profile', { text })).toMatchObject({ state: 'saved' })
    const plugAsked = (index: number, gesture: 'plug-in' | 'pull-out') =>
      desk.command('simulator/act', { trayId: `device-2-${index + 1}`, gesture })
    const addLock = async (index: number) => {
      await plugAsked(index, 'plug-in')
      await expect.poll(() => desk.at('learn-device').innerText()).toContain('Mute Key')
      await desk.at('learn-number').focus()
      await desk.type(askedNumbers[index] ?? '')
      await desk.press('Enter')
    }
    // A lock of the other model could be the one whose number is typed.
    for (const index of [3, 4]) await plug(index, 'pull-out')
    await desk.at('rail-devices').click()
    await desk.tabTo('learn-open')
    await desk.press('Enter')
    await desk.at('learn-number').waitFor()
    for (const index of [0, 1]) {
      await addLock(index)
      await expect.poll(() => desk.page.getByTestId('learn-lock').count()).toBe(index + 1)
      if (index === 0) await plugAsked(index, 'pull-out')
    }
    expect(await desk.at('learn-requests').innerText()).toContain('4c 44 01')
    await desk.tabTo('learn-use-requests')
    await desk.press('Enter')
    // The number of the lock that is still plugged in is known.
    await expect.poll(() => desk.at('learn-number').inputValue()).toBe(askedNumbers[1])
    await desk.answerDialogs(1)
    await desk.press('Enter')
    await desk.at('learn-rejected').waitFor()
    expect(await desk.page.getByTestId('learn-responses').count()).toBe(0)
    await desk.answerDialogs(0)
    await desk.press('Enter')
    await expect.poll(() => desk.page.getByTestId('learn-responses').count()).toBe(1)
    await plugAsked(1, 'pull-out')
    for (const index of [0, 2]) {
      await addLock(index)
      await expect.poll(() => desk.page.getByTestId('learn-responses').count()).toBe(index === 0 ? 2 : 3)
      await plugAsked(index, 'pull-out')
    }
    const dialogs = await desk.dialogMessages()
    expect(dialogs).toHaveLength(3)
    for (const dialog of dialogs) {
      expect(dialog).toContain('1bc0:8124')
      expect(dialog).toContain('“Other key”, output report 0, 64 bytes: 4c 44 01\n')
      expect(dialog).toContain('“Simulated lock”, output report 0, 64 bytes: 4c 44 01 ?? ?? ?? ??')
    }
    await expect.poll(() => desk.at('learn-description').innerText()).toContain('“Other key”, bytes 6 to 15')
    await desk.at('learn-save').focus()
    await desk.press('Enter')
    await desk.at('learn-saved').waitFor()
    const path = join(desk.userData, 'lock-profiles', 'learned-1bc0-8124.json')
    expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({
      match: { productId: '0x8124' },
      read: { by: 'exchange', request: '4c4401', answer: { startsWith: '4c4481' } },
      extract: { offset: 5, length: 10, as: 'ascii' },
    })
  })
})
