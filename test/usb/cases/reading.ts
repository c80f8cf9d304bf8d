import assert from 'node:assert/strict'
import { usbTest } from '../usb-test'
import * as answers from '../gadget/answers'
import { featureReports, numberedReports } from '../gadget/descriptors'
import { createHidGadget } from '../gadget/f-hid'
import { createFunctionFsGadget } from '../gadget/functionfs'
import { withGadgets } from '../gadget/play'
import { createUhidDevice } from '../gadget/uhid'
import { usbLocks } from '../shared-locks'

usbTest(
  'gadget: a lock is listed as enumerated by the kernel, and its number is read by an exchange',
  async () => {
    const locks = usbLocks()
    const gadget = createHidGadget({ serialNumber: 'EX-1', answer: answers.well('8000000101') })
    await withGadgets([gadget], async () => {
      const [node] = await gadget.plugIn()
      assert.match(node ?? '', /^\/dev\/hidraw\d+$/)
      assert.equal(await locks.reading('EX-1'), '8000000101')
      const card = locks.card('EX-1')
      assert.deepEqual(card?.device, {
        ...{ vendorId: 0x1209, productId: 0x0001, serialNumber: 'EX-1' },
        ...{ product: 'Lock Desk Training Lock', manufacturer: 'Lock Desk' },
      })
      assert.equal(card.source, 'usb')
      assert.equal(card.profile?.id, 'training-lock')
      assert.equal(gadget.heard[0]?.subarray(0, 3).toString('hex'), '4c4401')
    })
    await locks.gone('EX-1')
  },
)

usbTest('gadget: the number is read from the serial number, and nothing is sent to the device', async () => {
  const locks = usbLocks()
  const gadget = createHidGadget({ productId: 0x0002, serialNumber: 'SN-6000000102' })
  await withGadgets([gadget], async () => {
    await gadget.plugIn()
    assert.equal(await locks.reading('SN-6000000102'), '6000000102')
    assert.equal(await locks.identify('SN-6000000102'), '6000000102')
    assert.deepEqual(gadget.heard, [])
  })
})

const crc = (data: Buffer) =>
  data.reduce((sum, byte) => {
    let next = sum ^ byte
    for (let bit = 0; bit < 8; bit += 1) next = next & 1 ? (next >>> 1) ^ 0xa001 : next >>> 1
    return next
  }, 0xffff)

/** a5, the ten digits in five bytes, their CRC. */
const featureReport = (digits: string) => {
  const head = Buffer.concat([Buffer.from([0xa5]), Buffer.from(digits, 'hex')])
  const sum = Buffer.alloc(2)
  sum.writeUInt16LE(crc(head))
  return Buffer.concat([head, sum], 64)
}

usbTest(
  'gadget (functionfs): the number is read from a feature report, after the request the profile sends',
  async () => {
    const locks = usbLocks()
    const gadget = createFunctionFsGadget({
      ...{ productId: 0x0003, serialNumber: 'FE-1' },
      interfaces: [{ descriptor: featureReports() }],
      feature: () => featureReport('8000000103'),
    })
    await withGadgets([gadget], async () => {
      await gadget.plugIn()
      assert.equal(await locks.reading('FE-1'), '8000000103')
      assert.equal(gadget.featuresSet[0]?.subarray(0, 2).toString('hex'), 'a501')
    })
  },
)

usbTest('uhid: a numbered feature report is read', async () => {
  const locks = usbLocks()
  const device = await createUhidDevice({
    ...{ productId: 0x0005, serialNumber: 'FE-2' },
    descriptor: featureReports(20, 3),
    feature: (id) => (id === 3 ? Buffer.concat([Buffer.from([3]), Buffer.from('8000000104')], 21) : null),
  })
  try {
    assert.equal(await locks.reading('FE-2'), '8000000104')
  } finally {
    await device.remove()
  }
})

usbTest('gadget: numbered reports are sent and received with their number', async () => {
  const locks = usbLocks()
  const gadget = createHidGadget({
    ...{ productId: 0x0004, serialNumber: 'NR-1' },
    interfaces: [{ descriptor: numberedReports(7) }],
    answer: (request, reply) => {
      if (request[0] !== 7 || request[1] !== 1) return
      const head = Buffer.from([0x81, 0, 0, 0, 105])
      const check = head.reduce((sum, byte) => sum ^ byte, 0)
      // Another number first: that report is not the response.
      reply(Buffer.concat([Buffer.from([9, 0x81])], 64))
      reply(Buffer.concat([Buffer.from([7]), head, Buffer.from([check])], 64))
    },
  })
  await withGadgets([gadget], async () => {
    await gadget.plugIn()
    assert.equal(await locks.reading('NR-1'), '8000000105')
  })
})
