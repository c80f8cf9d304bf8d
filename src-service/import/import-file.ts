import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { licenseTypes } from '#shared/model/api/license-types'
import type { LicenseType } from '#shared/model/api/license-types'
import { long, orderMerchandise, orderProduct } from '#shared/model/api/order-requests'
import { describeJsonError, parseJson } from '../json'
import { StartFailure } from '../start-failure'

const name = z.string().trim().min(1).max(255)
const optionalText = z.string().default('')
const time = long.nullish().transform((value) => value ?? null)

const customerKey = { channelCode: name, channelCustomerId: name }
const customer = z.strictObject({
  ...customerKey,
  crmCustomerId: name.optional(),
  name,
  branchName: optionalText,
  address: optionalText,
  passwordMobile: optionalText,
  /** If no customer of the enterprise is the default, the first one is. */
  isDefault: z.boolean().default(false),
})

const employee = z.strictObject({
  /** Two employees may have the same one: an ambiguous account (60023). */
  globalId: name,
  /** The full account as the platform shows it, including the enterprise code. */
  userName: name,
  name,
  departmentId: z.int().optional(),
  remark: optionalText,
  passwordMobile: optionalText,
  identity: z.enum(['administrator', 'employee']).default('employee'),
  online: z.boolean().default(false),
})

const asset = z.strictObject({
  assetNum: z.string().trim().min(1).max(64),
  licenseType: z.enum(Object.keys(licenseTypes) as [LicenseType, ...LicenseType[]]),
  /** The customer whose order created it; by default the enterprise's default customer. */
  customer: z.strictObject(customerKey).optional(),
  /** 1 is the 4th generation, 2 the 5th. */
  keyChipType: z.union([z.literal(1), z.literal(2)]).default(2),
  locked: z.boolean().default(false),
  freezing: z.boolean().default(false),
  online: z.boolean().default(false),
  borrowedUsbKey: z.boolean().default(false),
  /** Disabling and enabling it fails: status 3 of the lock operations. */
  lockingFails: z.boolean().default(false),
  limitStartDate: time,
  limitEndDate: time,
  /** The userName of an employee of the enterprise. */
  assignedTo: name.optional(),
  /** The number of the borrowed lock to which its products are lent. The asset must be assigned. */
  lentOnto: name.optional(),
  assetExtendList: z
    .array(z.strictObject({ extendCode: name, extendValue: z.string() }))
    .max(500)
    .default([]),
  products: z.array(orderProduct.strict()).max(2000).default([]),
  merchandises: z.array(orderMerchandise).max(2000).default([]),
})

const enterprise = z.strictObject({
  globalId: name,
  name,
  /** Appended to the accounts of its employees. With null, no employee can be added (40006). */
  code: name.nullable(),
  crmCustomerId: name.optional(),
  /** A trial enterprise has a limited number of members (60009). */
  trial: z.boolean().default(false),
  /** If empty, the enterprise is not bound to an authorized customer (60017). */
  customers: z.array(customer).default([]),
  departments: z.array(z.strictObject({ id: z.int(), name })).default([]),
  employees: z.array(employee).default([]),
  assets: z.array(asset).default([]),
})

const importFile = z.strictObject({ enterprises: z.array(enterprise).min(1) })

export type ImportFile = z.output<typeof importFile>
export type ImportedEnterprise = ImportFile['enterprises'][number]
export type ImportedAsset = ImportedEnterprise['assets'][number]

/** The format of the file as JSON Schema, for editors. */
export const importJsonSchema = (): object =>
  z.toJSONSchema(importFile, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema === long) Object.assign(jsonSchema, { anyOf: undefined, type: 'integer' })
    },
  })

/** Path of a value in the file, such as `enterprises[0].assets[2].licenseType`. */
export const pathText = (path: readonly PropertyKey[]): string =>
  path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`
    return text === '' ? String(step) : `${text}.${String(step)}`
  }, '')

const maxShownProblems = 10
const maxDepth = 64

/** A failed import with its problems, one per line. */
export const importFailure = (file: string, list: readonly string[]): StartFailure => {
  const more = list.length - maxShownProblems
  return new StartFailure(
    'usage',
    [
      `Nothing was imported. Correct ${file}:`,
      ...list.slice(0, maxShownProblems).map((line) => `  ${line}`),
      ...(more > 0 ? [`  and ${more} more`] : []),
    ].join('\n'),
  )
}

const lineAt = (text: string, position: number): string => {
  const before = text.slice(0, position).split('\n')
  return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`
}

const syntaxProblem = (text: string): string => {
  const { position, why } = describeJsonError(text)
  return `${lineAt(text, position)}: invalid JSON (${why})`
}

/** Reads and validates an import file. Throws a StartFailure that lists the problems and their positions. */
export const readImportFile = async (file: string): Promise<ImportFile> => {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    throw new StartFailure('usage', `Cannot read the file ${file}. Check its name and permissions.`, {
      cause: error,
    })
  }
  if (text.includes('\\u0000')) throw importFailure(file, ['the file: contains a NUL character (\\u0000)'])
  let content: unknown
  try {
    content = parseJson(text.replace(/^\uFEFF/, ''), maxDepth)
  } catch {
    throw importFailure(file, [syntaxProblem(text)])
  }
  const parsed = importFile.safeParse(content)
  if (parsed.success) return parsed.data
  throw importFailure(
    file,
    parsed.error.issues.map(({ path, message }) => `${pathText(path) || 'the file'}: ${message}`),
  )
}
