import { maxBodyBytes } from '#shared/model/branch/branch-event'
import type { ApartReason, ArrivedEvent, BranchEvent } from '#shared/model/branch/branch-event'
import type { EarlierChange, EarlierFact, EarlierFold } from '#shared/model/branch/earlier-fold'
import { runTimeSliced } from '../util/async'
import { bodyBytes } from './signed-event'
import type { SignatureCheck } from './signed-event'
import { factOf, formOf } from './verify-events'

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
  readonly event: BranchEvent
}

/** Checks at once; more would wait for a processor. */
const checksAtOnce = 16

/** What is wrong with an event beside its signature, or null. Its number is noted. */
const problemOf = (
  event: BranchEvent | null,
  numbers: Map<string, number>,
  keys: ReadonlyMap<string, string>,
): ApartReason | null => {
  if (event === null) return 'bad-body'
  if (!keys.has(event.computer)) return 'unknown-computer'
  const later = numbers.get(event.computer)
  if (later !== undefined && event.n >= later) return event.n === later ? 'repeated-number' : 'broken-chain'
  numbers.set(event.computer, event.n)
  return bodyBytes(event) > maxBodyBytes ? 'too-large' : null
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
    const event = formOf(arrived.event)
    const fact = event === null ? null : factOf(event)
    const reason = problemOf(event, numbers, keys) ?? (fact === 'bad' ? 'bad-body' : null)
    if (reason !== null) apart.push({ arrived, event, reason })
    else if (event !== null && fact !== null && fact !== 'bad') {
      const { platform, computer, n } = event
      const stamp = { era, arrivedAt: arrived.arrivedAt, seq: arrived.seq, computer, n }
      candidates.push({ arrived, event, platform, fact, stamp })
    }
    yield
  }
  return { candidates, apart }
}

/** Those whose signature is not that of their computer. */
const forgedOf = async (
  candidates: readonly Candidate[],
  keys: ReadonlyMap<string, string>,
  isSigned: SignatureCheck,
): Promise<Candidate[]> => {
  const forged: Candidate[] = []
  const waiting = candidates.values()
  const checkOn = async (): Promise<void> => {
    for (const candidate of waiting)
      if (!(await isSigned(candidate.event, keys.get(candidate.event.computer) ?? ''))) forged.push(candidate)
  }
  await Promise.all(Array.from({ length: checksAtOnce }, checkOn))
  return forged
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
    const forged = new Set(await forgedOf(toCheck, keys, isSigned))
    if (forged.size === 0) {
      take()
      return { changes: changes.flatMap((change) => change ?? []), apart }
    }
    // Without them, others change something.
    for (const candidate of toCheck) checked.add(candidate)
    for (const { arrived, event } of forged) apart.push({ arrived, event, reason: 'bad-signature' })
    candidates = candidates.filter((candidate) => !forged.has(candidate))
  }
}
