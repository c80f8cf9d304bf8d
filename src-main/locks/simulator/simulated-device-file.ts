import { readFileSync, statSync } from 'node:fs'
import { z } from 'zod'
import { isShellNumber } from '#shared/model/locks/shell-number'
import { fail, succeed } from '#shared/outcome'
import type { Failure, Outcome } from '#shared/outcome'
import type { LocalName } from '#shared/model/locks/plugged-lock'
import { readUntrustedJson } from '#shared/untrusted-json'
import { hexBytes } from '../hex'
import { parseReportDescriptor } from '../learn/report-descriptor'
import type { LockProfile } from '../profiles/profile'
import trainingModels from '../../../resources/training/models.json'

const maxFileBytes = 4 * 1024 * 1024
/** Larger than any report the app accepts, so that such a device can be simulated. */
const maxReportBytes = 64 * 1024
const jsonLimits = {
  length: maxFileBytes,
  depth: 12,
  values: 100_000,
  textLength: 3 * maxReportBytes + 2,
} as const

const usbId = z
  .string()
  .regex(/^0x[\da-fA-F]{4}$/, 'expected 0x and four hexadecimal digits')
  .transform((text) => Number.parseInt(text, 16))
const hex = hexBytes(3 * maxReportBytes)
const text = z.string().max(126)
const reportId = z.string().regex(/^(?:\d|[1-9]\d|1\d\d|2[0-4]\d|25[0-5])$/, 'expected a report ID')

const lock = z.strictObject({
  number: z.string().refine(isShellNumber, 'expected a shell number').describe('The number on its shell.'),
  product: z.exactOptional(text).describe('Instead of the product name of all locks.'),
  serialNumber: z.exactOptional(text),
  features: z
    .record(reportId, z.union([hex, z.array(hex).min(1).max(16), z.null()]))
    .default({})
    .describe(
      'Feature reports in hexadecimal by report ID, without it. Several are given in turn; null never answers.',
    ),
  inputs: z
    .array(z.strictObject({ reportId: z.int().min(0).max(255).default(0), data: hex }))
    .max(64)
    .default([])
    .describe('Input reports that come by themselves, in turn, without their report ID.'),
  responses: z
    .array(
      z.strictObject({
        feature: z.boolean().default(false),
        reportId: z.int().min(0).max(255).default(0),
        request: hex.refine(({ length }) => length > 0, 'at least one byte'),
        response: z.union([hex, z.array(hex).min(1).max(16), z.null()]),
      }),
    )
    .max(16)
    .default([])
    .describe(
      'Responses to output reports, or with "feature" to feature reports, that begin with the request. Several are given in turn; null never responds.',
    ),
})

/** A model of lock for the simulator, from a file (docs/simulated-device.md). */
export const simulatedDeviceSchema = z.strictObject({
  $schema: z.exactOptional(z.string()),
  version: z.literal(1),
  vendorId: usbId,
  productId: usbId,
  product: text,
  manufacturer: text,
  reportDescriptor: hex.describe('In hexadecimal; its collections are the usages of the device.'),
  locks: z.array(lock).min(1).max(100),
})

export type SimulatedModel = z.output<typeof simulatedDeviceSchema>
export type SimulatedModelLock = SimulatedModel['locks'][number]

/** A lock of a model that a file describes, for the simulator. */
export interface ModelLockItem {
  readonly trayId: string
  readonly kind: 'model-lock'
  readonly label: LocalName
  readonly pluggedIn: boolean
  readonly model: SimulatedModel
  readonly lock: SimulatedModelLock
}

/** The JSON Schema of such a file: resources/training/simulated-device.schema.json. */
export const simulatedDeviceJsonSchema = () => ({
  ...z.toJSONSchema(simulatedDeviceSchema, { io: 'input' }),
  title: 'Lock Desk simulated device',
})

const itemsOf = (model: SimulatedModel, group: string): ModelLockItem[] =>
  model.locks.map((each, index) => {
    const label = `${each.product ?? model.product} ${each.number}`
    return {
      trayId: `${group}-${index + 1}`,
      kind: 'model-lock',
      label: { en: label, zh: label },
      pluggedIn: false,
      model,
      lock: each,
    }
  })

/** Two models that no bundled profile reads: resources/training/models.json. */
const practiceModels = (): readonly SimulatedModel[] => z.array(simulatedDeviceSchema).parse(trainingModels)

/** Their locks. */
export const trainingModelLocks = (): readonly ModelLockItem[] =>
  practiceModels().flatMap((model, index) => itemsOf(model, `practice-${index + 1}`))

/** Whether a profile was learned from simulated locks, or is of a model of the training, which no other computer can read. */
export const isSimulatedProfile = ({ match, learned }: Pick<LockProfile, 'match' | 'learned'>): boolean =>
  learned?.simulated === true ||
  practiceModels().some(
    ({ vendorId, productId }) => vendorId === match.vendorId && productId === match.productId,
  )

/** The locks of the files, in order. Fails with the first file that cannot be used. */
export const readSimulatedDevices = (
  files: readonly string[],
): Outcome<readonly ModelLockItem[], Failure<'usage'>> => {
  const items: ModelLockItem[] = []
  for (const [index, file] of files.entries()) {
    const refuse = (why: string) => fail({ code: 'usage' as const, message: `${file}: ${why}` })
    try {
      const { size } = statSync(file)
      if (size > maxFileBytes) return refuse(`larger than ${maxFileBytes} bytes`)
      const json = readUntrustedJson(readFileSync(file, 'utf8'), jsonLimits)
      if (!json.ok) return refuse(json.problem === 'duplicate-key' ? 'a field twice' : 'not JSON')
      const parsed = simulatedDeviceSchema.safeParse(json.value)
      if (!parsed.success) return refuse(z.prettifyError(parsed.error).slice(0, 1000))
      if (parseReportDescriptor(parsed.data.reportDescriptor).usages.length === 0) {
        return refuse('the report descriptor has no application collection')
      }
      items.push(...itemsOf(parsed.data, `device-${index + 1}`))
    } catch {
      return refuse('cannot be read')
    }
  }
  return succeed(items)
}
