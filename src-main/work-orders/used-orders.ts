import { hash } from 'node:crypto'
import { rename, truncate } from 'node:fs/promises'
import { z } from 'zod'
import { messageOf } from '#shared/error-message'
import { fail, succeed } from '#shared/outcome'
import { reportedStates } from '#shared/model/changes/work-order'
import type { Failure, Outcome } from '#shared/outcome'
import { createSequencer } from '../util/async'
import { openAppendFile } from '../util/files/append-file'
import type { AppendFile, OpenFile } from '../util/files/append-file'
import { linesOf, parseCheckedLine, writeCheckedLine } from '../util/files/checked-line'
import { writeWithoutCopy } from '../util/files/durable-file'
import { copyOlderVersion } from '../util/files/older-copies'
import { readBytes } from '../util/files/regular-file'

// An append-only file: a header, then a line when an order is used, and one when its job has started. It is beside
// the journal and not in it, so that a restored journal does not make an order usable again. Each line has the hash of the
// one before, so that none can be cut out; the account remembers the last one, so that none can be cut off.

/** Version 2 chains the lines. */
export const usedOrdersVersion = 2

export const usedHeaderSchema = z.object({
  kind: z.literal('used-orders'),
  version: z.literal(usedOrdersVersion),
  /** Orders created before are not carried out: an earlier file, which may have named them, is lost. */
  since: z.int(),
})

const unsent = z.object({
  key: z.string(),
  state: z.enum(reportedStates),
  reason: z.string(),
})

/** The hash of the line before, without its line feed. */
const previous = z.string().length(64)
const used = z.object({
  kind: z.literal('used'),
  id: z.string(),
  digest: z.string(),
  at: z.int(),
  operator: z.string(),
  /** Rows that were certainly not sent, and why; the other rows are in the job. */
  unsent: z.array(unsent),
})
const started = z.object({ kind: z.literal('started'), id: z.string(), jobId: z.string() })

const usedLineOfVersion1 = z.discriminatedUnion('kind', [used, started])
type UsedLine = z.infer<typeof usedLineOfVersion1>
export const usedLineSchema = z.discriminatedUnion('kind', [
  used.extend({ previous }),
  started.extend({ previous }),
])

/** An order that was used on this computer. */
export interface UsedOrder extends Omit<z.infer<typeof used>, 'kind'> {
  /** Null if the job did not start, or the app ended before that was written. */
  readonly jobId: string | null
}

interface Content {
  readonly since: number
  readonly orders: Map<string, UsedOrder>
  readonly lines: UsedLine[]
  /** Of the header and each line, in their order. */
  readonly hashes: string[]
}

export type UsedFailure = Failure<'used-orders-not-writable' | 'used-orders-newer'>

/** The end of the list: its number of lines, without the header, and the hash of the last one. */
export interface UsedEnd {
  readonly lines: number
  readonly hash: string
}

/** What the account remembers of the list, outside the data folder. */
export interface RememberedEnd {
  /** Null if it remembers no list. */
  read(): UsedEnd | null
  /** On disk when it resolves. Throws the file system's error. */
  write(end: UsedEnd): Promise<void>
  /** Whether the account can keep anything at all. */
  canWrite(): Promise<boolean>
}

const hashOf = (line: string | Uint8Array): string => hash('sha256', line)
const endOf = ({ lines, hashes }: Content): UsedEnd => ({
  lines: lines.length,
  hash: hashes.at(-1) ?? '',
})

const headerOf = (since: number): string =>
  writeCheckedLine(JSON.stringify({ kind: 'used-orders', version: usedOrdersVersion, since }))
const lineAfter = ({ hashes }: Content, line: UsedLine): string =>
  writeCheckedLine(JSON.stringify({ ...line, previous: hashes.at(-1) ?? '' }))

const applyLine = ({ orders, lines, hashes }: Content, line: UsedLine, hashOfLine: string): void => {
  lines.push(line)
  hashes.push(hashOfLine)
  if (line.kind === 'used') {
    const { kind: _kind, ...order } = line
    if (!orders.has(order.id)) orders.set(order.id, { ...order, jobId: null })
    return
  }
  const order = orders.get(line.id)
  if (order !== undefined) orders.set(line.id, { ...order, jobId: line.jobId })
}

/** The list with these lines, and its text. */
const listOf = (since: number, lines: readonly UsedLine[]): { content: Content; text: string } => {
  const header = headerOf(since)
  const content: Content = { since, orders: new Map(), lines: [], hashes: [hashOf(header)] }
  let text = `${header}\n`
  for (const line of lines) {
    const written = lineAfter(content, line)
    applyLine(content, line, hashOf(written))
    text += `${written}\n`
  }
  return { content, text }
}

interface Read extends Content {
  readonly version: number
  /** Up to the end of the last complete line; a partial line was never acknowledged. */
  readonly wholeBytes: number
}

const headerOfAnyVersion = z.object({
  kind: z.literal('used-orders'),
  version: z.int().min(1),
  since: z.int(),
})

const withoutPrevious = (line: z.infer<typeof usedLineSchema>): UsedLine => {
  const { previous: _previous, ...content } = line
  return content
}

