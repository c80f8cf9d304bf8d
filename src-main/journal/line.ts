import { hash } from 'node:crypto'
import { readCheckedLine, writeCheckedLine } from '../util/files/checked-line'
import { isRecord } from './format/is-record'
import { formatVersion } from './format/record-form'
import { recordSchemaOfVersion1, upgradeFromVersion1 } from './format/record-version-1'
import { upgradeEarlyVersion2 } from './format/record-version-2'
import type { JournalRecord } from './record'

export const noPreviousHash = '0'.repeat(64)

/** The last record's number and hash, to which the next one links. */
export interface Head {
  readonly n: number
  readonly hash: string
}
export const noHead: Head = { n: 0, hash: noPreviousHash }

/** The hash of a line without its line feed. */
export const hashOf = (line: string | Uint8Array): string => hash('sha256', line)

/** Serializes a line without its line feed. */
export const writeLine = (record: JournalRecord): string => writeCheckedLine(JSON.stringify(record))

/** An intact line of a newer version of the app. */
export interface NewerLine {
  readonly newer: number
}

const versionOf = (parsed: unknown): number =>
  typeof parsed === 'object' && parsed !== null && 'v' in parsed && typeof parsed.v === 'number'
    ? parsed.v
    : 0

/** Parses a line; null if it is damaged. */
export const readLineBytes = (line: Buffer): JournalRecord | NewerLine | null => {
  const json = readCheckedLine(line)
  if (json === null) return null
  try {
    const parsed: unknown = JSON.parse(json.toString('utf8'))
    if (isRecord(parsed)) return parsed
    if (versionOf(parsed) > formatVersion) return { newer: versionOf(parsed) }
    const early = upgradeEarlyVersion2(parsed)
    if (isRecord(early)) return early
    const older = recordSchemaOfVersion1.safeParse(parsed)
    return older.success ? upgradeFromVersion1(older.data) : null
  } catch {
    return null
  }
}

/** Like `readLineBytes` for a string; also null for a newer version. */
export const readLine = (line: string): JournalRecord | null => {
  const read = readLineBytes(Buffer.from(line, 'utf8'))
  return read === null || 'newer' in read ? null : read
}
