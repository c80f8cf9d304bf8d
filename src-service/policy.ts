import { z } from 'zod'
import { licenseTypes } from '#shared/model/api/license-types'
import type { LicenseType } from '#shared/model/api/license-types'

const minuteMs = 60_000

const isPattern = (text: string): boolean => {
  try {
    return new RegExp(text).source !== ''
  } catch {
    return false
  }
}

/**
 * All choices that the API (docs/api.md) leaves open. They belong to this service; a client must not depend on
 * them. Each can be set with `--policy FILE` or `startService({ policy })`.
 */
const policySchema = z.strictObject({
  // Section 5: token issuance is not shown.
  tokenLifeMs: z
    .int()
    .positive()
    .default(120 * minuteMs),
  refreshTokenLifeMs: z
    .int()
    .positive()
    .default(30 * 24 * 60 * minuteMs),
  // Section 5.6: format, length and uniqueness window of g_nonce are not shown.
  nonceWindowMs: z
    .int()
    .positive()
    .default(15 * minuteMs),
  nonceMaxLength: z.int().positive().default(256),
  /** Concurrent and queued secret comparisons. Each comparison uses considerable CPU time and memory. */
  hashesAtOnce: z.int().positive().default(4),
  hashesWaiting: z.int().nonnegative().default(64),
  /** Failed sign-ins per name and address before a delay applies. The delay doubles with each further failure. */
  signInFailures: z.int().positive().default(10),
  signInWaitMs: z.int().positive().default(1000),
  signInMaxWaitMs: z.int().positive().default(minuteMs),
  /** Additional host names that a service on loopback accepts, for use behind a reverse proxy. */
  hosts: z.array(z.string()).readonly().default([]),
  // Sections 1 and 8: request limits are not shown.
  /** Body size accepted before the caller is authenticated. */
  strangerBodyLimitBytes: z
    .int()
    .positive()
    .default(64 * 1024),
  bodyLimitBytes: z
    .int()
    .positive()
    .default(8 * 1024 * 1024),
  bodyMaxDepth: z.int().positive().default(64),
  requestTimeoutMs: z.int().positive().default(minuteMs),
  /** Time limit of a response. The change may still be completed after the limit. */
  callTimeoutMs: z.int().positive().default(minuteMs),
  drainTimeoutMs: z.int().positive().default(10_000),
  /** Limits for connecting to the database and for one statement, including its wait for locks. */
  connectTimeoutMs: z.int().positive().default(5000),
  statementTimeoutMs: z.int().positive().default(30_000),
  /** Time limit of the health check. */
  healthTimeoutMs: z.int().positive().default(5000),
  locksPerCall: z.int().positive().default(5000),
  /** Maximum number of asset numbers in a member center request, or in one entry of an order's `assets`. */
  assetsPerCall: z.int().positive().default(5000),
  /** Products, packages, features or extensions in one list of an order. */
  itemsPerOrderList: z.int().positive().max(2000).default(500),
  ordersPerBatch: z.int().positive().default(1000),
  shellNumbersPerCall: z.int().positive().default(1000),
  // Section 2.1: the first digit is the region marker (8 domestic, 6 Singapore).
  shellNumberRegion: z.enum(['8', '6']).default('8'),
  /** Prefix of the asset numbers that the service allocates. */
  assetNumberPrefix: z.string().default('LD'),
  /** `keyChipType` of a new asset, because an order has no such field. 2 is the 5th generation. */
  newLockChipType: z.union([z.literal(1), z.literal(2)]).default(2),
  /** License types whose revocation must name the original order (section 4.1, rule 7). */
  cloudLicenseTypes: z
    .array(z.enum(Object.keys(licenseTypes) as LicenseType[]))
    .readonly()
    .default(['cloud_account', 'cloud_customer', 'cloud_personal']),
  /** Channel codes of the two customers that operation 2 creates for a CRM customer. */
  crmChannelCode: z.string().min(1).default('CRM'),
  crmIndustryChannelCode: z.string().min(1).default('CRM-INDUSTRY'),
  /** Operation 3 without `defaultCustomer`. */
  queryAllCustomersByDefault: z.boolean().default(true),
  // Section 8: limits of the employee page are not shown.
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
  /** 60009: the member limit of a trial enterprise is not shown. */
  trialMembers: z.int().positive().default(5),
  navigatePages: z.int().positive().default(8),
})

export type Policy = Readonly<z.output<typeof policySchema>>
export type PolicyChoices = z.input<typeof policySchema>

/** Returns the defaults overridden by `choices`. Throws a ZodError that names the invalid values. */
export const createPolicy = (choices: unknown = {}): Policy => policySchema.parse(choices)
