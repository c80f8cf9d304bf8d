import { rename, truncate } from 'node:fs/promises'
import { z } from 'zod'
import { fail, succeed } from '#shared/outcome'
import { reportedStates } from '#shared/model/changes/work-order'
import type { Failure, Outcome } from '#shared/outcome'
import { createSequencer } from '../util/async'
import { openAppendFile } from '../util/files/append-file'
import type { AppendFile, OpenFile } from '../util/files/append-file'
import { linesOf, parseCheckedLine, writeCheckedLine } from '../util/files/checked-line'
import { writeWithoutCopy } from '../util/files/durable-file'
import { readBytes } from '../util/files/regular-file'

// An append-only file: a header, then a line when an order is used, and one when its job has started. It stands beside
// the journal and not in it, so that a restored journal does not make an order usable again.

export const usedOrdersVersion = 1

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

export const usedLineSchema = z.discriminatedUnion('kind', [used, started])
type UsedLine = z.infer<typeof usedLineSchema>

/** An order that was used on this computer. */
export interface UsedOrder extends Omit<z.infer<typeof used>, 'kind'> {
  /** Null if the job did not start, or the app ended before that was written. */
  readonly jobId: string | null
}

interface Content {
  readonly since: number
  readonly orders: Map<string, UsedOrder>
}

export type UsedFailure = Failure<'used-orders-not-writable' | 'used-orders-newer'>

const lineOf = (value: UsedLine | z.infer<typeof usedHeaderSchema>): string =>
  `${writeCheckedLine(JSON.stringify(value))}\n`

const apply = ({ orders }: Content, line: UsedLine): void => {
  if (line.kind === 'used') {
    const { kind: _kind, ...order } = line
    if (!orders.has(order.id)) orders.set(order.id, { ...order, jobId: null })
    return
  }
  const order = orders.get(line.id)
  if (order !== undefined) orders.set(line.id, { ...order, jobId: line.jobId })
}

interface Read extends Content {
  /** Up to the end of the last complete line; a partial line was never acknowledged. */
  readonly wholeBytes: number
}

/** Null if a line is damaged: which orders were used is then unknown. */
const read = (bytes: Buffer): Read | { readonly newer: number } | null => {
  let content: Content | null = null
  let wholeBytes = 0
  for (const { line: bytesOfLine, next, isEnded } of linesOf(bytes)) {
    if (!isEnded) break
    const parsed = parseCheckedLine(bytesOfLine)
    if (content === null) {
      const form = z.object({ kind: z.literal('used-orders'), version: z.int() }).safeParse(parsed)
      if (form.success && form.data.version > usedOrdersVersion) return { newer: form.data.version }
      const header = usedHeaderSchema.safeParse(parsed)
      if (!header.success) return null
      content = { since: header.data.since, orders: new Map() }
    } else {
      const line = usedLineSchema.safeParse(parsed)
      if (!line.success) return null
      apply(content, line.data)
    }
    wholeBytes = next
  }
  return content === null ? null : { ...content, wholeBytes }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : 'unknown')
const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** Which orders were used on this computer. The file is read when it is first needed. */
export const createUsedOrders = (deps: {
  readonly path: string
  /** Whether this computer may have used orders already, so that a missing file is a loss. */
  readonly hasHistory: () => boolean
  readonly now: () => number
  readonly openFile?: OpenFile
}) => {
  const { path, hasHistory, now } = deps
  const sequencer = createSequencer()
  let opened: { readonly content: Content; readonly file: AppendFile } | null = null

  const begin = async (since: number) => {
    const text = lineOf({ kind: 'used-orders', version: usedOrdersVersion, since })
    await writeWithoutCopy(path, Buffer.from(text, 'utf8'))
    const file = await openAppendFile(path, Buffer.byteLength(text), deps.openFile)
    return { content: { since, orders: new Map<string, UsedOrder>() }, file }
  }

  const open = async () => {
    if (opened !== null) return opened
    const bytes = await readBytes(path).catch((error: unknown) => {
      if (isMissing(error)) return null
      throw error
    })
    if (bytes === null) return (opened = await begin(hasHistory() ? now() : 0))
    const found = read(bytes)
    if (found === null) {
      await rename(path, `${path}.unreadable-${new Date(now()).toISOString().replaceAll(':', '')}`)
      return (opened = await begin(now()))
    }
    if ('newer' in found) return found
    if (found.wholeBytes < bytes.length) await truncate(path, found.wholeBytes)
    const { since, orders, wholeBytes } = found
    opened = { content: { since, orders }, file: await openAppendFile(path, wholeBytes, deps.openFile) }
    return opened
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
    await file.append(lineOf(line))
    apply(content, line)
  }

  return {
    /** The order if it was used; orders created before `since` count as used. */
    find: (id: string) =>
      withFile(({ content }) => {
        const { since, orders } = content
        return Promise.resolve(succeed({ since, order: orders.get(id) ?? null }))
      }),
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
