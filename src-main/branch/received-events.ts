import { rename, truncate } from 'node:fs/promises'
import { z } from 'zod'
import { apartReasons } from '#shared/model/branch/branch-event'
import type { ArrivedEvent } from '#shared/model/branch/branch-event'
import { dropSurplusLoans, dropSurplusOrders } from '#shared/model/branch/fold'
import { dropSurplusResults } from '#shared/model/branch/shared-results'
import { dropSurplusStocktakes } from '#shared/model/branch/stocktake-fold'
import { addRegister, registerKey, registerSchema, writesOf } from '#shared/model/branch/registers'
import type { Register, Registers } from '#shared/model/branch/registers'
import { createSequencer, runTimeSliced } from '../util/async'
import { createEmitter } from '../util/emitter'
import { openAppendFile } from '../util/files/append-file'
import type { AppendFile, OpenFile } from '../util/files/append-file'
import { linesOf, parseCheckedLine, writeCheckedLine } from '../util/files/checked-line'
import { writeWithoutCopy } from '../util/files/durable-file'
import { readBytes } from '../util/files/regular-file'
import type { ApartEvent, Cursor, EarlierEvents, ReceivedEvents } from './branch-stores'
import type { BranchComputer } from './database/branch-connection'
import { createEarlierStore, earlierSchema } from './earlier-store'
import type { Earlier } from './earlier-store'
import type { Head } from './signed-event'
import { checkEvents, idOf, keysOf } from './verify-events'
import type { CheckedEvent } from './verify-events'
import {
  expectAgain,
  noWitnesses,
  nothingWitnessed,
  takeWitnessStep,
  witness,
  witnessStepOf,
  witnessStepSchema,
} from './witnesses'
import type { Finding, Witnesses } from './witnesses'

// What was read from the database, as far as this app uses it: the fields, not the events. A line is one step of reading,
// with the place where it ended, so that a line that is lost is read again. Everything here is in the database, too: what
// cannot be read here is read there.

/**
 * A later one keeps further fields, and reads the database again. Version 1 has no stocktakes and no used orders; version 2
 * has only the first use of each order.
 */
export const receivedVersion = 3

const header = z.object({
  kind: z.literal('received'),
  version: z.literal([1, 2, receivedVersion]),
  computer: z.string(),
})

const apartSchema: z.ZodType<ApartEvent> = z.object({
  seq: z.int(),
  computer: z.string().nullable(),
  n: z.int().nullable(),
  reason: z.enum(apartReasons),
})

const step = z.object({
  kind: z.literal('step'),
  era: z.int(),
  cursor: z.object({ seq: z.int(), id: z.string() }).nullable(),
  heads: z.array(z.tuple([z.string(), z.int(), z.string()])),
  /** The last own event that has arrived. */
  ownArrived: z.int(),
  /** By platform. */
  registers: z.array(z.tuple([z.string(), registerSchema])),
  apart: z.array(apartSchema),
  /** Of computers, by ID. */
  names: z.array(z.tuple([z.string(), z.string()])),
  witness: witnessStepSchema,
  /** Left out where it is as before. */
  earlier: earlierSchema.nullable().optional(),
  /** Of computers that were not known before. */
  keys: z.array(z.tuple([z.string(), z.string()])).optional(),
})
type Step = z.infer<typeof step>

/** Fields of a platform that have changed. */
export interface ChangedFields {
  readonly platform: string
  readonly fields: ReadonlySet<Register['field']>
}

export interface ReceivedStore extends ReceivedEvents {
  /** What has arrived of a platform. */
  registers(platform: string): Registers
  platforms(): readonly string[]
  /** The number of the last own event that has arrived. */
  ownArrived(): number
  heads(): ReadonlyMap<string, Head>
  /** Computers whose journal or chain became shorter or different, oldest first. */
  findings(): readonly Finding[]
  /** The end of this computer's journal, as it stated it last. */
  statedJournal(): Head | null
  /** Of the computers in the branch, by ID, as of the last reading. */
  names(): ReadonlyMap<string, string>
  /** The newest events that were kept apart, oldest first. */
  apart(): readonly ApartEvent[]
  readonly earlier: EarlierEvents
  onChange(listener: (changed: readonly ChangedFields[]) => void): () => void
  stop(): Promise<void>
}

