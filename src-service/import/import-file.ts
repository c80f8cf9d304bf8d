import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { licenseTypes } from '#shared/model/license-types'
import type { LicenseType } from '#shared/model/license-types'
import { long, orderMerchandise, orderProduct } from '#shared/model/order-requests'
import { jsonMistake, parseJson } from '../json'
import { StartFailure } from '../start-failure'

const name = z.string().trim().min(1).max(255)
const words = z.string().default('')
const time = long.nullish().transform((value) => value ?? null)

const customerKey = { channelCode: name, channelCustomerId: name }
const customer = z.strictObject({
  ...customerKey,
  crmCustomerId: name.optional(),
  name,
  branchName: words,
  address: words,
  passwordMobile: words,
  /** Where none of an enterprise's is, the first is its default customer. */
  isDefault: z.boolean().default(false),
})

const employee = z.strictObject({
  /** Two employees may have the same one: an ambiguous account (60023). */
  globalId: name,
  /** The whole account, as the platform shows it: with the enterprise code behind it. */
  userName: name,
  name,
  departmentId: z.int().optional(),
  remark: words,
  passwordMobile: words,
  identity: z.enum(['administrator', 'employee']).default('employee'),
  online: z.boolean().default(false),
})

const asset = z.strictObject({
  assetNum: z.string().trim().min(1).max(64),
  licenseType: z.enum(Object.keys(licenseTypes) as [LicenseType, ...LicenseType[]]),
  /** Whose order it came from; left out, the enterprise's default customer. */
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
  /** The number of the borrowed lock that its products are lent onto; it has to be assigned to somebody. */
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
  /** Appended to the accounts of its employees; null: none can be added (40006). */
  code: name.nullable(),
  crmCustomerId: name.optional(),
  /** A trial enterprise holds a limited number of members (60009). */
  trial: z.boolean().default(false),
  /** None: the enterprise is bound to no authorized customer (60017). */
  customers: z.array(customer).default([]),
  departments: z.array(z.strictObject({ id: z.int(), name })).default([]),
  employees: z.array(employee).default([]),
  assets: z.array(asset).default([]),
})

const importFile = z.strictObject({ enterprises: z.array(enterprise).min(1) })

export type ImportFile = z.output<typeof importFile>
export type ImportedEnterprise = ImportFile['enterprises'][number]
export type ImportedAsset = ImportedEnterprise['assets'][number]

/** The form of the file as JSON Schema, for an editor. */
export const importJsonSchema = (): object =>
  z.toJSONSchema(importFile, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema === long) Object.assign(jsonSchema, { anyOf: undefined, type: 'integer' })
    },
  })

/** `enterprises[0].assets[2].licenseType`: where in the file something stands. */
export const pathText = (path: readonly PropertyKey[]): string =>
  path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`
    return text === '' ? String(step) : `${text}.${String(step)}`
  }, '')

const shownMistakes = 10
const deepest = 64

/** The failure of an import, its mistakes one a line with where each stands. */
export const mistakes = (file: string, list: readonly string[]): StartFailure => {
  const more = list.length - shownMistakes
  return new StartFailure(
    'usage',
    [
      `Nothing was imported: ${file} is not right.`,
      ...list.slice(0, shownMistakes).map((line) => `  ${line}`),
      ...(more > 0 ? [`  and ${more} more`] : []),
    ].join('\n'),
  )
}

const lineAt = (text: string, position: number): string => {
  const before = text.slice(0, position).split('\n')
  return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`
}

const syntaxMistake = (text: string): string => {
  const { position, why } = jsonMistake(text)
  return `${lineAt(text, position)}: is not JSON (${why})`
}

/** Reads and checks the file of an import. Throws a StartFailure that names what is wrong with it, and where. */
export const readImportFile = async (file: string): Promise<ImportFile> => {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    throw new StartFailure('usage', `The file ${file} cannot be read; check its name and its rights.`, {
      cause: error,
    })
  }
  if (text.includes('\\u0000')) throw mistakes(file, ['the file: holds a NUL character (\\u0000)'])
  let content: unknown
  try {
    content = parseJson(text.replace(/^\uFEFF/, ''), deepest)
  } catch {
    throw mistakes(file, [syntaxMistake(text)])
  }
  const parsed = importFile.safeParse(content)
  if (parsed.success) return parsed.data
  throw mistakes(
    file,
    parsed.error.issues.map(({ path, message }) => `${pathText(path) || 'the file'}: ${message}`),
  )
}
