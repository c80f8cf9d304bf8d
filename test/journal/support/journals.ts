import { open as openReal, readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { OpenFile } from '../../../src-main/util/files/append-file'
import { openJournal } from '../../../src-main/journal/journal'
import type { Journal } from '../../../src-main/journal/journal'
import { findJournalFiles } from '../../../src-main/journal/journal-files'
import { hashOf, noPreviousHash, writeLine } from '../../../src-main/journal/line'
import type { Intent } from '../../../src-main/journal/record'

export const intentOf = (...keys: string[]): Intent => ({
  operation: 'order.lockAssets',
  operatorIdentity: 'Li Wei',
  environment: 'training',
  training: true,
  chunkSize: 100,
  retryOf: null,
  rows: keys.map((key) => ({
    key,
    shellNumber: key.slice(2),
    enterpriseGlobalId: 'E1',
    enterpriseName: '北桥',
    lockedBefore: false,
    statesBefore: ['enabled'],
    memberGlobalId: null,
    memberName: null,
    request: null,
  })),
})

export const keyAt = (index: number): string => `LD${8_000_000_000 + index}`

export const opened = async (
  folder: string,
  options: { openFile?: OpenFile; maxFileBytes?: number } = {},
): Promise<{ journal: Journal; quarantined: string | null }> => {
  const outcome = await openJournal({ folder, ...options })
  if (!outcome.ok) throw new Error(`${outcome.error.code}: ${outcome.error.message}`)
  return outcome.value
}

/** Makes one completed change and returns its entry's ID. */
export const change = async (journal: Journal, key: string): Promise<string> => {
  const intended = await journal.recordIntent(intentOf(key))
  if (!intended.ok) throw new Error(intended.error.message)
  const { jobId } = intended.value
  await journal.recordSent(jobId, [0])
  await journal.recordResults(jobId, [{ row: 0, state: 'done', reason: null }])
  return `${jobId}.0`
}

export const statesIn = (journal: Journal) =>
  journal.slice(0, 10_000).map(({ row, state }) => `${row.key} ${state}`)

export const filesIn = async (folder: string): Promise<string[]> =>
  (await findJournalFiles(folder)).map(({ name }) => name)

export const bytesIn = async (folder: string): Promise<Buffer[]> =>
  Promise.all((await findJournalFiles(folder)).map(({ path }) => readFile(path)))

/** The content of a folder's journal, for restoring it. */
export const contentOf = async (folder: string): Promise<Map<string, Buffer>> => {
  const names = (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isFile())
  return new Map(
    await Promise.all(
      names.map(async ({ name }) => [name, await readFile(join(folder, name))] as [string, Buffer]),
    ),
  )
}

/** A disk with this many free bytes. */
export const diskWith = (room: { bytes: number }): OpenFile => {
  const openFull: OpenFile = async (name) => {
    const file = await openReal(name, 'a')
    const write = async (bytes: Uint8Array, offset: number, length: number) => {
      const written = Math.min(length, room.bytes)
      room.bytes -= written
      if (written === 0) throw Object.assign(new Error('no space'), { code: 'ENOSPC' })
      return file.write(bytes, offset, written)
    }
    return {
      write: write as typeof file.write,
      datasync: () => file.datasync(),
      close: () => file.close(),
    }
  }
  return openFull
}

/** Lines of any version, each linked to the one before. */
export const linesOf = (
  records: readonly Readonly<Record<string, unknown>>[],
  version: number,
  first = noPreviousHash,
): string => {
  let previous = first
  return records
    .map((record, index) => {
      const line = writeLine({ v: version, n: index + 1, at: 5, previous, ...record } as never)
      previous = hashOf(line)
      return `${line}\n`
    })
    .join('')
}
