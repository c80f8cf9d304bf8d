import { z } from 'zod'
import { isBounded } from './bounded-pattern'

/** A report carries at most this many bytes after its report id; 64 is a full-speed interrupt packet. */
export const longestReport = 4096

const hexId = /^0x[\da-fA-F]{1,4}$/
const usbId = z
  .union([
    z.int().min(0).max(0xffff),
    z
      .string()
      .regex(hexId, 'expected 0x and up to four hexadecimal digits')
      .transform((text) => Number.parseInt(text, 16)),
  ])
  .describe('A USB id, 0 to 65535, or as text "0x1209".')

const hexBytes = /^(?:[\da-fA-F]{2} ?)*$/
const bytes = z
  .string()
  .max(2 * longestReport)
  .regex(hexBytes, 'expected pairs of hexadecimal digits')
  .transform((text) => Uint8Array.from(Buffer.from(text.replaceAll(' ', ''), 'hex')))

const compiles = (text: string) => {
  try {
    new RegExp(text, 'u')
    return true
  } catch {
    return false
  }
}

const offset = z.int().min(0).max(longestReport)
/** `rule` names the mistake for the screens, which say it in their own language (profile-problems.ts). */
const broken = (rule: string, message: string) => ({ message, params: { rule } })

const range = z
  .tuple([offset, offset])
  .refine(([from, to]) => from < to, broken('empty-range', 'the range is empty'))

const localName = z.strictObject({ en: z.string().min(1).max(100), zh: z.string().min(1).max(100) })

const match = z
  .strictObject({
    vendorId: usbId,
    productId: usbId,
    usagePage: z.exactOptional(z.int().min(0).max(0xffff)),
    usage: z.exactOptional(z.int().min(0).max(0xffff)),
    interface: z.exactOptional(z.int().min(0).max(255)),
    product: z
      .exactOptional(
        z
          .string()
          .max(200)
          .refine(compiles, { ...broken('not-a-pattern', 'not a regular expression'), abort: true })
          .refine(
            isBounded,
            broken('endless-pattern', 'could be matched in too many ways: fewer repeats, or ^ in front'),
          ),
      )
      .describe('A regular expression that the product string must match.'),
  })
  .describe('Which HID devices this profile reads: all that is given must fit.')

const read = z
  .strictObject({
    by: z.enum(['serial', 'feature', 'exchange']),
    reportId: z.int().min(0).max(255).default(0).describe('0 where the device does not number its reports.'),
    length: z
      .int()
      .min(1)
      .max(longestReport)
      .default(64)
      .describe('Bytes of a report, its report id not counted. A shorter request is filled up with zeros.'),
    request: z
      .exactOptional(bytes)
      .describe(
        'What is sent first, in hexadecimal. Needed for an exchange; for a feature report if it wants one.',
      ),
    answer: z
      .strictObject({
        startsWith: z.exactOptional(bytes).describe('Hexadecimal; other reports are passed over.'),
        echoes: z
          .exactOptional(z.tuple([offset, z.int().min(1).max(16)]))
          .describe(
            '[offset, length]: random bytes put into the request at this place and expected at the same place of the answer.',
          ),
      })
      .default({}),
    timeoutMs: z.int().min(20).max(10_000).default(1000).describe('Milliseconds to wait for one answer.'),
  })
  .describe('How the bytes that hold the shell number are had. Offsets never count the report id.')

const extract = z
  .strictObject({
    offset,
    length: z.int().min(1).max(64),
    as: z.enum(['ascii', 'bcd', 'uint-le', 'uint-be']),
    prefix: z
      .string()
      .regex(/^(?:[86]\d{0,8})?$/, 'expected digits that begin with 8 or 6')
      .default('' as string)
      .describe('Digits put before those read; a number is filled up with zeros between.'),
  })
  .describe(
    'Where the digits are. Left out with "by": "serial", the serial number must hold exactly one shell number.',
  )

