import { isDeepStrictEqual } from 'node:util'
import type { LockRecord } from '#shared/model/lock-record'
import type { ShellNumber } from '#shared/model/shell-number'

/** One record mostly stands alone under its number; an array for each would be 200,000 of them. */
type Entries<Key> = Map<Key, LockRecord | LockRecord[]>

export interface RecordIndex {
  byShellNumber(number: ShellNumber): readonly LockRecord[]
  byAssetNum(assetNum: string): readonly LockRecord[]
}

const rowsPerStep = 500
const none: readonly LockRecord[] = []

const put = <Key>(entries: Entries<Key>, key: Key, record: LockRecord) => {
  const others = entries.get(key)
  if (others === undefined) entries.set(key, record)
  else if (Array.isArray(others)) others.push(record)
  else entries.set(key, [others, record])
}

const at = <Key>(entries: Entries<Key>, key: Key): readonly LockRecord[] => {
  const found = entries.get(key)
  if (found === undefined) return none
  return Array.isArray(found) ? found : [found]
}

export const emptyIndex: RecordIndex = { byShellNumber: () => none, byAssetNum: () => none }

/** The records of one enterprise by their numbers, step by step (in-slices.ts). */
export function* indexRecords(records: readonly LockRecord[]): Generator<undefined, RecordIndex> {
  const shellNumbers: Entries<ShellNumber> = new Map()
  const assetNums: Entries<string> = new Map()
  for (const [row, record] of records.entries()) {
    if (record.shellNumber !== null) put(shellNumbers, record.shellNumber, record)
    put(assetNums, record.assetNum, record)
    if (row % rowsPerStep === 0) yield
  }
  return {
    byShellNumber: (number) => at(shellNumbers, number),
    byAssetNum: (assetNum) => at(assetNums, assetNum),
  }
}

/** Field by field: the standard comparison alone would take half a second for 100,000. */
const isSame = (one: LockRecord, other: LockRecord): boolean => {
  for (const name of Object.keys(one) as (keyof LockRecord)[]) {
    if (name === 'readAt' || one[name] === other[name]) continue
    if (typeof one[name] !== 'object' || !isDeepStrictEqual(one[name], other[name])) return false
  }
  return true
}

/** Whether two readings brought the same rows, apart from when they were read; step by step. */
export function* areSameRecords(
  before: readonly LockRecord[],
  after: readonly LockRecord[],
): Generator<undefined, boolean> {
  if (before.length !== after.length) return false
  for (const [row, record] of after.entries()) {
    const other = before[row]
    if (other === undefined || !isSame(other, record)) return false
    if (row % rowsPerStep === 0) yield
  }
  return true
}