const maxApart = 200
const registersPerLine = 500
/** The file is written again when it is this much larger than it was, or twice as large. */
const maxGrowthBytes = 4 * 1024 * 1024
const growthLimit = (size: number): number => size + Math.max(size, maxGrowthBytes)

interface Content {
  era: number
  cursor: Cursor | null
  readonly heads: Map<string, Head>
  ownArrived: number
  readonly platforms: Map<string, Map<string, Register>>
  apart: ApartEvent[]
  readonly names: Map<string, string>
  readonly witnesses: Witnesses
  earlier: Earlier | null
  /** Of each computer the first that was read: an administrator of the database could replace it there. */
  readonly keys: Map<string, string>
}

const nothing = (): Content => ({
  era: 0,
  cursor: null,
  heads: new Map(),
  ownArrived: 0,
  platforms: new Map(),
  apart: [],
  names: new Map(),
  witnesses: noWitnesses(),
  earlier: null,
  keys: new Map(),
})

const registersOf = ({ platforms }: Content, platform: string): Map<string, Register> => {
  const known = platforms.get(platform) ?? new Map<string, Register>()
  platforms.set(platform, known)
  return known
}

const takeStep = (content: Content, next: Step): void => {
  const { era, cursor, heads, ownArrived, registers, apart, names, earlier, keys = [] } = next
  if (era > content.era) {
    content.heads.clear()
    content.apart = []
  }
  content.era = era
  content.cursor = cursor
  content.ownArrived = ownArrived
  if (earlier !== undefined) content.earlier = earlier
  for (const [computer, key] of keys) content.keys.set(computer, key)
  for (const [computer, n, hash] of heads) content.heads.set(computer, { n, hash })
  for (const [platform, register] of registers) addRegister(registersOf(content, platform), register)
  content.apart = [...content.apart, ...apart].slice(-maxApart)
  for (const [computer, name] of names) content.names.set(computer, name)
  takeWitnessStep(content.witnesses, next.witness)
}

interface Read {
  readonly content: Content
  readonly wholeBytes: number
  /** A step is lost, or an earlier version did not keep all: what it had must be read again. */
  readonly isDamaged: boolean
}

/** Null if it is not what this computer has read, or of another version. Runs in time slices: the page is being loaded. */
function* readFile(bytes: Buffer, computer: string): Generator<undefined, Read | null> {
  const content = nothing()
  let isDamaged = false
  let wholeBytes = 0
  for (const { line, next, isEnded } of linesOf(bytes)) {
    if (!isEnded) break
    if (wholeBytes === 0) {
      const read = header.safeParse(parseCheckedLine(line))
      if (!read.success || read.data.computer !== computer) return null
      if (read.data.version !== receivedVersion) isDamaged = true
    } else {
      const read = step.safeParse(parseCheckedLine(line))
      if (read.success) takeStep(content, read.data)
      else isDamaged = true
    }
    wholeBytes = next
    yield
  }
  return wholeBytes === 0 ? null : { content, wholeBytes, isDamaged }
}

const lineOf = (value: object): string => `${writeCheckedLine(JSON.stringify(value))}\n`

const stepOf = (
  { era, cursor, heads, ownArrived }: Content,
  part: Pick<Step, 'registers' | 'apart' | 'names' | 'witness' | 'earlier' | 'keys'>,
): string =>
  lineOf({
    kind: 'step',
    era,
    cursor,
    heads: [...heads].map(([computer, { n, hash }]) => [computer, n, hash]),
    ownArrived,
    ...part,
  })

/** All of the content in as few lines as it takes. */
const textOf = (content: Content, computer: string): string => {
  const all = [...content.platforms].flatMap(([platform, registers]) =>
    [...registers.values()].map((register): Step['registers'][number] => [platform, register]),
  )
  const lines = [lineOf({ kind: 'received', version: receivedVersion, computer })]
  const none = { apart: [], names: [], witness: nothingWitnessed }
  for (let at = 0; at < all.length; at += registersPerLine)
    lines.push(stepOf(content, { ...none, registers: all.slice(at, at + registersPerLine) }))
  const { apart, earlier, names, witnesses } = content
  lines.push(
    stepOf(content, {
      registers: [],
      apart,
      earlier,
      keys: [...content.keys],
      names: [...names],
      witness: witnessStepOf(witnesses),
    }),
  )
  return lines.join('')
}