const check = z
  .strictObject({
    kind: z.enum(['none', 'sum8', 'xor8', 'crc16-modbus']),
    over: z.exactOptional(range).describe('[from, to]: from the first byte to the one before the second.'),
    at: z
      .exactOptional(offset)
      .describe('Where the check is; crc16-modbus takes two bytes, the low one first.'),
  })
  .describe('The check that the bytes carry.')

const widest = { ascii: 64, bcd: 10, 'uint-le': 8, 'uint-be': 8 } as const

/** Of the form that profiles have; a later one is refused whole, not read by halves. */
export const profileVersion = 1

/** A lock profile: what to look for, how to ask, where the ten digits are. Files of it are `*.json`. */
export const lockProfileSchema = z
  .strictObject({
    $schema: z.exactOptional(z.string()),
    version: z
      .exactOptional(z.literal(profileVersion))
      .describe('Of the form of this file; left out it is the first.'),
    id: z
      .string()
      .regex(/^[a-z\d][a-z\d-]{0,59}$/, 'expected small letters, digits and dashes')
      .refine((id) => id !== 'generic-serial', broken('taken-id', 'this id is taken by the app')),
    name: localName,
    match,
    read,
    extract: z.exactOptional(extract),
    check: check.default({ kind: 'none' }),
  })
  .superRefine((profile, context) => {
    const say = (path: string[], rule: string, message: string) =>
      context.addIssue({ code: 'custom', path, ...broken(rule, message) })
    const { read: reading, extract: place, check: sum } = profile
    if (reading.by !== 'serial' && place === undefined) {
      say(['extract'], 'missing', `needed to read by ${reading.by}`)
    }
    if (reading.by === 'exchange' && reading.request === undefined) {
      say(['read', 'request'], 'missing', 'needed for an exchange')
    }
    if ((reading.request?.length ?? 0) > reading.length) {
      say(['read', 'request'], 'beyond-length', 'longer than read.length')
    }
    const { echoes } = reading.answer
    if (echoes !== undefined && echoes[0] + echoes[1] > reading.length) {
      say(['read', 'answer', 'echoes'], 'beyond-length', 'reaches beyond read.length')
    }
    if (echoes !== undefined && reading.request === undefined) {
      say(['read', 'answer', 'echoes'], 'no-request', 'there is no request to put the tag into')
    }
    if (place !== undefined && place.length > widest[place.as]) {
      say(['extract', 'length'], 'too-wide', `at most ${widest[place.as]} bytes as ${place.as}`)
    }
    if (sum.kind !== 'none' && (sum.over === undefined || sum.at === undefined)) {
      say(['check'], 'check-place', `${sum.kind} needs over and at`)
    }
  })

export type LockProfile = z.output<typeof lockProfileSchema>
export type ReadBy = LockProfile['read']
export type ExtractBy = NonNullable<LockProfile['extract']>
export type CheckBy = LockProfile['check']

/** The same profile as a file would say it, so that it can cross a process and be parsed again. */
export const writeProfile = (profile: LockProfile): z.input<typeof lockProfileSchema> => {
  const hex = (data: Uint8Array) => Buffer.from(data).toString('hex')
  const { request, answer, ...reading } = profile.read
  const { startsWith, ...rest } = answer
  return {
    ...profile,
    read: {
      ...reading,
      ...(request === undefined ? {} : { request: hex(request) }),
      answer: { ...rest, ...(startsWith === undefined ? {} : { startsWith: hex(startsWith) }) },
    },
  }
}

/** The JSON Schema of a profile file, for editors: resources/lock-profiles/schema.json. */
export const profileJsonSchema = () => ({
  ...z.toJSONSchema(lockProfileSchema, { io: 'input' }),
  title: 'Lock Desk lock profile',
  // What the refinements above say and JSON Schema can say too.
  allOf: [
    {
      if: { properties: { read: { properties: { by: { enum: ['feature', 'exchange'] } } } } },
      then: { required: ['extract'] },
    },
    {
      if: { properties: { read: { properties: { by: { const: 'exchange' } } } } },
      then: { properties: { read: { required: ['request'] } } },
    },
  ],
})