/** Null if a line is damaged, or does not follow the one before: which orders were used is then unknown. */
const readUsedOrders = (bytes: Buffer): Read | { readonly newer: number } | null => {
  let content: (Content & { readonly version: number }) | null = null
  let wholeBytes = 0
  for (const { line: bytesOfLine, next, isEnded } of linesOf(bytes)) {
    if (!isEnded) break
    const parsed = parseCheckedLine(bytesOfLine)
    if (content === null) {
      const header = headerOfAnyVersion.safeParse(parsed)
      if (!header.success) return null
      const { version, since } = header.data
      if (version > usedOrdersVersion) return { newer: version }
      content = { version, since, orders: new Map(), lines: [], hashes: [hashOf(bytesOfLine)] }
    } else if (content.version === 1) {
      const line = usedLineOfVersion1.safeParse(parsed)
      if (!line.success) return null
      applyLine(content, line.data, hashOf(bytesOfLine))
    } else {
      const line = usedLineSchema.safeParse(parsed)
      if (!line.success || line.data.previous !== content.hashes.at(-1)) return null
      applyLine(content, withoutPrevious(line.data), hashOf(bytesOfLine))
    }
    wholeBytes = next
  }
  return content === null ? null : { ...content, wholeBytes }
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** Which orders were used on this computer. The file is read when it is first needed. */
export const createUsedOrders = (deps: {
  readonly path: string
  /** Whether this computer may have used orders already, so that a missing file is a loss. */
  readonly hasHistory: () => boolean
  readonly now: () => number
  /** The latest time that is known: a list that was lost may have named every order until then. By default `now`. */
  readonly latest?: () => number
  readonly remembered?: RememberedEnd
  /** A list that the account does not remember counts as lost; otherwise only one that has chained lines. */
  readonly isStrict?: boolean
  readonly openFile?: OpenFile
}) => {
  const { path, hasHistory, now, remembered, isStrict = false } = deps
  const latest = deps.latest ?? now
  const sequencer = createSequencer()
  let opened: { readonly content: Content; readonly file: AppendFile } | null = null

  const write = async (since: number, lines: readonly UsedLine[]) => {
    const { content, text } = listOf(since, lines)
    await writeWithoutCopy(path, Buffer.from(text, 'utf8'))
    return { content, file: await openAppendFile(path, Buffer.byteLength(text), deps.openFile) }
  }

  const moveAside = () =>
    rename(path, `${path}.unreadable-${new Date(now()).toISOString().replaceAll(':', '')}`)

  /** Whether the list is no earlier than what the account remembers. */
  const isLatest = async ({ version, lines, hashes }: Read): Promise<boolean> => {
    if (remembered === undefined) return true
    const end = remembered.read()
    if (end !== null) return hashes[end.lines] === end.hash
    if (isStrict) return false
    // A list of version 1 is older than the account's record, and one without lines has named no order.
    if (version === 1 || lines.length === 0) return true
    // Where nothing can be remembered, a missing record says nothing about the list.
    return !(await remembered.canWrite())
  }

  const openList = async () => {
    const bytes = await readBytes(path).catch((error: unknown) => {
      if (isMissing(error)) return null
      throw error
    })
    if (bytes === null) {
      const isLost = hasHistory() || (remembered?.read() ?? null) !== null
      return write(isLost ? latest() : 0, [])
    }
    const found = readUsedOrders(bytes)
    if (found === null) {
      await moveAside()
      return write(latest(), [])
    }
    if ('newer' in found) return found
    if (!(await isLatest(found))) {
      // What an earlier list names stays used.
      await moveAside()
      return write(Math.max(found.since, latest()), found.lines)
    }
    const { version, wholeBytes, ...content } = found
    if (version < usedOrdersVersion) {
      await copyOlderVersion(path, version)
      return write(found.since, found.lines)
    }
    if (wholeBytes < bytes.length) await truncate(path, wholeBytes)
    return { content, file: await openAppendFile(path, wholeBytes, deps.openFile) }
  }

  const remember = async (content: Content): Promise<void> => {
    const end = endOf(content)
    if (remembered === undefined || remembered.read()?.hash === end.hash) return
    await remembered.write(end)
  }

  const open = async () => {
    if (opened !== null) return opened
    const list = await openList()
    if ('newer' in list) return list
    try {
      await remember(list.content)
    } catch (error) {
      await list.file.close()
      throw error
    }
    return (opened = list)
  }

  /** Runs with the open file; what the disk refuses becomes a failure. */
  const withFile = <Value>(
    work: (file: NonNullable<typeof opened>) => Promise<Outcome<Value, UsedFailure>>,
  ): Promise<Outcome<Value, UsedFailure>> =>
    sequencer.queue(async () => {
      try {
        const file = await open()
        if ('newer' in file) return fail({ code: 'used-orders-newer', message: `version ${file.newer}` })
        return await work(file)
      } catch (error) {
        return fail({ code: 'used-orders-not-writable', message: messageOf(error) })
      }
    })

  const append = async ({ content, file }: NonNullable<typeof opened>, line: UsedLine): Promise<void> => {
    // The record must be writable before an order is spent: writing the present end once more shows it.
    if (isStrict && line.kind === 'used') await remembered?.write(endOf(content))
    const written = lineAfter(content, line)
    await file.append(`${written}\n`)
    applyLine(content, line, hashOf(written))
    await remember(content)
  }

  return {
    /** The order if it was used; orders created before `since` count as used. */
    find: (id: string) =>
      withFile(({ content }) => {
        const { since, orders } = content
        return Promise.resolve(succeed({ since, order: orders.get(id) ?? null }))
      }),
    /** Oldest first. */
    list: () => withFile(({ content }) => Promise.resolve(succeed([...content.orders.values()]))),
    /** On disk when it resolves. False if the order was used before. */
    markUsed: (order: Omit<UsedOrder, 'jobId'>) =>
      withFile(async (file) => {
        if (file.content.orders.has(order.id)) return succeed(false)
        await append(file, { kind: 'used', ...order })
        return succeed(true)
      }),
    noteStarted: (id: string, jobId: string) =>
      withFile(async (file) => {
        await append(file, { kind: 'started', id, jobId })
        return succeed(null)
      }),
    stop: async () => {
      await sequencer.settled()
      await opened?.file.close()
    },
  }
}
export type UsedOrders = ReturnType<typeof createUsedOrders>
