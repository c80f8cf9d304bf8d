import { createHash, randomUUID } from 'node:crypto'
import type { RowAction, RowJobRequest, RowOf } from '#shared/model/changes/job'
import { joinKey } from '#shared/model/join-key'
import { countOfSecrets, isSecretField } from '#shared/model/secret-fields'
import { shellNumberIn } from '#shared/model/locks/shell-number'
import type { Intent, Json, JournalRow } from '../../journal/record'
import type { UnjournaledData } from '../jobs/job-runtime'
import { parseJson, stringifyJson } from '../../platform/response/json'

/** A journal row and the secret that the journal must not contain. */
export interface BuiltIntent {
  readonly row: JournalRow
  /** A password, or orders that may contain passwords; in memory until it is sent. */
  readonly secret: string | null
  readonly plugId: string | null
}

interface Facts extends Partial<JournalRow> {
  readonly key: string
}

const builtIntent = (
  facts: Facts,
  { secret = null, plugId = null }: { secret?: string | null; plugId?: string | null } = {},
): BuiltIntent => ({
  row: {
    shellNumber: null,
    enterpriseGlobalId: null,
    enterpriseName: null,
    lockedBefore: null,
    memberGlobalId: null,
    memberName: null,
    request: null,
    ...facts,
  },
  secret,
  plugId,
})

interface Employee {
  readonly enterpriseGlobalId: string
  readonly memberGlobalId: string
  readonly memberName: string
}
const employeeFields = ({ enterpriseGlobalId, memberGlobalId, memberName }: Employee) => ({
  key: memberGlobalId,
  enterpriseGlobalId,
  memberGlobalId,
  memberName,
})

const digestOf = (lists: readonly (readonly string[])[]): string =>
  createHash('sha256').update(JSON.stringify(lists)).digest('hex').slice(0, 12)

/** Converts to JSON: integers beyond 2^53 become strings of digits, passwords become their count. */
const journaled = (value: unknown): Json => {
  if (typeof value === 'bigint') return String(value)
  if (Array.isArray(value)) return value.map(journaled)
  if (typeof value !== 'object' || value === null) {
    return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null
  }
  const entries = Object.entries(value).filter(([, each]) => each !== undefined)
  return Object.fromEntries(
    entries.map(([name, each]) =>
      isSecretField(name) ? [name, countOfSecrets(each)] : [name, journaled(each)],
    ),
  )
}

/**
 * Builds the journal row and key of each action; throws SyntaxError for orders beyond the limits of JSON. Of two unsent changes with the same key the later one wins, so
 * changes that may coexist need different keys.
 */
export const buildIntent: { readonly [Action in RowAction]: (row: RowOf<Action>) => BuiltIntent } = {
  lend: ({ plugId, dueOn, ...row }) =>
    builtIntent(
      {
        ...employeeFields(row),
        key: row.borrowedUsbKey,
        shellNumber: shellNumberIn(row.borrowedUsbKey),
        request: dueOn === undefined ? row : { ...row, dueOn },
      },
      { plugId },
    ),
  assign: (row) =>
    builtIntent({
      ...employeeFields(row),
      // Different assignments of one employee may coexist.
      key: `${row.memberGlobalId} ${digestOf([row.deleteAssets, row.addAssets])}`,
      request: row,
    }),
  'add-employee': ({ password, ...row }) =>
    builtIntent(
      {
        key: row.userName,
        enterpriseGlobalId: row.enterpriseGlobalId,
        memberName: row.name,
        request: row,
      },
      { secret: password },
    ),
  'edit-employee': (row) => builtIntent({ ...employeeFields(row), request: row }),
  'reset-password': ({ password, ...row }) =>
    builtIntent({ ...employeeFields(row), request: row }, { secret: password }),
  'delete-employee': (row) => builtIntent({ ...employeeFields(row), request: row }),
  'bind-customer': (row) =>
    builtIntent({
      key: joinKey(row.channelCode, row.channelCustomerId),
      enterpriseName: row.enterpriseName,
      request: row,
    }),
  'create-enterprise': (row) =>
    builtIntent({ key: row.crmCustomerId, enterpriseName: row.customerName, request: row }),
  'update-customer': (row) =>
    builtIntent({ key: row.crmCustomerId, enterpriseName: row.customerName, request: row }),
  order: ({ orderList, ...row }) => {
    const secret = stringifyJson(orderList)
    return builtIntent(
      {
        key: joinKey(row.channelCode, row.channelOrderId),
        request: {
          ...row,
          sequences: orderList.map(({ sequence }) => sequence ?? null),
          // From the text, which is parsed again to be sent: a confirmation counts exactly what is sent.
          orders: journaled(parseJson(secret)),
        },
      },
      { secret },
    )
  },
  // Each allocation is unique, even with the same size.
  allocate: (row) => builtIntent({ key: `${row.size} ${randomUUID().slice(0, 8)}`, request: row }),
}

export const buildIntentRows = ({ action, rows }: RowJobRequest): BuiltIntent[] => {
  // The request type ties the rows to the action, but TypeScript loses that relation in the table lookup.
  const buildRow = buildIntent[action] as (row: (typeof rows)[number]) => BuiltIntent
  return rows.map((row) => buildRow(row))
}

/** The data of a job that is not journaled, by row. */
export const unjournaledDataOf = ({ rows }: Intent, built: readonly BuiltIntent[]): UnjournaledData => ({
  plugIds: new Map(
    built.flatMap(({ plugId }, rowIndex) => (plugId === null ? [] : [[rowIndex, plugId] as const])),
  ),
  secrets: new Map(
    built.flatMap(({ secret }, rowIndex) => {
      const row = rows[rowIndex]
      return secret === null || row === undefined ? [] : [[row, secret] as const]
    }),
  ),
})
