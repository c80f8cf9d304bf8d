import { z } from 'zod'
import {
  checkKinds,
  decodeProblems,
  noCardReasons,
  noTrialReasons,
  trialFailures,
} from '#shared/model/locks/attached-device'
import type { AttachedDevices, Trial } from '#shared/model/locks/attached-device'
import { skippedReasons } from '#shared/model/locks/device-sample'
import type { DeviceSample } from '#shared/model/locks/device-sample'
import { readMethods } from '#shared/model/locks/lock-profile'
import { readFailureReasons } from '#shared/model/locks/plugged-lock'
import type { EnabledModel, PluggedLock, Reading } from '#shared/model/locks/plugged-lock'
import { isShellNumber } from '#shared/model/locks/shell-number'
import type { KnownDevice } from '../reader/plugged-device'
import { lockProfileSchema } from '../profiles/profile'

// The messages between main and the USB process. Both sides validate them: the USB process reads untrusted
// devices, so a compromised one must not affect main.

/** Device texts are much shorter, a report in hexadecimal has some thousand characters. */
const text = z.string().max(20_000)
/** Of devices, and of what belongs to one. */
const listOf = <Item extends z.ZodType>(item: Item) => z.array(item).max(1000)
const shellNumber = z.string().refine(isShellNumber)
const usbId = z.int().min(0).max(0xffff)
const milliseconds = z.number().nonnegative()
const localName = z.strictObject({ en: text, zh: text })

const reading: z.ZodType<Reading> = z.discriminatedUnion('state', [
  z.strictObject({ state: z.literal('reading') }),
  z.strictObject({ state: z.literal('read'), shellNumber }),
  z.strictObject({
    state: z.literal('failed'),
    reason: z.enum(readFailureReasons),
    detail: text,
    candidate: shellNumber.nullable(),
  }),
])

const facts = z.strictObject({
  vendorId: usbId,
  productId: usbId,
  product: text.nullable(),
  manufacturer: text.nullable(),
  serialNumber: text.nullable(),
})
const profileName = z.strictObject({ id: text, name: localName }).nullable()

const lock: z.ZodType<PluggedLock> = z.strictObject({
  plugId: text.min(1),
  source: z.literal('usb'),
  device: facts,
  profile: profileName,
  reading,
  pluggedAt: milliseconds,
})

const known: z.ZodType<KnownDevice> = z.strictObject({
  plugId: text.min(1),
  pluggedAt: milliseconds,
  interfaceKeys: listOf(text),
  reading,
})

const devices: z.ZodType<AttachedDevices> = z.strictObject({
  state: z.enum(['starting', 'listed', 'failed']),
  problem: text.nullable(),
  devices: listOf(
    z.strictObject({
      deviceId: text.min(1),
      source: z.literal('usb'),
      facts,
      interfaces: listOf(
        z.strictObject({
          interface: z.int().nullable(),
          usages: listOf(z.strictObject({ page: z.int(), usage: z.int() })),
        }),
      ),
      profile: profileName,
      nearMisses: listOf(
        z.strictObject({
          profileId: text,
          name: localName,
          mismatches: listOf(
            z.strictObject({
              what: z.enum(['product-id', 'usage-page', 'usage', 'interface', 'product']),
              expected: text,
              found: text.nullable(),
            }),
          ),
        }),
      ),
      isProtected: z.boolean(),
      noCard: z.enum(noCardReasons).nullable(),
      reading: reading.nullable(),
      pluggedAt: milliseconds.nullable(),
    }),
  ),
})

const range = z.strictObject({ from: z.int().nonnegative(), to: z.int().nonnegative() })
const trial: z.ZodType<Trial> = z.strictObject({
  by: z.enum(readMethods),
  interface: z.int().nullable(),
  reportId: z.int(),
  sent: text.nullable(),
  received: listOf(text),
  receivedCount: z.int(),
  decoded: z
    .strictObject({
      bytes: text,
      numberAt: range.nullable(),
      check: z
        .strictObject({
          kind: z.enum(checkKinds),
          over: range,
          at: range,
          expected: text.nullable(),
          carried: text.nullable(),
        })
        .nullable(),
      number: shellNumber.nullable(),
      problem: z.enum(decodeProblems).nullable(),
    })
    .nullable(),
  failure: z.enum(trialFailures).nullable(),
  detail: text,
  tookMs: milliseconds,
})

