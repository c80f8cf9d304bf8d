import { createHash, randomUUID } from 'node:crypto'
import type { RowAction, RowJobRequest, RowOf } from '#shared/model/job'
import { countOfSecrets, isSecretField } from '#shared/model/secret-fields'
import { shellNumberIn } from '#shared/model/shell-number'
import type { Intent, Json, JournalRow } from '../../journal/record'
import type { NotWritten } from '../course'
import { stringifyJson } from '../../platform/json'

/** A row as the journal will have it, and what of it the journal must not hold. */
export interface Frozen {
  readonly row: JournalRow
  /** A password, or orders that may hold some; in memory until it is sent. */
  readonly secret: string | null
  readonly plugId: string | null
}

interface Facts extends Partial<JournalRow> {
  readonly key: string
}

const frozen = (
  facts: Facts,
  { secret = null, plugId = null }: { secret?: string | null; plugId?: string | null } = {},
): Frozen => ({
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
const about = ({ enterpriseGlobalId, memberGlobalId, memberName }: Employee) => ({
  key: memberGlobalId,
  enterpriseGlobalId,
  memberGlobalId,
  memberName,
})

const digestOf = (wish: readonly (readonly string[])[]): string =>
  createHash('sha256').update(JSON.stringify(wish)).digest('hex').slice(0, 12)

/** As JSON can hold it: Longs beyond 2^53 as their digits, passwords as how many there are. */
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
 * What of each action's rows goes into the journal, and under which key. Of two changes with the same key a later
 * one wins over an earlier that was not sent yet, so the key tells apart what may stand side by side.
 */
export const freeze: { readonly [Action in RowAction]: (row: RowOf<Action>) => Frozen } = {
  lend: ({ plugId, ...row }) =>
    frozen(
      {
        ...about(row),
        key: row.borrowedUsbKey,
        shellNumber: shellNumberIn(row.borrowedUsbKey),
        request: row,
      },
      { plugId },
    ),
  assign: (row) =>
    frozen({
      ...about(row),
      // Another assignment of the same employee does not replace this one.
      key: `${row.memberGlobalId} ${digestOf([row.deleteAssets, row.addAssets])}`,
      request: row,
    }),
  'add-employee': ({ password, ...row }) =>
    frozen(
      {
        key: row.userName,
        enterpriseGlobalId: row.enterpriseGlobalId,
        memberName: row.name,
        request: row,
      },
      { secret: password },
    ),
  'edit-employee': (row) => frozen({ ...about(row), request: row }),
  'reset-password': ({ password, ...row }) => frozen({ ...about(row), request: row }, { secret: password }),
  'delete-employee': (row) => frozen({ ...about(row), request: row }),
  'bind-customer': (row) =>
    frozen({
      key: `${row.channelCode}/${row.channelCustomerId}`,
      enterpriseName: row.enterpriseName,
      request: row,
    }),
  'create-enterprise': (row) =>
    frozen({ key: row.crmCustomerId, enterpriseName: row.customerName, request: row }),
  'update-customer': (row) =>
    frozen({ key: row.crmCustomerId, enterpriseName: row.customerName, request: row }),
  order: ({ orderList, ...row }) =>
    frozen(
      {
        key: `${row.channelCode}/${row.channelOrderId}`,
        request: {
          ...row,
          sequences: orderList.map(({ sequence }) => sequence ?? null),
          orders: journaled(orderList),
        },
      },
      { secret: stringifyJson(orderList) },
    ),
  // Each allocation is one of its own, however many numbers it asks for.
  allocate: (row) => frozen({ key: `${row.size} ${randomUUID().slice(0, 8)}`, request: row }),
}

export const freezeRows = ({ action, rows }: RowJobRequest): Frozen[] => {
  // The request's type ties the rows to the action; the table's does not follow it through a variable.
  const freezeRow = freeze[action] as (row: (typeof rows)[number]) => Frozen
  return rows.map((row) => freezeRow(row))
}

/** What a job needs beside its intent, by the rows as the intent has them. */
export const notWrittenOf = ({ rows }: Intent, frozen: readonly Frozen[]): NotWritten => ({
  plugIds: new Map(
    frozen.flatMap(({ plugId }, place) => (plugId === null ? [] : [[place, plugId] as const])),
  ),
  secrets: new Map(
    frozen.flatMap(({ secret }, place) => {
      const row = rows[place]
      return secret === null || row === undefined ? [] : [[row, secret] as const]
    }),
  ),
})
