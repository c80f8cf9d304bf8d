import assert from 'node:assert/strict'
import { usbTest } from '../usb-test'
import * as answers from '../gadget/answers'
import { keyboardReports, vendorReports } from '../gadget/descriptors'
import { createHidGadget } from '../gadget/f-hid'
import { createFunctionFsGadget } from '../gadget/functionfs'
import { withGadgets } from '../gadget/play'
import { pause, until } from '../gadget/until'
import { enabledModel, unknownModel } from '../profiles'
import { usbLocks } from '../shared-locks'

const candidateOf = (serialNumber: string) => {
  const reading = usbLocks().card(serialNumber)?.reading
  return reading?.state === 'failed' ? reading.candidate : undefined
}

usbTest('gadget: a model without a profile is shown as unknown, and nothing is sent to it', async () => {
  const locks = usbLocks()
  const gadget = createHidGadget({ ...unknownModel, serialNumber: 'UN-1', product: 'Some lock' })
  await withGadgets([gadget], async () => {
    await gadget.plugIn()
    assert.equal(await locks.reading('UN-1'), 'unknown-model')
    assert.equal(candidateOf('UN-1'), null)
    assert.equal(await locks.identify('UN-1'), 'unknown-model')
    assert.deepEqual(gadget.heard, [])
  })
})

usbTest('gadget: the same IDs with another product string do not match the profile', async () => {
  const locks = usbLocks()
  const gadget = createHidGadget({ serialNumber: 'UN-2', product: 'Another thing of that maker' })
  await withGadgets([gadget], async () => {
    await gadget.plugIn()
    assert.equal(await locks.reading('UN-2'), 'unknown-model')
  })
})

usbTest('gadget: an unknown model has the only number in its serial number as candidate', async () => {
  const locks = usbLocks()
  const gadget = createHidGadget({ ...unknownModel, serialNumber: 'UN 8000000301' })
  await withGadgets([gadget], async () => {
    await gadget.plugIn()
    assert.equal(await locks.reading('UN 8000000301'), 'unknown-model')
    assert.equal(candidateOf('UN 8000000301'), '8000000301')
  })
})

const serials = [
  ['no number', 'LOCK-ABC', 'unreadable'],
  ['one number', 'LOCK-8000000302', '8000000302'],
  ['two numbers', '8000000303/8000000304', 'unreadable'],
  ['a number that is part of a longer one', '18000000305', 'unreadable'],
] as const

for (const [what, serialNumber, expected] of serials) {
  usbTest(`gadget: generic-serial with ${what} in the serial number reads ${expected}`, async () => {
    const locks = usbLocks()
    const gadget = createHidGadget({ ...enabledModel, serialNumber })
    await withGadgets([gadget], async () => {
      await gadget.plugIn()
      assert.equal(await locks.reading(serialNumber), expected)
      assert.equal(locks.card(serialNumber)?.profile?.id, 'generic-serial')
    })
  })
}

usbTest('gadget: a device without strings is shown as unknown', async () => {
  const locks = usbLocks()
  const gadget = createHidGadget({ ...unknownModel, serialNumber: null, product: null, manufacturer: null })
  await withGadgets([gadget], async () => {
    await gadget.plugIn()
    const card = await until('a card without a serial number', () =>
      locks.source.list().find(({ device }) => device.serialNumber === null),
    )
    assert.deepEqual(card.device, {
      ...unknownModel,
      ...{ serialNumber: null, product: null, manufacturer: null },
    })
    assert.equal(card.reading.state, 'failed')
  })
})

usbTest('gadget: a keyboard gets no card', async () => {
  const locks = usbLocks()
  const keyboard = createHidGadget({
    ...{ ...unknownModel, serialNumber: 'KEYS' },
    interfaces: [{ descriptor: keyboardReports(), reportLength: 8 }],
  })
  const lock = createHidGadget({ serialNumber: 'NOT-KEYS', answer: answers.well('8000000306') })
  await withGadgets([keyboard, lock], async () => {
    await keyboard.plugIn()
    await lock.plugIn()
    assert.equal(await locks.reading('NOT-KEYS'), '8000000306')
    assert.equal(locks.card('KEYS'), undefined)
  })
})

usbTest('gadget: a device with two HID interfaces is one card', async () => {
  const locks = usbLocks()
  const gadget = createHidGadget({
    serialNumber: 'TWO',
    interfaces: [{ descriptor: vendorReports() }, { descriptor: vendorReports(8), reportLength: 8 }],
    answer: answers.well('8000000307'),
  })
  await withGadgets([gadget], async () => {
    assert.equal((await gadget.plugIn()).length, 2)
    assert.equal(await locks.reading('TWO'), '8000000307')
    assert.equal(locks.source.list().length, 1)
  })
})

usbTest('gadget: hostile strings are shown as text without control characters', async () => {
  const locks = usbLocks()
  const gadget = createHidGadget({
    ...unknownModel,
    serialNumber: 'HO-1',
    product: '<img src=x onerror=alert(1)>\u0007\u001b[2J',
  })
  await withGadgets([gadget], async () => {
    await gadget.plugIn()
    await locks.settled('HO-1')
    const product = locks.card('HO-1')?.device.product ?? ''
    // eslint-disable-next-line no-control-regex -- that is what must not be there
    assert.doesNotMatch(product, /[\u0000-\u001f\u007f-\u009f]/)
    assert.match(product, /^<img.*>\[2J$/)
  })
})

const descriptors: readonly (readonly [string, Uint8Array])[] = [
  ['ends in the middle of an item', vendorReports().subarray(0, 12)],
  [
    'opens a hundred collections',
    Uint8Array.from([0x06, 0, 0xff, ...Array<number[]>(100).fill([0x09, 1, 0xa1, 1]).flat()]),
  ],
  ['claims reports of 65,535 bytes', vendorReports(0xffff)],
  ['is noise', Uint8Array.from({ length: 200 }, (_, index) => (index * 73 + 41) & 0xff)],
]

for (const [what, descriptor] of descriptors) {
  usbTest(`gadget (functionfs): a report descriptor that ${what} affects no other device`, async () => {
    const locks = usbLocks()
    const processes = locks.started()
    const bad = createFunctionFsGadget({ serialNumber: 'BAD-DESC', interfaces: [{ descriptor }] })
    const well = createHidGadget({ serialNumber: 'GOOD-DESC', answer: answers.well('8000000308') })
    await withGadgets([bad, well], async () => {
      // The kernel may reject such a device, which then has no node.
      await Promise.race([bad.plugIn().catch(() => []), pause(1500)])
      await well.plugIn()
      assert.equal(await locks.reading('GOOD-DESC'), '8000000308')
    })
    await locks.gone('GOOD-DESC')
    assert.equal(locks.started(), processes)
  })
}