const reportId = z.int().min(0).max(255)
const sample: z.ZodType<DeviceSample> = z.strictObject({
  facts,
  reports: listOf(
    z.strictObject({
      kind: z.enum(['feature', 'input', 'response']),
      interface: z.int().nullable(),
      reportId,
      reads: z.array(text.regex(/^(?:[\da-f]{2})*$/)).max(100),
      profileId: z.exactOptional(text),
    }),
  ),
  skipped: listOf(z.strictObject({ reportId: reportId.nullable(), why: z.enum(skippedReasons) })),
  hasDescriptor: z.boolean(),
})

const model: z.ZodType<EnabledModel> = z.strictObject({
  vendorId: usbId,
  productId: usbId,
  product: text.nullable(),
  comparedNumber: shellNumber,
  enabledAt: milliseconds,
})

/** Profiles are sent in file form, so that the same schema validates them. */
const recognition = z.strictObject({ profiles: z.array(lockProfileSchema), models: z.array(model) })

export const toUsbProcess = z.discriminatedUnion('type', [
  /** The first message. `known` lists the devices of the previous process. */
  z.strictObject({ type: z.literal('start'), recognition, known: z.array(known) }),
  z.strictObject({ type: z.literal('recognize'), recognition }),
  z.strictObject({ type: z.literal('rescan') }),
  z.strictObject({ type: z.literal('identify'), id: z.int(), plugId: text }),
  z.strictObject({ type: z.literal('try'), id: z.int(), deviceId: text, profile: lockProfileSchema }),
  z.strictObject({
    type: z.literal('sample'),
    id: z.int(),
    deviceId: text,
    asking: z.array(lockProfileSchema).max(100),
  }),
  /** Cancels an `identify`, a `try` or a `sample`. */
  z.strictObject({ type: z.literal('cancel'), id: z.int() }),
  z.strictObject({ type: z.literal('stop') }),
])

export const fromUsbProcess = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('heartbeat') }),
  z.strictObject({ type: z.literal('locks'), locks: listOf(lock), known: listOf(known) }),
  z.strictObject({
    type: z.literal('identified'),
    id: z.int(),
    outcome: z.discriminatedUnion('ok', [
      z.strictObject({ ok: z.literal(true), value: shellNumber }),
      z.strictObject({
        ok: z.literal(false),
        error: z.strictObject({ code: z.enum(readFailureReasons), message: text }),
      }),
    ]),
  }),
  z.strictObject({ type: z.literal('devices'), devices }),
  z.strictObject({
    type: z.literal('tried'),
    id: z.int(),
    outcome: z.discriminatedUnion('ok', [
      z.strictObject({ ok: z.literal(true), value: trial }),
      z.strictObject({
        ok: z.literal(false),
        error: z.strictObject({ code: z.enum(noTrialReasons), message: text }),
      }),
    ]),
  }),
  z.strictObject({
    type: z.literal('sampled'),
    id: z.int(),
    outcome: z.discriminatedUnion('ok', [
      z.strictObject({ ok: z.literal(true), value: sample }),
      z.strictObject({
        ok: z.literal(false),
        error: z.strictObject({ code: z.enum(noTrialReasons), message: text }),
      }),
    ]),
  }),
  z.strictObject({ type: z.literal('log'), level: z.enum(['info', 'warn', 'error']), message: text }),
])

/** The input types of the schemas, for senders; receivers use the output types. */
export type ToUsbProcess = z.input<typeof toUsbProcess>
export type FromUsbProcess = z.output<typeof fromUsbProcess>
export type UsbProcessMessage = z.output<typeof toUsbProcess>
