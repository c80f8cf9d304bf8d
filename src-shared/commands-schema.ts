import { z } from 'zod'
import { languages, savedKinds, themes } from './commands'
import type { CommandInput, CommandName } from './commands'
import { connectCommandSchemas } from './connect-commands-schema'
import { deviceCommandSchemas } from './device-commands-schema'
import { diagnoseCommandSchemas } from './diagnose-commands-schema'
import { draftCommandSchemas } from './draft-commands-schema'
import { journalCommandSchemas } from './journal-commands-schema'
import { longestSlice } from './list-commands'
import { listCommandSchemas } from './list-commands-schema'
import { loanCommandSchemas } from './loan-commands-schema'
import { queueHours } from './outbox-commands'
import { outboxCommandSchemas } from './outbox-commands-schema'
import { settleCommandSchemas } from './settle-commands-schema'
import { updateCommandSchemas } from './update-commands-schema'
import { trayGestures } from './model/plugged-lock'
import { changeActions, operationOf } from './model/change'
import { changeRows } from './model/change-rows'
import type { JobRequest, RowAction } from './model/job'
import { labelSettings } from './model/label-schema'
import { openingSettings } from './model/opening-schema'
import { isShellNumber } from './model/shell-number'
import { timeUnits } from './model/timestamp'

const nothing = z.undefined()
const short = z.string().max(200)
const named = short.min(1)
const shellNumber = z.string().refine(isShellNumber)
const chunkSize = z.int().min(1).max(1000)
/** A list longer than this is a mistake, not a day's work. */
const mostRows = 100_000
const action = z.enum(['disable', 'enable'])
const job = z.strictObject({ jobId: named })
const usbId = z.int().min(0).max(0xffff)

/** From a small label to the widest plotter, in millimetres. */
const side = z.number().min(10).max(1000)
const pageSize = z.strictObject({ width: side, height: side })

const lockJob = z.strictObject({
  action,
  operatorIdentity: named,
  rows: z
    .array(
      z.strictObject({
        assetNum: named,
        shellNumber: shellNumber.nullable(),
        enterpriseGlobalId: named.nullable(),
        plugId: named.nullable(),
      }),
    )
    .min(1)
    .max(mostRows)
    .refine((rows) => new Set(rows.map(({ assetNum }) => assetNum)).size === rows.length, 'a number twice'),
  retryOf: named.nullable(),
})

const rowJob = <Action extends RowAction>(asked: Action) =>
  z.strictObject({
    action: z.literal(asked),
    operatorIdentity: named,
    rows: z.array(changeRows[operationOf[asked]]).min(1).max(mostRows),
    retryOf: named.nullable(),
  })

/** Each action with rows of its own; types follow the tables, the union is written out by them. */
const jobRequest: z.ZodType<JobRequest> = z.discriminatedUnion('action', [
  lockJob,
  rowJob('lend'),
  rowJob('assign'),
  rowJob('add-employee'),
  rowJob('edit-employee'),
  rowJob('reset-password'),
  rowJob('delete-employee'),
  rowJob('bind-customer'),
  rowJob('create-enterprise'),
  rowJob('update-customer'),
  rowJob('order'),
  rowJob('allocate'),
])

/** What main accepts as a command's input; anything else, an unknown field included, is refused. */
export const commandSchemas: { [Name in CommandName]: z.ZodType<CommandInput<Name>> } = {
  ...deviceCommandSchemas,
  ...diagnoseCommandSchemas,
  ...connectCommandSchemas,
  ...listCommandSchemas,
  ...loanCommandSchemas,
  ...journalCommandSchemas,
  ...settleCommandSchemas,
  ...outboxCommandSchemas,
  ...draftCommandSchemas,
  ...updateCommandSchemas,
  'app/describe': nothing,
  'app/dismiss-notice': z.strictObject({ id: named }),
  'app/copy': z.strictObject({
    text: z.string().max(1_000_000),
    forgetAfterMs: z.exactOptional(z.int().min(1000).max(600_000)),
  }),
  'settings/read': nothing,
  'settings/change': z.strictObject({
    language: z.exactOptional(z.enum(languages)),
    theme: z.exactOptional(z.enum(themes)),
    railCollapsed: z.exactOptional(z.boolean()),
    operatorIdentity: z.exactOptional(short),
    timeUnit: z.exactOptional(z.enum(timeUnits)),
    operators: z.exactOptional(z.array(named).max(100)),
    idleLockMinutes: z.exactOptional(z.int().min(0).max(240)),
    sound: z.exactOptional(z.boolean()),
    chunkSize: z.exactOptional(chunkSize),
    labels: z.exactOptional(labelSettings),
    queueHours: z.exactOptional(z.int().min(queueHours.least).max(queueHours.most)),
    opening: z.exactOptional(openingSettings),
  }),
  'platform/status': nothing,
  'platform/check': nothing,
  'locks/list': nothing,
  'locks/rescan': nothing,
  'locks/models': nothing,
  'locks/enable-model': z.strictObject({ plugId: named, comparedNumber: shellNumber }),
  'locks/forget-model': z.strictObject({ vendorId: usbId, productId: usbId }),
  'tray/list': nothing,
  'tray/act': z.strictObject({ trayId: named, gesture: z.enum(trayGestures) }),
  'desk/look-up': z.strictObject({ number: short, freshness: z.enum(['known', 'fresh']) }),
  'desk/licences': z.strictObject({ assetId: named }),
  'desk/change': z.strictObject({
    action,
    assetNum: named,
    shellNumber: shellNumber.nullable(),
    enterpriseGlobalId: named.nullable(),
    operatorIdentity: named,
    plugId: named.nullable(),
  }),
  'desk/settle': z.strictObject({ entryId: named }),
  'desk/look-up-many': z.strictObject({
    numbers: z.array(short).max(mostRows),
    freshness: z.enum(['known', 'fresh']),
  }),
  'desk/arm': z.strictObject({ action, operatorIdentity: named }),
  'desk/disarm': nothing,
  'jobs/start': jobRequest,
  'jobs/pause': job,
  'jobs/resume': job,
  'jobs/cancel': job,
  'jobs/list': z.strictObject({
    limit: z.int().min(1).max(1000),
    action: z.exactOptional(z.enum(changeActions)),
  }),
  'jobs/read': job,
  'jobs/settle': job,
  'files/save': z.strictObject({
    name: named,
    kind: z.enum(savedKinds),
    bytes: z.instanceof(Uint8Array),
  }),
  'window/print': z.discriminatedUnion('to', [
    z.strictObject({ to: z.literal('printer'), page: z.exactOptional(pageSize) }),
    z.strictObject({ to: z.literal('pdf'), name: named, page: z.exactOptional(pageSize) }),
  ]),
  'window/hold': z.strictObject({ madePasswords: z.int().min(0).max(10_000_000) }),
  'journal/recent': z.strictObject({ limit: z.int().min(1).max(1000) }),
  'register/list': z.strictObject({
    from: z.int().min(0),
    limit: z.int().min(1).max(longestSlice),
  }),
  'register/some': z.strictObject({ enterpriseGlobalIds: z.array(named).max(100_000) }),
  'register/add': z.discriminatedUnion('by', [
    z.strictObject({ by: z.literal('id'), enterpriseGlobalId: named, enterpriseName: short }),
    z.strictObject({ by: z.literal('channel'), channelCode: named, channelCustomerId: named }),
  ]),
  'register/remove': z.strictObject({ enterpriseGlobalId: named }),
  'register/refresh': nothing,
}
