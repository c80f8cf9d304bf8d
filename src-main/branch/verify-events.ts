import { branchBodies, branchEventSchema, maxBodyBytes } from '#shared/model/branch/branch-event'
import type { ApartReason, ArrivedEvent, BranchEvent, BranchFact } from '#shared/model/branch/branch-event'
import type { BranchComputer } from './database/branch-connection'
import { bodyBytes, hashOf, isSignedBy, emptyHead } from './signed-event'
import type { Head } from './signed-event'

/** An event that was read, with what it is worth. */
export interface CheckedEvent {
  readonly arrived: ArrivedEvent
  /** Null where it is not even of the form of an event. */
  readonly event: BranchEvent | null
  /** Of the event; null if it does not belong to its chain. */
  readonly hash: string | null
  /** Why it is kept apart, or null. */
  readonly reason: ApartReason | null
  /** What it says; null if it is kept apart, or is of a kind that a later version has added. */
  readonly fact: BranchFact | null
}

/** Null where it is not of the form of an event. */
export const readEvent = (event: unknown): BranchEvent | null => {
  const read = branchEventSchema.safeParse(event)
  return read.success ? read.data : null
}

/** The ID in an event that may have any form. */
export const idOf = (event: unknown): string =>
  typeof event === 'object' && event !== null && 'id' in event && typeof event.id === 'string' ? event.id : ''

/** By computer, of those that have joined: 32 bytes in base64url. */
export const keysOf = (computers: readonly BranchComputer[]): ReadonlyMap<string, string> =>
  new Map(computers.flatMap(({ id, key }) => (key === null ? [] : [[id, key] as const])))

/** `branchBodies` of a kind; null for one of a later version. */
const schemaOf = (kind: string) =>
  Object.hasOwn(branchBodies, kind) ? branchBodies[kind as keyof typeof branchBodies] : null

/** What an event says; null if it is of a kind that a later version has added. */
export const factOf = ({ kind, body }: Pick<BranchEvent, 'kind' | 'body'>): BranchFact | 'bad' | null => {
  const schema = schemaOf(kind)
  if (schema === null) return null
  const read = schema.safeParse(body)
  // The kind selects the schema of the body.
  return read.success ? ({ kind, body: read.data } as BranchFact) : 'bad'
}

/**
 * The hashes that a signature vouches for: an event names the hash of the one before, so the last one's signature is enough
 * for a chain.
 */
function* vouchedFor(
  events: readonly BranchEvent[],
  keys: ReadonlyMap<string, string>,
): Generator<undefined, Set<string>> {
  const vouched = new Set<string>()
  const next = new Map<string, string>()
  for (const event of events.toReversed()) {
    const key = keys.get(event.computer)
    const own = hashOf(event)
    if (key !== undefined && (next.get(event.computer) === own || isSignedBy(event, key))) {
      vouched.add(own)
      next.set(event.computer, event.before)
    }
    yield
  }
  return vouched
}

const apart = (reason: ApartReason, hash: string | null = null) => ({ hash, reason, fact: null })

/**
 * Checks what was read, in its order. Runs in time slices.
 * @param heads of each computer's chain; they are moved on
 * @param keys of the computers that have joined, 32 bytes in base64url
 * @param goesOn whether a chain goes on behind a place where it is broken, so that each such place is named once
 */
export function* checkEvents(
  read: readonly ArrivedEvent[],
  heads: Map<string, Head>,
  keys: ReadonlyMap<string, string>,
  goesOn = false,
): Generator<undefined, CheckedEvent[]> {
  const parsed: { arrived: ArrivedEvent; event: BranchEvent | null }[] = []
  for (const arrived of read) {
    parsed.push({ arrived, event: readEvent(arrived.event) })
    yield
  }
  const vouched = yield* vouchedFor(
    parsed.flatMap(({ event }) => event ?? []),
    keys,
  )
  const checked: CheckedEvent[] = []
  for (const { arrived, event } of parsed) {
    const result = check(event, heads, keys, vouched)
    if (goesOn && event !== null && result.reason === 'broken-chain') {
      heads.set(event.computer, { n: event.n, hash: hashOf(event) })
      checked.push({ arrived, event, ...apart('changed-before') })
    } else checked.push({ arrived, event, ...result })
    yield
  }
  return checked
}

const check = (
  event: BranchEvent | null,
  heads: Map<string, Head>,
  keys: ReadonlyMap<string, string>,
  vouched: ReadonlySet<string>,
): Pick<CheckedEvent, 'hash' | 'reason' | 'fact'> => {
  if (event === null) return apart('bad-body')
  if (!keys.has(event.computer)) return apart('unknown-computer')
  const hash = hashOf(event)
  if (!vouched.has(hash)) return apart('bad-signature')
  const head = heads.get(event.computer) ?? emptyHead
  if (event.n <= head.n) return apart('repeated-number')
  if (event.n !== head.n + 1 || event.before !== head.hash) return apart('broken-chain')
  // It belongs to the chain, whatever it says.
  heads.set(event.computer, { n: event.n, hash })
  if (bodyBytes(event) > maxBodyBytes) return apart('too-large', hash)
  const fact = factOf(event)
  return fact === 'bad' ? apart('bad-body', hash) : { hash, reason: null, fact }
}
