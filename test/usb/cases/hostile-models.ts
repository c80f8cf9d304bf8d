import assert from 'node:assert/strict'
import type { AddOutcome } from '#shared/model/locks/learned-model'
import type { ShellNumber } from '#shared/model/locks/shell-number'
import { createLearning } from '../../../src-main/locks/learn/learning'
import type { Learning } from '../../../src-main/locks/learn/learning'
import * as answers from '../gadget/answers'
import { featureReports, keyboardReports, mouseReports, securityKeyReports } from '../gadget/descriptors'
import { createHidGadget } from '../gadget/f-hid'
import { createFunctionFsGadget } from '../gadget/functionfs'
import type { GadgetOptions } from '../gadget/gadget'
import { withGadgets } from '../gadget/play'
import { pause } from '../gadget/until'
import { modelNumbers } from '../lock-models'
import { unknownModel } from '../profiles'
import { usbLocks } from '../shared-locks'
import { usbTest } from '../usb-test'

const reportId = 3
const reportLength = 16

/** Nothing is sent, since no request is known and none is agreed to. */
const startLearning = (): Learning =>
  createLearning({
    profileTester: usbLocks().source,
    profiles: () => [],
    confirm: () => Promise.resolve(false),
  })
const add = async (
  learning: Learning,
  serialNumber: string,
  number: ShellNumber | undefined = modelNumbers[0],
): Promise<AddOutcome> => {
  assert.ok(number !== undefined)
  return learning.add(await usbLocks().deviceId(serialNumber), number, false)
}
const lookedAt = (outcome: AddOutcome) => {
  assert.ok(outcome.state === 'added', JSON.stringify(outcome))
  return outcome.learning
}

/** The given reports, and a feature report that would be read if the device were looked at. */
const withFeature = (reports: Uint8Array) => Buffer.concat([reports, featureReports(reportLength)])

const protectedDevices: Readonly<Record<string, GadgetOptions>> = {
  'BOOT-KEYBOARD': { interfaces: [{ descriptor: withFeature(keyboardReports()), boot: 'keyboard' }] },
  'BOOT-MOUSE': { interfaces: [{ descriptor: withFeature(mouseReports()), boot: 'mouse' }] },
  'SECURITY-KEY': { interfaces: [{ descriptor: withFeature(securityKeyReports()) }] },
  // An interface of the class of smart card readers beside a vendor-defined HID interface.
  'CARD-READER': { interfaces: [{ descriptor: featureReports(reportLength) }], otherClasses: [0x0b] },
}

usbTest(
  'gadget (functionfs): learning requests nothing from a keyboard, a mouse, a security key and a card reader',
  async () => {
    const plugged = Object.entries(protectedDevices).map(([serialNumber, options]) => ({
      serialNumber,
      gadget: createFunctionFsGadget({
        ...{ ...unknownModel, serialNumber, feature: () => Buffer.alloc(reportLength) },
        ...options,
      }),
    }))
    const gadgets = plugged.map(({ gadget }) => gadget)
    await withGadgets(gadgets, async () => {
      await Promise.all(gadgets.map((gadget) => gadget.plugIn()))
      for (const { serialNumber, gadget } of plugged) {
        const outcome = await add(startLearning(), serialNumber)
        const reason = outcome.state === 'not-read' ? outcome.reason : outcome.state
        assert.deepEqual(
          [serialNumber, reason, gadget.heard, gadget.reportRequests],
          [serialNumber, 'protected-device', [], []],
        )
      }
    })
  },
)

usbTest('gadget (functionfs): learning gives up on a feature report that hangs', async () => {
  const locks = usbLocks()
  const processes = locks.started()
  const hanging = createFunctionFsGadget({
    ...{ ...unknownModel, serialNumber: 'L-HANG' },
    interfaces: [{ descriptor: featureReports(reportLength, reportId) }],
    feature: () => new Promise((done) => setTimeout(() => done(null), 2500)),
  })
  const well = createHidGadget({ serialNumber: 'L-BESIDE', answer: answers.well('8000000601') })
  await withGadgets([hanging, well], async () => {
    await hanging.plugIn()
    const [lock] = lookedAt(await add(startLearning(), 'L-HANG')).locks
    assert.deepEqual([lock?.featureReports, lock?.skipped], [0, 1])
    // The second round leaves it out.
    assert.deepEqual(hanging.reportRequests, [`get 030${reportId}`])
    await well.plugIn()
    assert.equal(await locks.reading('L-BESIDE', 20_000), '8000000601')
    assert.equal(locks.started(), processes)
  })
})

usbTest('gadget (functionfs): learning requests no report that is too long', async () => {
  const long = (serialNumber: string, length: number) =>
    createFunctionFsGadget({
      ...{ ...unknownModel, serialNumber },
      interfaces: [{ descriptor: featureReports(length, reportId) }],
    })
  const [longer, longest] = [long('L-8K', 8192), long('L-64K', 0xffff)]
  await withGadgets([longer, longest], async () => {
    // The kernel rejects the longest (drivers/hid/hid-core.c, HID_MAX_BUFFER_SIZE), which then has no node.
    await Promise.all([longer.plugIn(), Promise.race([longest.plugIn().catch(() => []), pause(1500)])])
    const [lock] = lookedAt(await add(startLearning(), 'L-8K')).locks
    assert.deepEqual([lock?.featureReports, lock?.skipped], [0, 1])
    assert.deepEqual([longer.reportRequests, longest.reportRequests], [[], []])
  })
})

/** What a lock does with the request for its feature report: the bytes that it sends, or null to refuse. */
const liars: Readonly<Record<string, (number: string, reads: number) => Uint8Array | null>> = {
  'sends three bytes of sixteen': (number) => Buffer.from(number, 'hex').subarray(0, 3),
  'changes at every second read': (number, reads) =>
    Buffer.from(String(BigInt(number) + BigInt(reads % 2)).padEnd(2 * reportLength, '0'), 'hex'),
  'is refused': () => null,
}

for (const [what, respond] of Object.entries(liars)) {
  usbTest(`gadget (functionfs): a model is not learned from a report that ${what}`, async () => {
    const plugged = modelNumbers.map((number, index) => {
      let reads = 0
      const serialNumber = `L-LIES-${index}`
      const gadget = createFunctionFsGadget({
        ...{ ...unknownModel, serialNumber },
        interfaces: [{ descriptor: featureReports(reportLength, reportId) }],
        feature: (id) => {
          const data = respond(number, reads++)
          return data === null ? null : Uint8Array.of(id, ...data)
        },
      })
      return { number, serialNumber, gadget }
    })
    const gadgets = plugged.map(({ gadget }) => gadget)
    await withGadgets(gadgets, async () => {
      await Promise.all(gadgets.map((gadget) => gadget.plugIn()))
      const learning = startLearning()
      for (const { number, serialNumber } of plugged) {
        const { result, canSave } = lookedAt(await add(learning, serialNumber, number))
        assert.notEqual(result?.state, 'learned')
        assert.equal(canSave, false)
      }
      assert.equal(learning.profile(), null)
      for (const { heard, featuresSet, reportRequests } of gadgets) {
        assert.deepEqual([heard, featuresSet], [[], []])
        // It was looked at, with nothing but this request.
        assert.deepEqual([...new Set(reportRequests)], [`get 030${reportId}`])
      }
    })
  })
}
