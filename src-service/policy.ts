import { z } from 'zod'
import { licenseTypes } from '#shared/model/license-types'
import type { LicenseType } from '#shared/model/license-types'

const minute = 60_000

const isPattern = (text: string): boolean => {
  try {
    return new RegExp(text).source !== ''
  } catch {
    return false
  }
}

/**
 * Every choice the API document leaves open, in one place. Each is this service's own; a client must not depend
 * on any of them. All of them can be set with `--policy FILE` or `startService({ policy })`.
 */
const policySchema = z.strictObject({
  // Section 5: token issuance is not shown.
  tokenLifeMs: z
    .int()
    .positive()
    .default(120 * minute),
  refreshTokenLifeMs: z
    .int()
    .positive()
    .default(30 * 24 * 60 * minute),
  // Section 5.6: format, length and uniqueness window of g_nonce are not shown.
  nonceWindowMs: z
    .int()
    .positive()
    .default(15 * minute),
  nonceMaxLength: z.int().positive().default(256),
  // Sections 1 and 8: limits of a call are not shown.
  bodyLimitBytes: z
    .int()
    .positive()
    .default(8 * 1024 * 1024),
  bodyMaxDepth: z.int().positive().default(64),
  requestTimeoutMs: z.int().positive().default(minute),
  /** How long the answer to a call may take; what it changes may be done even so. */
  callTimeoutMs: z.int().positive().default(minute),
  drainTimeoutMs: z.int().positive().default(10_000),
  /** How long the database may take to be connected to, and to carry out one statement (or give up its locks). */
  connectTimeoutMs: z.int().positive().default(5000),
  statementTimeoutMs: z.int().positive().default(30_000),
  /** How long a look at the store's health may take. */
  healthTimeoutMs: z.int().positive().default(5000),
  locksPerCall: z.int().positive().default(5000),
  /** Asset numbers that a call of the member centre, or one entry of an order's `assets`, may name. */
  assetsPerCall: z.int().positive().default(5000),
  /** Products, packages or extensions in one list of an order. */
  itemsPerOrderList: z.int().positive().max(2000).default(500),
  ordersPerBatch: z.int().positive().default(1000),
  shellNumbersPerCall: z.int().positive().default(1000),
  // Section 2.1: the first digit is the region marker (8 domestic, 6 Singapore).
  shellNumberRegion: z.enum(['8', '6']).default('8'),
  /** What stands before the digits of an asset number that the service allocates. */
  assetNumberPrefix: z.string().default('LD'),
  /** `keyChipType` of a new asset: an order does not say. 2 is the 5th generation. */
  newLockChipType: z.union([z.literal(1), z.literal(2)]).default(2),
  /** The license types whose deletion must name the order it came from (section 4.1, rule 7). */
  cloudLicenseTypes: z
    .array(z.enum(Object.keys(licenseTypes) as LicenseType[]))
    .readonly()
    .default(['cloud_account', 'cloud_customer', 'cloud_personal']),
  /** Channel codes of the two customers that operation 2 makes for a CRM customer. */
  crmChannelCode: z.string().min(1).default('CRM'),
  crmIndustryChannelCode: z.string().min(1).default('CRM-INDUSTRY'),
  /** Operation 3 without `defaultCustomer`. */
  queryAllCustomersByDefault: z.boolean().default(true),
  // Section 8: bounds of the employee page are not shown.
  pageSize: z.int().positive().default(20),
  maxPageSize: z.int().positive().default(100),
  passwordLength: z
    .strictObject({ min: z.int().positive(), max: z.int().positive() })
    .refine(({ min, max }) => min <= max, 'min is more than max')
    .readonly()
    .default({ min: 6, max: 20 }),
  mobilePattern: z
    .string()
    .refine(isPattern, 'is no regular expression')
    .default(String.raw`^1\d{10}$`),
  /** 60009: how many members a trial enterprise may have is not shown. */
  trialMembers: z.int().positive().default(5),
  navigatePages: z.int().positive().default(8),
})

export type Policy = Readonly<z.output<typeof policySchema>>
export type PolicyChoices = z.input<typeof policySchema>

/** The policy with `choices` in place of the defaults; throws a ZodError that names what is wrong with them. */
export const createPolicy = (choices: unknown = {}): Policy => policySchema.parse(choices)
