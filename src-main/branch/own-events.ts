import { hash } from 'node:crypto'
import { open, truncate } from 'node:fs/promises'
import { z } from 'zod'
import { branchEventSchema } from '#shared/model/branch/branch-event'
import type { BranchEvent, BranchFact } from '#shared/model/branch/branch-event'
import { createSequencer, runTimeSliced } from '../util/async'
import { createEmitter } from '../util/emitter'
import { openAppendFile } from '../util/files/append-file'
import type { OpenFile } from '../util/files/append-file'
import {
  linesOf,
  parseCheckedLine,
  readCheckedLine,
  readLineParts,
  writeCheckedLine,
} from '../util/files/checked-line'
import { writeWithoutCopy } from '../util/files/durable-file'
import type { SigningKey } from '../work-orders/signing-key'
import type { OwnEventLog } from './branch-stores'
import { hashOf, emptyHead, signEvent, textOf } from './signed-event'
import type { Head } from './signed-event'

// An append-only file: a header, then a line per event. What is acknowledged is on disk, so a partial last line was never
// acknowledged.

export const ownEventsVersion = 1

export const ownHeaderSchema = z.object({
  kind: z.literal('own-events'),
  version: z.literal(ownEventsVersion),
  computer: z.string(),
  /** The key that the branch knows of this computer, 32 bytes in base64url. */
  key: z.string(),
})

/** Facts of one platform. */
export interface Stated {
  /** The normalized base URL. */
  readonly platform: string
  readonly facts: readonly BranchFact[]
}

export interface OwnEvents extends OwnEventLog {
  /**
   * Facts of platforms, in order; on disk when it resolves. Throws why they are not: none of them counts then, or, of more
   * than 200, only the first ones.
   */
  append(stated: readonly Stated[]): Promise<readonly BranchEvent[]>
  head(): Head
  /** The first event that can no longer be read, or null. Those after it cannot be verified by others. */
  damagedAt(): number | null
  stop(): Promise<void>
}

/** An event in this many has its place remembered. */
const eventsPerMark = 256
/** Lines that are written at once. */
const eventsAtOnce = 200

/** What was found of a log so far. */
interface Found {
  key: string
  /** Null before the header. */
  head: Head | null
  /** Where event 1, 257, … begin. */
  readonly marks: number[]
  damagedAt: number | null
  /** The end of the last whole line. */
  wholeBytes: number
}

const eventOf = (line: Buffer): BranchEvent | null => {
  const event = branchEventSchema.safeParse(parseCheckedLine(line))
  return event.success ? event.data : null
}

/**
 * What the chain needs of a line; null where it is damaged. Its form is checked when it is read to be shared: a log of years
 * has hundreds of thousands.
 */
const linkOf = (line: Buffer): (Head & Pick<BranchEvent, 'before'>) | null => {
  const json = readCheckedLine(line)
  if (json === null) return null
  try {
    const { n, before } = JSON.parse(json.toString('utf8')) as Partial<BranchEvent>
    // The text of a line is what `hashOf` would write of it.
    return n === undefined || before === undefined ? null : { n, before, hash: hash('sha256', json) }
  } catch {
    return null
  }
}

/** Reads a part of a log, which begins at `start`. False if it is not the log of this computer. */
function* readPart(
  found: Found,
  bytes: Buffer,
  start: number,
  computer: string,
): Generator<undefined, boolean> {
  for (const { line, next, isEnded } of linesOf(bytes)) {
    if (!isEnded) break
    const lineStart = found.wholeBytes
    found.wholeBytes = start + next
    if (found.head === null) {
      const header = ownHeaderSchema.safeParse(parseCheckedLine(line))
      if (!header.success || header.data.computer !== computer) return false
      found.key = header.data.key
      found.head = emptyHead
      continue
    }
    const n: number = found.head.n + 1
    if ((n - 1) % eventsPerMark === 0) found.marks.push(lineStart)
    const link = linkOf(line)
    const follows = link?.n === n && (found.damagedAt !== null || link.before === found.head.hash)
    if (!follows) found.damagedAt ??= n
    found.head = { n, hash: link?.hash ?? '' }
    yield
  }
  return true
}

