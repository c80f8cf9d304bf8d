import { isDeepStrictEqual } from 'node:util'
import type { LockRecord } from '#shared/model/locks/lock-record'
import { foldNumber, isShellNumber } from '#shared/model/locks/shell-number'
import type { ShellNumber } from '#shared/model/locks/shell-number'

/** Most numbers have one record; an array for each would be 200,000 arrays. */
type Entries<Key> = Map<Key, LockRecord | LockRecord[]>

export interface RecordIndex {
  byShellNumber(number: ShellNumber): readonly LockRecord[]
  /** The number exactly as on the platform. */
  byAssetNum(assetNum: string): readonly LockRecord[]
  /** The number in any case and width; `folded` by `foldNumber`. */
  byFolded(folded: string): readonly LockRecord[]
  /** Records without their own shell number whose digits equal this number. */
  byDigits(number: ShellNumber): readonly LockRecord[]
}

const rowsPerStep = 500
const noRecords: readonly LockRecord[] = []

const addEntry = <Key>(entries: Entries<Key>, key: Key, record: LockRecord) => {
  const others = entries.get(key)
  if (others === undefined) entries.set(key, record)
  else if (Array.isArray(others)) others.push(record)
  else entries.set(key, [others, record])
}

const recordsFor = <Key>(entries: Entries<Key>, key: Key): readonly LockRecord[] => {
  const found = entries.get(key)
  if (found === undefined) return noRecords
  return Array.isArray(found) ? found : [found]
}

export const emptyIndex: RecordIndex = {
  byShellNumber: () => noRecords,
  byAssetNum: () => noRecords,
  byFolded: () => noRecords,
  byDigits: () => noRecords,
}

/** Indexes one enterprise's records by number, in time slices. */
export function* indexRecords(records: readonly LockRecord[]): Generator<undefined, RecordIndex> {
  const shellNumbers: Entries<ShellNumber> = new Map()
  const assetNums: Entries<string> = new Map()
  const digits: Entries<ShellNumber> = new Map()
  for (const [row, record] of records.entries()) {
    if (record.shellNumber !== null) addEntry(shellNumbers, record.shellNumber, record)
    else {
      const single = foldNumber(record.assetNum).replace(/\D/g, '')
      if (isShellNumber(single)) addEntry(digits, single, record)
    }
    addEntry(assetNums, foldNumber(record.assetNum), record)
    if (row % rowsPerStep === 0) yield
  }
  return {
    byShellNumber: (number) => recordsFor(shellNumbers, number),
    byAssetNum: (assetNum) =>
      recordsFor(assetNums, foldNumber(assetNum)).filter((record) => record.assetNum === assetNum),
    byFolded: (folded) => recordsFor(assetNums, folded),
    byDigits: (number) => recordsFor(digits, number),
  }
}

/** Compares field by field: `isDeepStrictEqual` alone takes half a second for 100,000 records. */
const isSame = (one: LockRecord, other: LockRecord): boolean => {
  for (const name of Object.keys(one) as (keyof LockRecord)[]) {
    if (name === 'readAt' || one[name] === other[name]) continue
    if (typeof one[name] !== 'object' || !isDeepStrictEqual(one[name], other[name])) return false
  }
  return true
}

/** Whether two reads returned the same rows apart from the read time, in time slices. */
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
