import { maxBodyBytes } from '#shared/model/branch/branch-event'
import type { ApartReason, ArrivedEvent, BranchEvent } from '#shared/model/branch/branch-event'
import type { EarlierChange, EarlierFact, EarlierFold } from '#shared/model/branch/earlier-fold'
import { runTimeSliced } from '../util/async'
import { bodyBytes } from './signed-event'
import type { SignatureCheck } from './signed-event'
import { factOf, readEvent } from './verify-events'

// Earlier facts, from the newest to the oldest. Others lie between them, so their chains cannot be followed: each that
// changes something is checked by its own signature, and the numbers of a computer have to fall.

/** An earlier event that is kept apart. */
export interface EarlierApart {
  readonly arrived: ArrivedEvent
  readonly event: BranchEvent | null
  readonly reason: ApartReason
}

interface Candidate extends EarlierFact {
  readonly arrived: ArrivedEvent
}

/** Checks at once; more would wait for a processor. */
const checksAtOnce = 16

/** As much of the form of an event as it takes to see whether it matters. */
type Outline = Pick<BranchEvent, 'computer' | 'n' | 'platform' | 'kind' | 'body'>
const isOutlined = (event: unknown): event is Outline => {
  if (typeof event !== 'object' || event === null) return false
  const { computer, n, platform, kind } = event as Record<string, unknown>
  const texts = [computer, platform, kind]
  return Number.isSafeInteger(n) && texts.every((text) => typeof text === 'string')
}

/** What is wrong with the computer or the number of an event, or null. Its number is noted. */
const problemOf = (
  { computer, n }: Outline,
  numbers: Map<string, number>,
  keys: ReadonlyMap<string, string>,
): ApartReason | null => {
  if (!keys.has(computer)) return 'unknown-computer'
  const later = numbers.get(computer)
  if (later !== undefined && n >= later) return n === later ? 'repeated-number' : 'broken-chain'
  numbers.set(computer, n)
  return null
}

function* candidatesIn(
  read: readonly ArrivedEvent[],
  numbers: Map<string, number>,
  keys: ReadonlyMap<string, string>,
  era: number,
): Generator<undefined, { candidates: Candidate[]; apart: EarlierApart[] }> {
  const candidates: Candidate[] = []
  const apart: EarlierApart[] = []
  for (const arrived of read) {
    const event = isOutlined(arrived.event) ? arrived.event : null
    const fact = event === null ? 'bad' : factOf(event)
    const reason = event === null ? null : problemOf(event, numbers, keys)
    if (reason !== null || fact === 'bad')
      apart.push({ arrived, event: readEvent(arrived.event), reason: reason ?? 'bad-body' })
    else if (event !== null && fact !== null) {
      const { platform, computer, n } = event
      candidates.push({
        ...{ arrived, platform, fact },
        stamp: { era, arrivedAt: arrived.arrivedAt, seq: arrived.seq, computer, n },
      })
    }
    yield
  }
  return { candidates, apart }
}

/** Why a fact that matters does not count, or null. */
const problemOfFact = async (
  { arrived, stamp }: Candidate,
  keys: ReadonlyMap<string, string>,
  isSigned: SignatureCheck,
): Promise<ApartReason | null> => {
  const event = readEvent(arrived.event)
  if (event === null) return 'bad-body'
  if (bodyBytes(event) > maxBodyBytes) return 'too-large'
  return (await isSigned(event, keys.get(stamp.computer) ?? '')) ? null : 'bad-signature'
}

/** Those that do not count, with the reason. */
const problemsOf = async (
  candidates: readonly Candidate[],
  keys: ReadonlyMap<string, string>,
  isSigned: SignatureCheck,
): Promise<Map<Candidate, ApartReason>> => {
  const problems = new Map<Candidate, ApartReason>()
  const waiting = candidates.values()
  const checkOn = async (): Promise<void> => {
    for (const candidate of waiting) {
      const reason = await problemOfFact(candidate, keys, isSigned)
      if (reason !== null) problems.set(candidate, reason)
    }
  }
  await Promise.all(Array.from({ length: checksAtOnce }, checkOn))
  return problems
}

/**
 * What earlier facts change, and which of them are kept apart.
 * @param read newest first
 * @param numbers of the last event of each computer; they are moved on
 */
export const takeEarlierFacts = async (
  read: readonly ArrivedEvent[],
  deps: {
    readonly fold: EarlierFold
    readonly era: number
    readonly numbers: Map<string, number>
    readonly keys: ReadonlyMap<string, string>
    readonly isSigned: SignatureCheck
  },
): Promise<{ readonly changes: readonly EarlierChange[]; readonly apart: readonly EarlierApart[] }> => {
  const { fold, era, numbers, keys, isSigned } = deps
  const found = await runTimeSliced(candidatesIn(read, numbers, keys, era))
  const apart = [...found.apart]
  let { candidates } = found
  const checked = new Set<Candidate>()
  for (;;) {
    const { changes, take } = fold.changesOf(candidates)
    const toCheck = candidates.filter((candidate, at) => changes[at] !== null && !checked.has(candidate))
    const problems = await problemsOf(toCheck, keys, isSigned)
    if (problems.size === 0) {
      take()
      return { changes: changes.flatMap((change) => change ?? []), apart }
    }
    // Without them, others change something.
    for (const candidate of toCheck) checked.add(candidate)
    for (const [{ arrived }, reason] of problems)
      apart.push({ arrived, event: readEvent(arrived.event), reason })
    candidates = candidates.filter((candidate) => !problems.has(candidate))
  }
}
