import { z } from 'zod'
import { nonEmptyText, shortText } from '#shared/bridge/command'
import { reportedStates } from '#shared/model/changes/work-order'
import { lockStates } from '#shared/model/locks/lock-record'
import { rowWarnings } from '#shared/model/changes/preflight'
import { readFailureReasons } from '#shared/model/locks/plugged-lock'
import { branchLines, branchRequests } from './branch/branch-protocol'
import type { ErrorCode } from './error-code'
import { numbers, orderLines, orderRequests } from './work-orders/order-protocol'

/** Of every command; 4 only of the command line. */
export const exitStatus = { ok: 0, failed: 1, usage: 2, missing: 3, notAllowed: 4 } as const
export type ExitStatus = (typeof exitStatus)[keyof typeof exitStatus]
const exitStatuses = z.literal(Object.values(exitStatus))

/** What a command asks for. The open app checks it like input of its page. */
const request = z.discriminatedUnion('name', [
  z.strictObject({ name: z.enum(['devices', 'jobs', 'journal verify', 'journal export', 'policy']) }),
  z.strictObject({ name: z.literal('lookup'), numbers }),
  z.strictObject({
    name: z.enum(['disable', 'enable']),
    numbers,
    operatorIdentity: nonEmptyText,
    includeUnlisted: z.boolean(),
    /** Nothing is sent. Missing otherwise, so that an open app of an earlier version takes the request. */
    dryRun: z.exactOptional(z.literal(true)),
  }),
  ...orderRequests,
  ...branchRequests,
])
export type CommandRequest = z.infer<typeof request>
export type ChangeRequest = Extract<CommandRequest, { readonly name: 'disable' | 'enable' }>
export type NumberInRequest = ChangeRequest['numbers'][number]

/** The messages to the app that carries a command out. */
export const toApp = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('run'),
    version: z.literal(1),
    request,
    /** The platform given on the command line; a different one is open otherwise. */
    platform: shortText.nullable(),
  }),
  z.strictObject({ type: z.literal('cancel') }),
  /** The first message: proves the secret of the data folder (socket-path.ts). */
  z.strictObject({ type: z.literal('prove'), nonce: shortText, proof: shortText }),
])
export type ToApp = z.infer<typeof toApp>

const time = z.int().nullable()
const text = z.string()

/** The lines of `--json`, documented in docs/command-line.md. */
export const outputLine = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('device'),
    source: z.enum(['usb', 'simulated']),
    number: text.nullable(),
    state: z.enum(['reading', 'read', 'failed']),
    reason: z.enum(readFailureReasons).nullable(),
    vendorId: z.int(),
    productId: z.int(),
    product: text.nullable(),
    profile: text.nullable(),
  }),
  z.strictObject({
    type: z.literal('lock'),
    number: text,
    line: z.int(),
    state: z.enum(['found', 'ambiguous', 'not-found', 'invalid-number']),
    records: z.array(
      z.strictObject({
        assetNum: text,
        shellNumber: text.nullable(),
        states: z.array(z.enum(lockStates)),
        enterpriseGlobalId: text,
        enterpriseName: text.nullable(),
        licenseType: text.nullable(),
        employee: text.nullable(),
        validUntil: time,
        /** What the platform sent as the end, if it is no date; validUntil is null then. */
        unknownEnd: text.optional(),
      }),
    ),
  }),
  z.strictObject({
    type: z.literal('row'),
    number: text,
    line: z.int(),
    assetNum: text.nullable(),
    state: z.enum([...reportedStates, 'would-send']),
    reason: text.nullable(),
    businessCode: text.nullable(),
    warnings: z.array(z.enum(rowWarnings)),
  }),
  z.strictObject({
    type: z.literal('job'),
    jobId: text,
    action: text,
    operator: text,
    platform: text,
    requestedAt: z.int(),
    endedAt: time,
    state: z.enum(['running', 'paused', 'ended']),
    pause: text.nullable(),
    rows: z.int(),
    waiting: z.int(),
    completed: z.int(),
    failed: z.int(),
    notSent: z.int(),
    unconfirmed: z.int(),
  }),
  z.strictObject({
    type: z.literal('change'),
    entryId: text,
    jobId: text,
    action: text,
    key: text,
    number: text.nullable(),
    enterpriseGlobalId: text.nullable(),
    enterpriseName: text.nullable(),
    operator: text,
    requestedAt: z.int(),
    endedAt: time,
    state: z.enum(['waiting', ...reportedStates]),
    reason: text.nullable(),
    businessCode: text.nullable(),
  }),
  z.strictObject({
    type: z.literal('journal'),
    isIntact: z.boolean(),
    records: z.int(),
    jobs: z.int(),
    files: z.int(),
    damagedLines: z.int(),
    missingSignatures: z.int(),
    changedSignatures: z.int(),
    head: z.strictObject({ n: z.int(), hash: text }),
  }),
  z.strictObject({
    type: z.literal('policy'),
    state: z.enum(['none', 'active', 'unreadable']),
    source: text.nullable(),
    problem: text.nullable(),
    keys: z.record(text, z.json()),
    changesAllowed: z.boolean(),
  }),
  z.strictObject({ type: z.literal('version'), version: text }),
  ...orderLines,
  ...branchLines,
  z.strictObject({
    type: z.literal('error'),
    code: text,
    message: text,
    businessCode: text.nullable(),
    line: z.int().nullable(),
    /** Where in a signed file. */
    place: text.nullable(),
  }),
  z.strictObject({
    type: z.literal('result'),
    exitStatus: exitStatuses,
    platform: text.nullable(),
    jobId: text.nullable(),
  }),
])
export type OutputLine = z.infer<typeof outputLine>
export type RowLine = Extract<OutputLine, { readonly type: 'row' }>
export type Emit = (line: OutputLine) => void

export const errorLine = (
  code: ErrorCode,
  message: string,
  {
    businessCode = null,
    line = null,
    place = null,
  }: {
    readonly businessCode?: string | null
    readonly line?: number | null
    readonly place?: string | null
  } = {},
): OutputLine => ({ type: 'error', code, message, businessCode, line, place })
