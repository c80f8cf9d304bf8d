import { z } from 'zod'
import { groupBy } from '#shared/group-by'
import type { Head } from './signed-event'
import type { CheckedEvent } from './verify-events'

// Each computer states the end of its journal and the ends of the chains that it has read. What another one stated before
// shows here when a journal or a chain became shorter or different: it is named, and decides nothing.

const headSchema = z.object({ n: z.int(), hash: z.string() })
const ofComputer = z.array(z.tuple([z.string(), z.int(), z.string()]))

const findingSchema = z.object({
  computer: z.string(),
  what: z.enum(['journal', 'chain']),
  /** As it was stated or read before, and as it is now. */
  before: headSchema,
  now: headSchema,
})
export type Finding = z.infer<typeof findingSchema>

/** What a step of reading changes. An end of 0 is no longer expected. */
export const witnessStepSchema = z.object({
  stated: ofComputer,
  expected: ofComputer,
  found: z.array(findingSchema),
})
export type WitnessStep = z.infer<typeof witnessStepSchema>

export interface Witnesses {
  /** The end of each computer's journal, as it stated it last. */
  readonly stated: Map<string, Head>
  /** The ends of chains that are not read yet, or not again. */
  readonly expected: Map<string, Head>
  found: readonly Finding[]
  /** The hashes of the last events of each chain, by their number; not kept across starts. */
  readonly tails: Map<string, Map<number, string>>
}

export const noWitnesses = (): Witnesses => ({
  stated: new Map(),
  expected: new Map(),
  found: [],
  tails: new Map(),
})

export const nothingWitnessed: WitnessStep = { stated: [], expected: [], found: [] }

const maxTail = 500
/** Of one computer: one that states without end what does not fit hides no other one. */
const maxFound = 10

const keyOf = ({ computer, what, before, now }: Finding): string =>
  JSON.stringify([computer, what, before.n, before.hash, now.n, now.hash])

const isSame = (one: Head, other: Head): boolean => one.n === other.n && one.hash === other.hash

export const takeWitnessStep = (witnesses: Witnesses, { stated, expected, found }: WitnessStep): void => {
  for (const [computer, n, hash] of stated) witnesses.stated.set(computer, { n, hash })
  for (const [computer, n, hash] of expected)
    if (n === 0) witnesses.expected.delete(computer)
    else witnesses.expected.set(computer, { n, hash })
  // Most steps find nothing, and a start takes thousands.
  if (found.length === 0) return
  const all = new Map([...witnesses.found, ...found].map((finding) => [keyOf(finding), finding]))
  const ofComputers = groupBy([...all.values()], ({ computer }) => computer)
  const newest = new Set([...ofComputers.values()].flatMap((findings) => findings.slice(-maxFound)))
  witnesses.found = [...all.values()].filter((finding) => newest.has(finding))
}

/** All of it, to be kept. */
export const witnessStepOf = ({ stated, expected, found }: Witnesses): WitnessStep => ({
  stated: [...stated].map(([computer, { n, hash }]) => [computer, n, hash]),
  expected: [...expected].map(([computer, { n, hash }]) => [computer, n, hash]),
  found: [...found],
})

/** Before everything is read again: each chain must have the same event where it ends now. */
export const expectAgain = (heads: ReadonlyMap<string, Head>): WitnessStep => ({
  ...nothingWitnessed,
  expected: [...heads].map(([computer, { n, hash }]) => [computer, n, hash]),
})

const noteTail = (tails: Witnesses['tails'], computer: string, { n, hash }: Head): void => {
  const tail = tails.get(computer) ?? new Map<number, string>()
  tails.set(computer, tail)
  tail.set(n, hash)
  tail.delete(n - maxTail)
}

/** What the checked events say about journals and chains. */
export const witness = (witnesses: Witnesses, checked: readonly CheckedEvent[]): WitnessStep => {
  const stated = new Map<string, Head>()
  const expected = new Map<string, Head>()
  const found: Finding[] = []
  const { tails } = witnesses
  const expectedOf = (computer: string): Head | null => {
    const head = expected.get(computer) ?? witnesses.expected.get(computer)
    return head === undefined || head.n === 0 ? null : head
  }

  const follow = (computer: string, head: Head): void => {
    noteTail(tails, computer, head)
    const before = expectedOf(computer)
    if (before === null || before.n > head.n) return
    if (before.n === head.n && before.hash !== head.hash)
      found.push({ computer, what: 'chain', before, now: head })
    expected.set(computer, { n: 0, hash: '' })
  }
  const compareChain = (computer: string, before: Head, end: Head | undefined): void => {
    const hash = tails.get(computer)?.get(before.n)
    if (hash !== undefined) {
      if (hash !== before.hash) found.push({ computer, what: 'chain', before, now: { n: before.n, hash } })
      return
    }
    const isAhead = end === undefined || before.n > end.n
    if (isAhead && before.n > (expectedOf(computer)?.n ?? 0)) expected.set(computer, before)
  }

  const ends = new Map<string, Head>()
  for (const { event, hash, fact } of checked) {
    if (event === null || hash === null) continue
    const end = { n: event.n, hash }
    ends.set(event.computer, end)
    follow(event.computer, end)
    if (fact?.kind !== 'journal.head') continue
    const { journal, chains } = fact.body
    const now = { n: journal.n, hash: journal.hash }
    const before = stated.get(event.computer) ?? witnesses.stated.get(event.computer)
    const follows = journal.follows ?? now
    if (before !== undefined && !isSame(before, now) && !isSame(before, follows))
      found.push({ computer: event.computer, what: 'journal', before, now })
    stated.set(event.computer, now)
    for (const { computer, ...head } of chains) compareChain(computer, head, ends.get(computer))
  }
  return {
    stated: [...stated].map(([computer, { n, hash }]) => [computer, n, hash]),
    expected: [...expected].map(([computer, { n, hash }]) => [computer, n, hash]),
    found,
  }
}
