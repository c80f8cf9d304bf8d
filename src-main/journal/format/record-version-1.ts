import { z } from 'zod'
import type { ChangeReason } from '#shared/model/changes/change'
import type { JournalRecord } from '../record'

// Version 1 had one lock per change: `intent`, `sent`, then `done`, `failed`, `not-sent` or `unknown`. Its
// lines stay unchanged in the file and are read as jobs with one row.

const reason = z.custom<ChangeReason>(
  (value) => typeof value === 'object' && value !== null && 'kind' in value,
)
const common = { v: z.literal(1), n: z.int(), at: z.int(), previous: z.string().length(64) }

export const recordSchemaOfVersion1 = z.discriminatedUnion('kind', [
  z.object({
    ...common,
    kind: z.literal('intent'),
    entry: z.string(),
    intent: z.object({
      operation: z.enum(['order.lockAssets', 'order.unlockAssets']),
      assetNum: z.string(),
      shellNumber: z.string().nullable(),
      enterpriseGlobalId: z.string().nullable(),
      enterpriseName: z.string().nullable(),
      operatorIdentity: z.string(),
      environment: z.string(),
      training: z.boolean(),
    }),
  }),
  z.object({ ...common, kind: z.literal('sent'), entry: z.string() }),
  z.object({
    ...common,
    kind: z.enum(['done', 'failed', 'not-sent', 'unknown']),
    entry: z.string(),
    reason: reason.nullable(),
  }),
  z.object({ ...common, kind: z.literal('damage'), lines: z.array(z.int()), copy: z.string() }),
])

export const upgradeFromVersion1 = (older: z.infer<typeof recordSchemaOfVersion1>): JournalRecord => {
  const link = { v: 2, n: older.n, at: older.at, previous: older.previous } as const
  switch (older.kind) {
    case 'intent': {
      const { assetNum, shellNumber, enterpriseGlobalId, enterpriseName, ...facts } = older.intent
      const row = {
        key: assetNum,
        shellNumber,
        enterpriseGlobalId,
        enterpriseName,
        lockedBefore: null,
        memberGlobalId: null,
        memberName: null,
        request: null,
      }
      const intent = { ...facts, chunkSize: 1, retryOf: null, rows: [row] }
      return { ...link, kind: 'job', job: older.entry, intent }
    }
    case 'sent':
      return { ...link, kind: 'sent', job: older.entry, rows: [0] }
    case 'damage':
      return { ...link, kind: 'damage', lines: older.lines, copy: older.copy }
    default:
      return {
        ...link,
        kind: 'ended',
        job: older.entry,
        ends: [{ row: 0, state: older.kind, reason: older.reason }],
      }
  }
}
