import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually, startApp } from '../support/app'
import type { RunningApp } from '../support/app'

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

let desk: RunningApp
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lock-desk-model-'))
  const file = join(folder, 'elite.json')
  await writeFile(file, JSON.stringify(model))
  desk = await startApp({ args: ['--simulated-device', file] })
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
  it('finds the number of three locks by keyboard and saves the profile', async () => {
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

  it('gives the number of a further lock only after it was compared', async () => {
    await plug(3, 'plug-in')
    await desk.at('rail-desk').click()
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

  it('suspends the profile after a number that differs', async () => {
    await plug(4, 'plug-in')
    await desk.at('compare-number').waitFor()
    await desk.at('compare-number').focus()
    await desk.type('8999999999')
    await desk.press('Enter')
    await eventually(async () => (await readNumbers()).length === 0)
    const reasons = (await modelLocks()).flatMap(({ reading }) =>
      reading.state === 'failed' ? [reading.reason] : [],
    )
    expect(reasons).toEqual(['unknown-model', 'unknown-model'])
  })
})
