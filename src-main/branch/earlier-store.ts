import { z } from 'zod'
import type { ArrivedEvent } from '#shared/model/branch/branch-event'
import { createEarlierFold } from '#shared/model/branch/earlier-fold'
import type { EarlierFold } from '#shared/model/branch/earlier-fold'
import type { Register, Registers } from '#shared/model/branch/registers'
import { runTimeSliced } from '../util/async'
import type { ApartEvent, Cursor, EarlierEvents } from './branch-stores'
import type { BranchComputer } from './database/branch-connection'
import { takeEarlierFacts } from './earlier-events'
import type { EarlierApart } from './earlier-events'
import { createSignatureCheck, hashOf } from './signed-event'
import type { Head } from './signed-event'
import { checkEvents, readEvent, idOf } from './verify-events'

const headsSchema = z.array(z.tuple([z.string(), z.int(), z.string()]))
export const earlierSchema = z.object({
  /** Reading in order began after this `seq`. */
  until: z.int(),
  /** Facts up to there were read. */
  hasFacts: z.boolean(),
  /** The chains were checked up to this `seq`, where they had these heads. */
  checked: z.int(),
  heads: headsSchema,
})
export type Earlier = z.infer<typeof earlierSchema>

interface Kept {
  readonly registers?: [platform: string, register: Register][]
  readonly apart?: ApartEvent[]
  readonly heads?: z.infer<typeof headsSchema>
  readonly cursor?: Cursor
  readonly ownArrived?: number
  readonly earlier?: Earlier | null
}

/** Where the reading of earlier facts stands; it begins again at the next start. */
interface Reading {
  readonly until: number
  readonly era: number
  before: number
  readonly fold: EarlierFold
  readonly numbers: Map<string, number>
}

const headsIn = (heads: ReadonlyMap<string, Head>): z.infer<typeof headsSchema> =>
  [...heads].map(([computer, { n, hash }]) => [computer, n, hash])

/** The part of what was read that is about the time before reading in order began. */
export const createEarlierStore = (deps: {
  readonly computer: string
  readonly content: () => {
    readonly era: number
    readonly ownArrived: number
    readonly heads: ReadonlyMap<string, Head>
    readonly platforms: ReadonlyMap<string, Registers>
    readonly apart: readonly ApartEvent[]
    readonly earlier: Earlier | null
  }
  /** By computer. */
  readonly keysOf: (computers: readonly BranchComputer[]) => ReadonlyMap<string, string>
  /** On disk before it counts. */
  readonly keep: (part: Kept) => Promise<void>
}) => {
  const { computer, content, keysOf, keep } = deps
  const isSigned = createSignatureCheck()
  let current: Reading | null = null

  const startReading = (earlier: Earlier, only: ReadonlySet<string> | null): Reading => {
    const { era, heads } = content()
    current = {
      until: earlier.until,
      era,
      before: earlier.until + 1,
      fold: createEarlierFold({
        registersOf: (platform) => content().platforms.get(platform) ?? new Map<string, Register>(),
        ...{ era, only },
        until: earlier.until,
      }),
      // The heads are later than all that is read here, or the last ones of it.
      numbers: new Map([...heads].map(([id, { n }]) => [id, n + 1])),
    }
    return current
  }
  const readingOf = (earlier: Earlier): Reading =>
    current?.until === earlier.until && current.era === content().era ? current : startReading(earlier, null)

  /** One is named once, whether its fact was read or its chain was checked first. */
  const apartOf = (apart: readonly EarlierApart[]): ApartEvent[] => {
    const named = new Set(content().apart.map(({ seq }) => seq))
    return apart
      .filter(({ arrived }) => !named.has(arrived.seq))
      .map(({ arrived, event, reason }) => ({
        seq: arrived.seq,
        computer: event?.computer ?? null,
        n: event?.n ?? null,
        reason,
      }))
  }

  const begin: EarlierEvents['begin'] = async (last, ends, computers) => {
    const keys = keysOf(computers)
    const heads = new Map<string, Head>()
    for (const { event } of ends) {
      const end = readEvent(event)
      // One that does not verify is named when it is read.
      if (end !== null && (await isSigned(end, keys.get(end.computer) ?? '')))
        heads.set(end.computer, { n: end.n, hash: hashOf(end) })
    }
    await keep({
      cursor: { seq: last.seq, id: idOf(last.event) },
      heads: headsIn(heads),
      earlier: { until: last.seq, hasFacts: false, checked: 0, heads: [] },
    })
  }

  const takePage = async (
    { fold, era, numbers }: Reading,
    events: readonly ArrivedEvent[],
    computers: readonly BranchComputer[],
  ): Promise<void> => {
    // What is not on disk was not read; the facts are read again then.
    const keys = keysOf(computers)
    try {
      const { changes, apart } = await takeEarlierFacts(events, { fold, era, numbers, keys, isSigned })
      const registers = changes.flatMap(({ platform, registers: changed }) =>
        changed.map((register): [string, Register] => [platform, register]),
      )
      if (registers.length > 0 || apart.length > 0) await keep({ registers, apart: apartOf(apart) })
    } catch (error) {
      current = null
      throw error
    }
  }

  const takeFacts: EarlierEvents['takeFacts'] = async (events, computers) => {
    const { earlier, ownArrived, heads } = content()
    if (earlier === null || earlier.hasFacts) return
    const last = events.at(-1)
    const reading = readingOf(earlier)
    if (last === undefined) {
      const again = reading.fold.uncertain()
      if (again.size > 0) {
        startReading(earlier, again)
        return
      }
      current = null
      await keep({
        earlier: { ...earlier, hasFacts: true },
        ownArrived: Math.max(ownArrived, heads.get(computer)?.n ?? 0),
      })
      return
    }
    await takePage(reading, events, computers)
    reading.before = last.seq
  }

  const checkChains: EarlierEvents['checkChains'] = async (events, computers) => {
    const { earlier } = content()
    if (earlier === null) return
    const within = events.filter(({ seq }) => seq > earlier.checked && seq <= earlier.until)
    const last = within.at(-1)
    const heads = new Map(earlier.heads.map(([id, n, hash]): [string, Head] => [id, { n, hash }]))
    const checked = await runTimeSliced(checkEvents(within, heads, keysOf(computers), true))
    const apart = apartOf(
      checked.flatMap(({ reason, ...one }) => (reason === null ? [] : [{ ...one, reason }])),
    )
    const isDone = last === undefined || last.seq >= earlier.until
    await keep({ apart, earlier: isDone ? null : { ...earlier, checked: last.seq, heads: headsIn(heads) } })
  }

  return {
    begin,
    takeFacts,
    checkChains,
    hasFactsToRead: (): boolean => content().earlier?.hasFacts === false,
    work: (): ReturnType<EarlierEvents['work']> => {
      const { earlier } = content()
      if (earlier === null) return null
      return earlier.hasFacts
        ? { kind: 'chains', after: earlier.checked, until: earlier.until }
        : { kind: 'facts', before: readingOf(earlier).before }
    },
  }
}