const dropSurplus = (content: Content): void => {
  for (const registers of content.platforms.values()) {
    dropSurplusLoans(registers)
    dropSurplusOrders(registers)
    dropSurplusResults(registers)
    dropSurplusStocktakes(registers)
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** Reads the events again from the first one. What is known stays, and gives way to what is read. */
const readAgain = (content: Content): void => {
  takeWitnessStep(content.witnesses, expectAgain(content.heads))
  content.era += 1
  content.cursor = null
  content.heads.clear()
  content.apart = []
  content.earlier = null
}

const apartOf = ({ arrived, event, reason }: CheckedEvent): ApartEvent[] =>
  reason === null
    ? []
    : [{ seq: arrived.seq, computer: event?.computer ?? null, n: event?.n ?? null, reason }]

/** The fields that the checked events change; the last of those that change the same one. */
const changesOf = (content: Content, checked: readonly CheckedEvent[], ownId: string): Step['registers'] => {
  const changed = new Map<string, Step['registers'][number]>()
  const after = new Map<string, Map<string, Register>>()
  for (const { arrived, event, fact } of checked) {
    if (fact === null || event === null) continue
    const { platform, computer: by, n } = event
    const stamp = { era: content.era, arrivedAt: arrived.arrivedAt, seq: arrived.seq, computer: by, n }
    const registers = after.get(platform) ?? new Map<string, Register>()
    after.set(platform, registers)
    for (const write of writesOf(fact, by)) {
      const register = { ...write, stamp }
      const key = registerKey(register)
      const kept = content.platforms.get(platform)?.get(key)
      if (kept !== undefined && !registers.has(key)) registers.set(key, kept)
      // What this computer did is in its journal.
      if (register.field === 'change.result' && by === ownId) continue
      if (addRegister(registers, register)) changed.set(JSON.stringify([platform, key]), [platform, register])
    }
  }
  return [...changed.values()]
}

interface FileDeps {
  readonly path: string
  /** This computer. */
  readonly computer: string
  readonly now: () => number
  readonly openFile?: OpenFile
}

/** The file with what it says. It is written again when it has grown. */
const openReceivedFile = async ({ path, computer, now, openFile }: FileDeps) => {
  const writeAll = async (content: Content): Promise<{ file: AppendFile; size: number }> => {
    dropSurplus(content)
    const text = textOf(content, computer)
    await writeWithoutCopy(path, Buffer.from(text, 'utf8'))
    const size = Buffer.byteLength(text)
    return { file: await openAppendFile(path, size, openFile), size }
  }
  const openContent = async () => {
    const bytes = await readBytes(path).catch((error: unknown) => {
      if (isMissing(error)) return null
      throw error
    })
    const read = bytes === null ? null : await runTimeSliced(readFile(bytes, computer))
    if (bytes === null || read === null) {
      if (bytes !== null)
        await rename(path, `${path}.unreadable-${new Date(now()).toISOString().replaceAll(':', '')}`)
      const content = nothing()
      return { content, ...(await writeAll(content)) }
    }
    const { content, wholeBytes, isDamaged } = read
    if (isDamaged) {
      readAgain(content)
      return { content, ...(await writeAll(content)) }
    }
    dropSurplus(content)
    if (wholeBytes < bytes.length) await truncate(path, wholeBytes)
    return { content, file: await openAppendFile(path, wholeBytes, openFile), size: wholeBytes }
  }

  const opened = await openContent()
  const { content } = opened
  let { file, size } = opened
  let compactAt = growthLimit(size)

  /** Where that fails, the file stays as it is, and grows. */
  const compact = async (): Promise<void> => {
    // Windows replaces no open file.
    await file.close()
    try {
      const written = await writeAll(content)
      file = written.file
      size = written.size
    } catch {
      file = await openAppendFile(path, size, openFile)
    }
    compactAt = growthLimit(size)
  }

  return {
    content,
    /** On disk before it counts. */
    append: async (next: Step): Promise<void> => {
      const line = lineOf(next)
      await file.append(line)
      size += Buffer.byteLength(line)
      takeStep(content, next)
      if (size > compactAt) await compact()
    },
    stop: () => file.close(),
  }
}

/** Opens what this computer has read. A file that cannot be read is set aside, and everything is read again. */
export const openReceivedEvents = async (deps: FileDeps): Promise<ReceivedStore> => {
  const { computer } = deps
  const listeners = createEmitter<readonly ChangedFields[]>()
  const sequencer = createSequencer()

  const { content, append, stop } = await openReceivedFile(deps)

  /** Keys that were read, and are not on disk yet. */
  const newKeys = new Map<string, string>()
  const knownKeys = (computers: readonly BranchComputer[]): ReadonlyMap<string, string> => {
    for (const [id, key] of keysOf(computers)) if (!content.keys.has(id)) newKeys.set(id, key)
    return new Map([...newKeys, ...content.keys])
  }

  /** On disk before it counts. */
  const keepStep = async (step: Step): Promise<void> => {
    const next = newKeys.size === 0 ? step : { ...step, keys: [...newKeys] }
    await append(next)
    newKeys.clear()
  }

  const emit = (registers: Step['registers']): void => {
    const byPlatform = new Map<string, Set<Register['field']>>()
    for (const [platform, { field }] of registers)
      byPlatform.set(platform, (byPlatform.get(platform) ?? new Set()).add(field))
    listeners.emit([...byPlatform].map(([platform, fields]) => ({ platform, fields })))
  }

  const earlier = createEarlierStore({
    computer,
    content: () => content,
    keysOf: knownKeys,
    keep: async ({ registers = [], apart = [], heads = [], ...part }) => {
      const { era, cursor, ownArrived } = content
      await keepStep({
        kind: 'step',
        ...{ era, cursor, ownArrived, registers, apart, heads },
        names: [],
        witness: nothingWitnessed,
        ...part,
      })
      emit(registers)
    },
  })

  const receive = async (
    read: readonly ArrivedEvent[],
    computers: readonly BranchComputer[],
  ): Promise<void> => {
    const after = content.cursor?.seq ?? 0
    const fresh = read.filter(({ seq }) => seq > after)
    const last = fresh.at(-1)
    if (last === undefined) return
    const heads = new Map(content.heads)
    const checked = await runTimeSliced(checkEvents(fresh, heads, knownKeys(computers)))
    const registers = changesOf(content, checked, computer)
    const own = checked.flatMap(({ event, reason }) =>
      event?.computer === computer && reason === null ? [event.n] : [],
    )
    await keepStep({
      kind: 'step',
      era: content.era,
      cursor: { seq: last.seq, id: idOf(last.event) },
      heads: [...heads].flatMap(([id, { n, hash }]): Step['heads'] =>
        content.heads.get(id)?.n === n ? [] : [[id, n, hash]],
      ),
      // Own earlier facts may not be read yet: until they are, what is here counts.
      ownArrived: earlier.hasFactsToRead() ? content.ownArrived : Math.max(content.ownArrived, ...own),
      registers,
      apart: checked.flatMap(apartOf),
      names: computers.flatMap(({ id, name }): Step['names'] =>
        content.names.get(id) === name ? [] : [[id, name]],
      ),
      witness: witness(content.witnesses, checked),
    })
    emit(registers)
  }

  return {
    cursor: () => content.cursor,
    receive: (events, computers) => sequencer.queue(() => receive(events, computers)),
    clear: () =>
      sequencer.queue(() =>
        keepStep({
          kind: 'step',
          era: content.era + 1,
          cursor: null,
          heads: [],
          ownArrived: content.ownArrived,
          registers: [],
          apart: [],
          names: [],
          witness: expectAgain(content.heads),
          earlier: null,
        }),
      ),
    earlier: {
      work: earlier.work,
      begin: (...given) => sequencer.queue(() => earlier.begin(...given)),
      takeFacts: (...given) => sequencer.queue(() => earlier.takeFacts(...given)),
      checkChains: (...given) => sequencer.queue(() => earlier.checkChains(...given)),
    },
    registers: (platform) => content.platforms.get(platform) ?? new Map<string, Register>(),
    platforms: () => [...content.platforms.keys()],
    ownArrived: () => content.ownArrived,
    heads: () => content.heads,
    findings: () => content.witnesses.found,
    statedJournal: () => content.witnesses.stated.get(computer) ?? null,
    names: () => content.names,
    apart: () => content.apart,
    onChange: listeners.add,
    stop: async () => {
      await sequencer.settled()
      await stop()
      listeners.clear()
    },
  }
}
