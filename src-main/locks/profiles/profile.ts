import { z } from 'zod'
import { numberEncodings, readMethods } from '#shared/model/locks/lock-profile'
import type { NumberEncoding } from '#shared/model/locks/lock-profile'
import { hexBytes, hexOf } from '../hex'
import { isBounded } from './regex-safety'

/** The maximum bytes of a report after its report ID; a full-speed interrupt packet has 64. */
export const maxReportBytes = 4096

const hexId = /^0x[\da-fA-F]{1,4}$/
const usbId = z
  .union([
    z.int().min(0).max(0xffff),
    z
      .string()
      .regex(hexId, 'expected 0x and up to four hexadecimal digits')
      .transform((text) => Number.parseInt(text, 16)),
  ])
  .describe('USB ID from 0 to 65535, or as text such as "0x1209".')

const bytes = hexBytes(2 * maxReportBytes)

const compiles = (text: string) => {
  try {
    new RegExp(text, 'u')
    return true
  } catch {
    return false
  }
}

const offset = z.int().min(0).max(maxReportBytes)
/** `rule` names the error, so that the page can show it in its language (profile-problems.ts). */
const problem = (rule: string, message: string) => ({ message, params: { rule } })

const range = z
  .tuple([offset, offset])
  .refine(([from, to]) => from < to, problem('empty-range', 'the range is empty'))

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
          .max(200, { abort: true })
          .refine(compiles, { ...problem('invalid-pattern', 'not a regular expression'), abort: true })
          .refine(
            isBounded,
            problem('slow-pattern', 'the pattern may be too slow; use fewer repetitions, or start it with ^'),
          ),
      )
      .describe('A regular expression that the product string must match.'),
  })
  .describe('HID devices to which this profile applies. All given properties must match.')

const deviceText = z
  .exactOptional(z.enum(['serial', 'product', 'manufacturer']))
  .describe('Which text "by": "serial" reads; the serial number by default.')
const reportId = z
  .int()
  .min(0)
  .max(255)
  .default(0)
  .describe('Report ID; 0 if the device does not use report IDs.')
const reportLength = z
  .int()
  .min(1)
  .max(maxReportBytes)
  .default(64)
  .describe('Bytes of a report without its report ID. A shorter request is padded with zeros.')
const timeoutMs = z
  .int()
  .min(20)
  .max(10_000)
  .default(1000)
  .describe('Timeout for a response in milliseconds.')

const read = z
  .strictObject({
    by: z
      .enum(readMethods)
      .describe('"serial": a text of the device; "input": a report that the device sends by itself.'),
    text: deviceText,
    reportId,
    length: reportLength,
    request: z
      .exactOptional(bytes)
      .describe('Request in hexadecimal. Required for an exchange, optional for a feature report.'),
    answer: z
      .strictObject({
        startsWith: z
          .exactOptional(bytes)
          .describe('First bytes of a response in hexadecimal. Other reports are ignored.'),
        echoes: z
          .exactOptional(z.tuple([offset, z.int().min(1).max(16)]))
          .describe(
            '[offset, length]: random bytes at this position in the request, expected at the same position in the response.',
          ),
      })
      .default({}),
    timeoutMs,
  })
  .describe('How the shell number is read. Offsets do not include the report ID.')

const extract = z
  .strictObject({
    offset,
    length: z.int().min(1).max(64),
    as: z
      .enum(numberEncodings)
      .describe(
        '"bcd-swapped": low digit first; "digits", "digits-high": one digit per byte, in its low or high half; "hex": hexadecimal text.',
      ),
    xor: z
      .exactOptional(bytes.refine(({ length }) => length > 0, problem('too-short', 'at least one byte')))
      .describe('Mask in hexadecimal, repeated over the field, applied before decoding.'),
    digits: z
      .exactOptional(range)
      .describe('[from, to): the digits of the field that belong to the number. All by default.'),
    plus: z
      .exactOptional(z.string().regex(/^-?\d{1,20}$/, 'expected a whole number as text'))
      .describe('Whole number as text, added to the number read.'),
    reversed: z.exactOptional(z.boolean()).describe('Whether the digits are stored last digit first.'),
    region: z
      .exactOptional(z.strictObject({ at: offset, as: z.enum(['digit', 'ascii']) }))
      .describe(
        'Position of the first digit, 8 or 6, when it is stored apart, as a value or as a character.',
      ),
    expect: z
      .exactOptional(
        z
          .array(z.strictObject({ at: offset, bytes }))
          .max(64)
          .describe('Bytes in hexadecimal that the response must contain at these positions.'),
      )
      .describe('A lock with other bytes is not read.'),
    total: z
      .exactOptional(z.int().min(1).max(maxReportBytes))
      .describe('Bytes of the whole text or report; a lock with another length is not read.'),
    alone: z
      .exactOptional(z.boolean())
      .describe('Whether the character before and the one after the field must not be digits.'),
    prefix: z
      .string()
      .regex(/^(?:[86]\d{0,8})?$/, 'expected digits that start with 8 or 6')
      .default('' as string)
      .describe('Digits placed before the digits read; zeros are inserted in between.'),
  })
  .describe(
    'Position of the digits. Optional with "by": "serial" if the serial number contains exactly one shell number.',
  )