/**
 * Reads a log in parts and in time slices: it grows for years, and the page is being loaded. Throws if it is not the log of
 * this computer.
 */
const readLog = async (path: string, computer: string) => {
  const found: Found = { key: '', head: null, marks: [], damagedAt: null, wholeBytes: 0 }
  let size = 0
  for await (const { bytes, start } of readLineParts(path)) {
    size = start + bytes.length
    if (!(await runTimeSliced(readPart(found, bytes, start, computer)))) break
  }
  const { head } = found
  if (head === null) throw new Error('not the events of this computer')
  return { ...found, head, size }
}

const headerOf = (computer: string, key: string): string =>
  `${writeCheckedLine(JSON.stringify({ kind: 'own-events', version: ownEventsVersion, computer, key }))}\n`

/** Begins the log of a computer that joins; an earlier one is replaced. */
export const createOwnEventsFile = (path: string, computer: string, key: string): Promise<void> =>
  writeWithoutCopy(path, Buffer.from(headerOf(computer, key), 'utf8'))

/** Opens the log of this computer. Throws if it is missing, or another computer’s. */
export const openOwnEvents = async (deps: {
  readonly path: string
  readonly computer: string
  /** This computer's key. Throws if it cannot be read. */
  readonly key: () => Promise<SigningKey>
  readonly now: () => number
  readonly openFile?: OpenFile
}): Promise<OwnEvents> => {
  const { path, computer, key, now } = deps
  const read = await readLog(path, computer)
  const { damagedAt, wholeBytes } = read
  if (wholeBytes < read.size) await truncate(path, wholeBytes)
  const file = await openAppendFile(path, wholeBytes, deps.openFile)
  const { marks } = read
  let head = read.head
  let size = wholeBytes
  const sequencer = createSequencer()
  const appended = createEmitter<undefined>()

  const write = async (events: readonly BranchEvent[], end: Head): Promise<void> => {
    const lines = events.map((event) => `${writeCheckedLine(textOf(event))}\n`)
    await file.append(lines.join(''))
    for (const [at, line] of lines.entries()) {
      if ((head.n + at) % eventsPerMark === 0) marks.push(size)
      size += Buffer.byteLength(line)
    }
    head = end
    appended.emit(undefined)
  }

  const append = async (stated: readonly Stated[]): Promise<readonly BranchEvent[]> => {
    const signing = await key()
    if (signing.publicKey !== read.key)
      throw new Error('this computer has another key than the one with which it joined the branch')
    const at = Math.max(0, Math.trunc(now()))
    const events: BranchEvent[] = []
    let unwritten: BranchEvent[] = []
    let end = head
    for (const { platform, facts } of stated)
      for (const fact of facts) {
        const event = signEvent(fact, { computer, platform, at }, end, signing)
        end = { n: event.n, hash: hashOf(event) }
        events.push(event)
        unwritten.push(event)
        if (unwritten.length < eventsAtOnce) continue
        await write(unwritten, end)
        unwritten = []
      }
    if (unwritten.length > 0) await write(unwritten, end)
    return events
  }

  const from = async (n: number, limit: number): Promise<readonly BranchEvent[]> => {
    if (n < 1 || n > head.n) return []
    const mark = Math.floor((n - 1) / eventsPerMark)
    const start = marks[mark] ?? size
    const lastMark = Math.floor((n - 1 + limit) / eventsPerMark) + 1
    const part = Buffer.alloc((marks[lastMark] ?? size) - start)
    const handle = await open(path, 'r')
    try {
      await handle.read(part, 0, part.length, start)
    } finally {
      await handle.close()
    }
    const found: BranchEvent[] = []
    for (const { line } of linesOf(part)) {
      const event = eventOf(line)
      if (found.length === limit || (found.length > 0 && event === null)) break
      if (event?.n === n + found.length) found.push(event)
    }
    return found
  }

  return {
    last: () => head.n,
    head: () => head,
    damagedAt: () => damagedAt,
    append: (stated) => sequencer.queue(() => append(stated)),
    from: (n, limit) => sequencer.queue(() => from(n, limit)),
    onAppend: appended.add,
    stop: async () => {
      await sequencer.settled()
      await file.close()
      appended.clear()
    },
  }
}
