import { z } from 'zod'
import { publicKeyPattern } from '../changes/work-order'
import { isFullPath } from './full-path'
import { hasForbiddenCharacter, isAddress } from './saved-platform'
import { hasResultLog, hideablePages } from './policy'
import type { Policy, PolicyKey } from './policy'
import { isProxyRule } from './proxy'
import { isResultLogServer } from './result-log'
import { settingFields } from './settings-schema'
import { isUpdateServer, updateModes } from './update'

const address = z
  .string()
  .trim()
  .max(400, { abort: true })
  .refine(isAddress, 'is not an http or https address')

const name = z
  .string()
  .trim()
  .min(1)
  .max(200, { abort: true })
  .refine((text) => !hasForbiddenCharacter(text), 'contains a forbidden character')

const platform = z.strictObject({
  name,
  baseUrl: address,
  userCentreUrl: address,
  lookOnly: z.exactOptional(z.boolean()),
})

const {
  language,
  theme,
  sound,
  notifications,
  signatures,
  signatureDays,
  timeUnit,
  idleLockMinutes,
  chunkSize,
  employeesPerCall,
  assetsPerCall,
  numbersPerCall,
  maxFailedPercent,
  queueHours,
  commandLineChanges,
} = settingFields

/** A misspelled key would leave open what it was meant to forbid, so unknown keys are refused. */
export const policySchema = z
  .strictObject({
    language,
    theme,
    sound,
    notifications,
    signatures,
    signatureDays,
    timeUnit,
    idleLockMinutes,
    chunkSize,
    employeesPerCall,
    assetsPerCall,
    numbersPerCall,
    maxFailedPercent,
    queueHours,
    commandLineChanges,
    platforms: z.array(platform).min(1).max(100).readonly(),
    hiddenPages: z.array(z.enum(hideablePages)).max(hideablePages.length).readonly(),
    continuousMode: z.boolean(),
    orders: z.boolean(),
    deletions: z.boolean(),
    maxRowsPerJob: z.int().min(1).max(100_000),
    maxRowsWithoutWorkOrder: z.int().min(0).max(100_000),
    maxLoanDays: z.int().min(1).max(3_650),
    maxLoansPerEmployee: z.int().min(1).max(1_000),
    trustedKeys: z
      .array(z.strictObject({ name, key: z.string().regex(publicKeyPattern) }))
      .max(1_000, { abort: true })
      .refine((keys) => new Set(keys.map(({ key }) => key)).size === keys.length, 'has a key twice')
      .readonly(),
    updateMode: z.enum(updateModes),
    updateServer: z
      .string()
      .trim()
      .max(400, { abort: true })
      .refine(isUpdateServer, 'is not an https address'),
    proxy: z
      .string()
      .trim()
      .max(400, { abort: true })
      .refine(isProxyRule, 'is neither "direct" nor the address of a proxy'),
    resultLogFile: z
      .string()
      .trim()
      .max(400, { abort: true })
      .refine(isFullPath, 'is not the full path of a file'),
    resultLogServer: z
      .string()
      .trim()
      .max(400, { abort: true })
      .refine(isResultLogServer, 'is not the address of a syslog server'),
    resultLogRequired: z.boolean(),
    branch: z.string().trim().max(400, { abort: true }).refine(isFullPath, 'is not the full path of a file'),
    branchRequired: z.boolean(),
  } satisfies Readonly<Record<PolicyKey, z.ZodType>>)
  .exactPartial()
  // Otherwise the person whom the limit holds would decide whose orders lift it.
  .refine((policy) => policy.maxRowsWithoutWorkOrder === undefined || policy.trustedKeys !== undefined, {
    path: ['maxRowsWithoutWorkOrder'],
    error: 'needs trustedKeys',
  })
  .refine((policy) => policy.resultLogRequired !== true || hasResultLog(policy), {
    path: ['resultLogRequired'],
    error: 'needs resultLogFile or resultLogServer',
  })
  // Otherwise the person at the computer would decide which database has the claims.
  .refine((policy) => policy.branchRequired !== true || policy.branch !== undefined, {
    path: ['branchRequired'],
    error: 'needs branch',
  }) satisfies z.ZodType<Policy>