const also = z
  .array(
    z.strictObject({
      read: z
        .exactOptional(
          z.strictObject({
            by: z.enum(['serial', 'feature', 'input']),
            text: deviceText,
            reportId,
            length: reportLength,
            timeoutMs,
          }),
        )
        .describe('Another text or report; the response of the profile itself by default.'),
      extract,
    }),
  )
  .max(8)
  .describe('Further places that contain the number. A lock where they differ is not read.')

const check = z
  .strictObject({
    kind: z.enum(['none', 'sum8', 'xor8', 'crc16-modbus']),
    over: z.exactOptional(range).describe('[from, to): the first byte, and the byte after the last one.'),
    at: z
      .exactOptional(offset)
      .describe('Position of the check value; crc16-modbus has two bytes, low byte first.'),
  })
  .describe('Check value of the response.')

const maxLengths: Readonly<Record<NumberEncoding, number>> = {
  ascii: 64,
  'utf-16le': 64,
  'utf-16be': 64,
  hex: 16,
  digits: 64,
  'digits-high': 64,
  bcd: 10,
  'bcd-swapped': 10,
  'uint-le': 8,
  'uint-be': 8,
}

interface Contradiction {
  /** The field of the profile. */
  readonly path: readonly string[]
  /** As in `problem`. */
  readonly rule: string
  readonly message: string
}

/** A way to read whose fields contradict each other. */
const contradictionsOfRead = ({
  by,
  request,
  length,
  answer: { echoes },
}: z.output<typeof read>): (Contradiction | false)[] => [
  by === 'exchange' &&
    request === undefined && {
      path: ['read', 'request'],
      rule: 'missing',
      message: 'required for an exchange',
    },
  (request?.length ?? 0) > length && {
    path: ['read', 'request'],
    rule: 'beyond-length',
    message: 'must not be longer than read.length',
  },
  echoes !== undefined &&
    echoes[0] + echoes[1] > length && {
      path: ['read', 'answer', 'echoes'],
      rule: 'beyond-length',
      message: 'must be within read.length',
    },
  echoes !== undefined &&
    request === undefined && {
      path: ['read', 'answer', 'echoes'],
      rule: 'no-request',
      message: 'requires a request for the random bytes',
    },
  by === 'input' &&
    request !== undefined && {
      path: ['read', 'request'],
      rule: 'no-request-allowed',
      message: 'a report that comes by itself has no request',
    },
]

const contradictionsOfExtract = ({
  as,
  length,
  prefix,
  region,
}: z.output<typeof extract>): (Contradiction | false)[] => [
  region !== undefined &&
    prefix !== '' && {
      path: ['extract', 'prefix'],
      rule: 'prefix-and-region',
      message: 'either a prefix or a region digit',
    },
  length > maxLengths[as] && {
    path: ['extract', 'length'],
    rule: 'too-wide',
    message: `at most ${maxLengths[as]} bytes as ${as}`,
  },
]

/** What a schema of single fields cannot see. */
const contradictionsIn = (profile: {
  readonly read: z.output<typeof read>
  readonly extract?: z.output<typeof extract>
  readonly check: z.output<typeof check>
}): Contradiction[] => {
  const { kind, over, at } = profile.check
  return [
    profile.read.by !== 'serial' &&
      profile.extract === undefined && {
        path: ['extract'],
        rule: 'missing',
        message: `required to read by ${profile.read.by}`,
      },
    ...contradictionsOfRead(profile.read),
    ...(profile.extract === undefined ? [] : contradictionsOfExtract(profile.extract)),
    kind !== 'none' &&
      (over === undefined || at === undefined) && {
        path: ['check'],
        rule: 'incomplete-check',
        message: `${kind} requires over and at`,
      },
  ].filter((found) => found !== false)
}

