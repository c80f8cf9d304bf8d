import { changingOperationIds } from '#shared/operations'
import { finalStates, formatVersion } from './record-form'
import type { JournalRecord } from '../record'

// The checks of recordSchema written by hand: startup parses 100,000 lines, and a schema library would double
// its time. test/journal/is-record.test.ts compares both.

type Fields = Readonly<Partial<Record<string, unknown>>>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isText = (value: unknown): boolean => typeof value === 'string'
const isTextOrNull = (value: unknown): boolean => value === null || typeof value === 'string'
const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0
const isSha256 = (value: unknown): boolean => typeof value === 'string' && value.length === 64
const isAll = (value: unknown, is: (item: unknown) => boolean): boolean =>
  Array.isArray(value) && value.every(is)

const isReason = (value: unknown): boolean => isFields(value) && isText(value['kind'])

const isRow = (row: unknown): boolean =>
  isFields(row) &&
  isText(row['key']) &&
  isTextOrNull(row['shellNumber']) &&
  isTextOrNull(row['enterpriseGlobalId']) &&
  isTextOrNull(row['enterpriseName']) &&
  (row['lockedBefore'] === null || typeof row['lockedBefore'] === 'boolean') &&
  (!('statesBefore' in row) || row['statesBefore'] === null || isAll(row['statesBefore'], isText)) &&
  isTextOrNull(row['memberGlobalId']) &&
  isTextOrNull(row['memberName']) &&
  row['request'] !== undefined

const operations: ReadonlySet<unknown> = new Set(changingOperationIds)

const isOrder = (order: unknown): boolean => isFields(order) && isText(order['id']) && isText(order['signer'])

const isIntent = (intent: unknown): boolean =>
  isFields(intent) &&
  operations.has(intent['operation']) &&
  isText(intent['operatorIdentity']) &&
  isText(intent['environment']) &&
  typeof intent['training'] === 'boolean' &&
  isCount(intent['chunkSize']) &&
  intent['chunkSize'] !== 0 &&
  isTextOrNull(intent['retryOf']) &&
  (!('reverses' in intent) || isText(intent['reverses'])) &&
  (!('workOrder' in intent) || isOrder(intent['workOrder'])) &&
  isAll(intent['rows'], isRow) &&
  (intent['rows'] as unknown[]).length > 0

const finalStateSet: ReadonlySet<unknown> = new Set(finalStates)

const isRowEnd = (end: unknown): boolean =>
  isFields(end) &&
  isCount(end['row']) &&
  finalStateSet.has(end['state']) &&
  (end['reason'] === null || isReason(end['reason']))

/** The fields of a record besides those that every record has, by its kind. */
const isOfKind: Readonly<Record<JournalRecord['kind'], (record: Fields) => boolean>> = {
  job: (record) => isText(record['job']) && isIntent(record['intent']),
  sent: (record) => isText(record['job']) && isAll(record['rows'], isCount),
  returned: (record) => isText(record['job']) && isAll(record['rows'], isCount),
  ended: (record) => isText(record['job']) && isAll(record['ends'], isRowEnd),
  closed: (record) => isText(record['job']) && isReason(record['reason']),
  damage: (record) =>
    isAll(record['lines'], Number.isSafeInteger) &&
    isText(record['copy']) &&
    (!('file' in record) || Number.isSafeInteger(record['file'])),
  begins: (record) => isCount(record['file']) && (record['file'] as number) >= 2,
  signed: (record) =>
    isText(record['signature']) &&
    isSha256(record['sha256']) &&
    isText(record['line']) &&
    isAll(record['jobs'], isText) &&
    isTextOrNull(record['loan']),
  'signature-deleted': (record) => isText(record['signature']) && isText(record['because']),
  'look-only': (record) => isText(record['platform']) && typeof record['isOn'] === 'boolean',
}
const checksByKind: ReadonlyMap<unknown, (record: Fields) => boolean> = new Map(Object.entries(isOfKind))

const versions: ReadonlySet<unknown> = new Set([2, 3, 4, 5, 6, formatVersion])

/** Whether parsed JSON is a record of version 2 up to the current one. */
export const isRecord = (value: unknown): value is JournalRecord =>
  isFields(value) &&
  versions.has(value['v']) &&
  Number.isSafeInteger(value['n']) &&
  Number.isSafeInteger(value['at']) &&
  isSha256(value['previous']) &&
  checksByKind.get(value['kind'])?.(value) === true
