import assert from 'node:assert/strict'
import { usbTest } from '../usb-test'
import * as answers from '../gadget/answers'
import type { Answer } from '../gadget/answers'
import { featureReports } from '../gadget/descriptors'
import { createHidGadget } from '../gadget/f-hid'
import { createFunctionFsGadget } from '../gadget/functionfs'
import { withGadgets } from '../gadget/play'
import { createUhidDevice } from '../gadget/uhid'
import { usbLocks } from '../shared-locks'

/** Some kernels pad a short report, others drop it (drivers/hid/hid-core.c, hid_report_raw_event). */
const dropped = /^(?:silent|unreadable)$/

/** The results for devices with wrong responses; the shipped profile waits 400 ms and sends three requests. */
const misbehaving: readonly (readonly [string, Answer, string | RegExp])[] = [
  ['that stays silent is silent', answers.silent, 'silent'],
  ['that responds after the profile’s timeout is read', answers.late('8000000201', 600), '8000000201'],
  ['that responds long after every attempt is silent', answers.late('8000000202', 4000), 'silent'],
  ['whose report ends within the number is rejected', answers.short('8000000203', 12), dropped],
  ['whose report ends before the tag is rejected', answers.short('8000000204', 4), dropped],
  ['with a wrong check is unreadable', answers.garbled('8000000205'), 'unreadable'],
  ['that responds to another request is unreadable', answers.answersAnother('8000000206'), 'unreadable'],
  ['with an invalid number is unreadable', answers.well('7000000207'), 'unreadable'],
  ['that responds to each request three times is read', answers.repeated('8000000208', 3), '8000000208'],
  ['whose first two responses are lost is read', answers.firstLost('8000000209', 2), '8000000209'],
]

for (const [index, [what, answer, expected]] of misbehaving.entries()) {
  usbTest(`gadget: a lock ${what}`, async () => {
    const locks = usbLocks()
    const serialNumber = `AN-${index}`
    const gadget = createHidGadget({ serialNumber, answer })
    await withGadgets([gadget], async () => {
      await gadget.plugIn()
      const word = await locks.reading(serialNumber)
      if (typeof expected === 'string') assert.equal(word, expected)
      else assert.match(word, expected)
      assert.ok(gadget.heard.length <= 3, `${gadget.heard.length} requests were sent`)
    })
    await locks.gone(serialNumber)
  })
}

usbTest(
  'gadget: a lock that sends endlessly is reported as unreadable in limited time, and others are read',
  async () => {
    const locks = usbLocks()
    const noisy = createHidGadget({ serialNumber: 'NOISE' })
    const well = createHidGadget({ serialNumber: 'CALM', answer: answers.well('8000000210') })
    await withGadgets([noisy, well], async () => {
      await noisy.plugIn()
      let isOver = false
      const makeNoise = async () => {
        while (!isOver) await noisy.send(Buffer.alloc(64, 0x5a))
      }
      // Reports are not fetched while the node is closed, so the last one is never read.
      void makeNoise()
      await well.plugIn()
      assert.equal(await locks.reading('CALM'), '8000000210')
      assert.equal(await locks.reading('NOISE'), 'unreadable')
      isOver = true
    })
  },
)

usbTest('gadget: a response to an earlier process’s request is ignored', async () => {
  const locks = usbLocks()
  let first = true
  const gadget = createHidGadget({
    serialNumber: 'STALE',
    answer: (request, reply) => {
      // A valid response of another lock, followed by the right one.
      if (first) reply(answers.trainingReport(Buffer.from([1, 2, 3, 4]), '8000000299'))
      first = false
      answers.well('8000000211')(request, reply)
    },
  })
  await withGadgets([gadget], async () => {
    await gadget.plugIn()
    assert.equal(await locks.reading('STALE'), '8000000211')
  })
})

usbTest('gadget: the zeros of f_hid for a feature report are unreadable', async () => {
  const locks = usbLocks()
  const gadget = createHidGadget({
    ...{ productId: 0x0005, serialNumber: 'ZERO' },
    interfaces: [{ descriptor: featureReports(20, 3) }],
  })
  await withGadgets([gadget], async () => {
    await gadget.plugIn()
    assert.equal(await locks.reading('ZERO'), 'unreadable')
  })
})

usbTest('gadget (functionfs): a feature report that is refused is unreadable', async () => {
  const locks = usbLocks()
  const gadget = createFunctionFsGadget({
    ...{ productId: 0x0005, serialNumber: 'STALL' },
    interfaces: [{ descriptor: featureReports(20, 3) }],
    feature: () => null,
  })
  await withGadgets([gadget], async () => {
    await gadget.plugIn()
    assert.equal(await locks.reading('STALL'), 'unreadable')
  })
})

usbTest(
  'gadget (functionfs): a control request that hangs leaves the lock silent and the others readable',
  async () => {
    const locks = usbLocks()
    const hanging = createFunctionFsGadget({
      ...{ productId: 0x0005, serialNumber: 'HANG' },
      interfaces: [{ descriptor: featureReports(20, 3) }],
      feature: () => new Promise((done) => setTimeout(() => done(null), 2500)),
    })
    const well = createHidGadget({ serialNumber: 'BESIDE', answer: answers.well('8000000212') })
    await withGadgets([hanging, well], async () => {
      await hanging.plugIn()
      await well.plugIn()
      // With a delay: while a control request hangs, the kernel opens no hidraw node (drivers/hid/hidraw.c,
      // minors_rwsem).
      assert.equal(await locks.reading('BESIDE', 20_000), '8000000212')
      assert.equal(await locks.reading('HANG', 30_000), 'silent')
    })
  },
)

usbTest('uhid: a feature report shorter than the profile’s range is unreadable', async () => {
  const locks = usbLocks()
  const device = await createUhidDevice({
    ...{ productId: 0x0005, serialNumber: 'UH-SHORT' },
    descriptor: featureReports(20, 3),
    feature: () => Buffer.from([3, 0x38, 0x30]),
  })
  try {
    assert.equal(await locks.reading('UH-SHORT'), 'unreadable')
  } finally {
    await device.remove()
  }
})

usbTest('uhid: a lock is read through hidraw without a USB device above it', async () => {
  const locks = usbLocks()
  const device = await createUhidDevice({ serialNumber: 'UH-1', answer: answers.well('8000000213') })
  try {
    assert.equal(await locks.reading('UH-1'), '8000000213')
  } finally {
    await device.remove()
  }
  await locks.gone('UH-1')
})