/** The profile format version; a later version is rejected. Version 2 has no `learned.simulated`. */
export const profileVersion = 3
/** Of a profile that an earlier app can read, too. */
export const commonProfileVersion = 2

/** A lock profile: which device to match, how to send the request, where the ten digits are. Stored as `*.json`. */
export const lockProfileSchema = z
  .strictObject({
    $schema: z.exactOptional(z.string()),
    version: z
      .exactOptional(z.literal([1, commonProfileVersion, profileVersion]))
      .describe('Version of the file format; 1 by default.'),
    id: z
      .string()
      .regex(/^[a-z\d][a-z\d-]{0,59}$/, 'expected lowercase letters, digits and hyphens')
      .refine((id) => id !== 'generic-serial', problem('reserved-id', 'this ID is reserved')),
    name: localName,
    description: z
      .exactOptional(z.strictObject({ en: z.string().max(500), zh: z.string().max(500) }))
      .describe('In words: where the number is.'),
    learned: z
      .exactOptional(
        z.strictObject({
          at: z.string().max(40),
          samples: z
            .array(z.string().regex(/^[\da-f]{64}$/))
            .min(2)
            .max(32),
          agreed: z
            .exactOptional(z.array(z.string().regex(/^[\da-f]{64}$/)).max(32))
            .describe(
              'Hashes of the numbers that agreed with a shell; the numbers of the next locks are used then.',
            ),
          suspended: z.exactOptional(z.boolean()).describe('A number did not agree: reads no lock.'),
          simulated: z
            .exactOptional(z.literal(true))
            .describe('A lock was simulated: a real one of the model may show its number elsewhere.'),
        }),
      )
      .describe('Made from known locks: when, and the SHA-256 of the data of each lock.'),
    match,
    read,
    extract: z.exactOptional(extract),
    also: z.exactOptional(also),
    check: check.default({ kind: 'none' }),
    signer: z
      .exactOptional(
        z.strictObject({
          algorithm: z.literal('Ed25519'),
          key: z.string().max(43),
          name: z.string().max(100),
        }),
      )
      .describe('The computer that signed the profile.'),
    signature: z
      .exactOptional(z.string().max(86))
      .describe('Of everything else but the comparisons; a changed profile must not have one.'),
  })
  .superRefine((profile, context) => {
    for (const { path, rule, message } of contradictionsIn(profile))
      context.addIssue({ code: 'custom', path: [...path], ...problem(rule, message) })
  })

export type LockProfile = z.output<typeof lockProfileSchema>
export type ReadBy = LockProfile['read']
export type ExtractBy = NonNullable<LockProfile['extract']>
export type CheckBy = LockProfile['check']

export const writeExtract = ({ xor, expect, ...rest }: ExtractBy): z.input<typeof extract> => ({
  ...rest,
  ...(xor === undefined ? {} : { xor: hexOf(xor) }),
  ...(expect === undefined
    ? {}
    : { expect: expect.map((each) => ({ at: each.at, bytes: hexOf(each.bytes) })) }),
})

/** Converts a profile back to file form, so that another process can parse it again. */
export const writeProfile = (profile: LockProfile): z.input<typeof lockProfileSchema> => {
  const { request, answer, ...reading } = profile.read
  const { startsWith, ...echoes } = answer
  const { extract: extracting, also: others, ...rest } = profile
  return {
    ...rest,
    ...(others === undefined
      ? {}
      : { also: others.map((each) => ({ ...each, extract: writeExtract(each.extract) })) }),
    ...(extracting === undefined ? {} : { extract: writeExtract(extracting) }),
    read: {
      ...reading,
      ...(request === undefined ? {} : { request: hexOf(request) }),
      answer: { ...echoes, ...(startsWith === undefined ? {} : { startsWith: hexOf(startsWith) }) },
    },
  }
}

/** A profile as its file has it. */
export const profileText = (profile: LockProfile): string =>
  `${JSON.stringify(writeProfile(profile), null, 2)}\n`

/** The JSON Schema of a profile file for editors: resources/lock-profiles/schema.json. */
export const profileJsonSchema = () => ({
  ...z.toJSONSchema(lockProfileSchema, { io: 'input' }),
  title: 'Lock Desk lock profile',
  // Those of the refinements above that JSON Schema can express.
  allOf: [
    {
      if: { properties: { read: { properties: { by: { enum: ['feature', 'input', 'exchange'] } } } } },
      then: { required: ['extract'] },
    },
    {
      if: { properties: { read: { properties: { by: { const: 'exchange' } } } } },
      then: { properties: { read: { required: ['request'] } } },
    },
  ],
})
