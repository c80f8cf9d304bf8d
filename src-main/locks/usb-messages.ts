import { z } from 'zod'
import {
  checkKinds,
  decodeProblems,
  noCardReasons,
  noTrialReasons,
  trialFailures,
} from '#shared/model/attached-device'
import type { AttachedDevices, Trial } from '#shared/model/attached-device'
import { readFailureReasons } from '#shared/model/plugged-lock'
import type { EnabledModel, PluggedLock, Reading } from '#shared/model/plugged-lock'
import { isShellNumber } from '#shared/model/shell-number'
import type { KnownPlug } from './plug'
import { lockProfileSchema } from './profile'

// Everything that main and the USB process say to one another. Both sides parse what they hear: the USB process reads
// hostile devices, and a damaged one must not reach further than its card.

const text = z.string()
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

const known: z.ZodType<KnownPlug> = z.strictObject({
  plugId: text.min(1),
  pluggedAt: milliseconds,
  seats: z.array(text),
  reading,
})

const devices: z.ZodType<AttachedDevices> = z.strictObject({
  state: z.enum(['starting', 'listed', 'failed']),
  problem: text.nullable(),
  devices: z.array(
    z.strictObject({
      deviceId: text.min(1),
      source: z.literal('usb'),
      facts,
      interfaces: z.array(
        z.strictObject({
          interface: z.int().nullable(),
          usages: z.array(z.strictObject({ page: z.int(), usage: z.int() })),
        }),
      ),
      profile: profileName,
      nearMisses: z.array(
        z.strictObject({
          profileId: text,
          name: localName,
          mismatches: z.array(
            z.strictObject({
              what: z.enum(['product-id', 'usage-page', 'usage', 'interface', 'product']),
              wanted: text,
              found: text.nullable(),
            }),
          ),
        }),
      ),
      noCard: z.enum(noCardReasons).nullable(),
      reading: reading.nullable(),
    }),
  ),
})

const range = z.strictObject({ from: z.int().nonnegative(), to: z.int().nonnegative() })
const trial: z.ZodType<Trial> = z.strictObject({
  by: z.enum(['serial', 'feature', 'exchange']),
  interface: z.int().nullable(),
  reportId: z.int(),
  sent: text.nullable(),
  received: z.array(text),
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

const model: z.ZodType<EnabledModel> = z.strictObject({
  vendorId: usbId,
  productId: usbId,
  product: text.nullable(),
  comparedNumber: shellNumber,
  enabledAt: milliseconds,
})

/** Profiles cross as their files say them, so that the same schema parses them again. */
const recognition = z.strictObject({ profiles: z.array(lockProfileSchema), models: z.array(model) })

export const toUsbProcess = z.discriminatedUnion('type', [
  /** The first message. `known` are the plugs of a process that died. */
  z.strictObject({ type: z.literal('start'), recognition, known: z.array(known) }),
  z.strictObject({ type: z.literal('recognise'), recognition }),
  z.strictObject({ type: z.literal('rescan') }),
  z.strictObject({ type: z.literal('identify'), id: z.int(), plugId: text }),
  z.strictObject({ type: z.literal('try'), id: z.int(), deviceId: text, profile: lockProfileSchema }),
  /** Ends an `identify` or a `try`. */
  z.strictObject({ type: z.literal('cancel'), id: z.int() }),
  z.strictObject({ type: z.literal('stop') }),
])

export const fromUsbProcess = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('beat') }),
  z.strictObject({ type: z.literal('locks'), locks: z.array(lock), known: z.array(known) }),
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
  z.strictObject({ type: z.literal('log'), level: z.enum(['info', 'warn', 'error']), message: text }),
])

/** As they are sent; what is heard is the schemas' output. */
export type ToUsbProcess = z.input<typeof toUsbProcess>
export type FromUsbProcess = z.output<typeof fromUsbProcess>
export type HeardByUsbProcess = z.output<typeof toUsbProcess>
