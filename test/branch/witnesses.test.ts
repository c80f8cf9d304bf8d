import { describe, expect, it } from 'vitest'
import { noPlatform } from '#shared/model/branch/branch-event'
import type { BranchFact } from '#shared/model/branch/branch-event'
import { hashOf, emptyHead, signEvent } from '../../src-main/branch/signed-event'
import type { Head } from '../../src-main/branch/signed-event'
import type { CheckedEvent } from '../../src-main/branch/verify-events'
import {
  expectAgain,
  noWitnesses,
  takeWitnessStep,
  witness,
  witnessStepOf,
} from '../../src-main/branch/witnesses'
import { branchKey } from './support/branch-key'

const one = '00000000-0000-4000-8000-000000000001'
const other = '00000000-0000-4000-8000-000000000002'
const at = (n: number, hash = `j${n}`): Head => ({ n, hash })
const chainHash = (digit: string): string => digit.repeat(64)

const headFact = (
  journal: Head & { readonly follows?: Head },
  chains: readonly (readonly [string, Head])[] = [],
): BranchFact => ({
  kind: 'journal.head',
  body: { journal, chains: chains.map(([computer, head]) => ({ computer, ...head })) },
})
const nameFact = (name: string): BranchFact => ({
  kind: 'lock.name',
  body: { enterpriseGlobalId: 'E1', assetNum: 'LD1', name },
})

const key = await branchKey()

/** A chain of a computer, as it was checked. */
const createChain = (computer: string) => {
  let head = emptyHead
  let seq = 0
  return {
    head: () => head,
    next: (fact: BranchFact): CheckedEvent => {
      const event = signEvent(fact, { computer, platform: noPlatform, at: 0 }, head, key)
      const hash = hashOf(event)
      head = { n: event.n, hash }
      seq += 1
      return { arrived: { seq, arrivedAt: seq, event }, event, hash, reason: null, fact }
    },
  }
}

const read = (witnesses = noWitnesses()) => ({
  witnesses,
  take: (...checked: readonly CheckedEvent[]) => {
    takeWitnessStep(witnesses, witness(witnesses, checked))
    return witnesses.found
  },
})

describe('a journal', () => {
  it('that grows is not named, whatever it was before the computer stated it', () => {
    const chain = createChain(one)
    const { take } = read()
    take(chain.next(headFact(at(5))), chain.next(headFact({ ...at(9), follows: at(5) })))
    expect(take(chain.next(headFact(at(9))))).toEqual([])
  })

  it.each([
    ['shorter', at(3), at(3)],
    ['different at its end', at(5, 'other'), at(5, 'other')],
    ['longer and different before', { ...at(9), follows: at(4, 'restored') }, at(9)],
    ['longer without what it followed', at(9), at(9)],
  ])('that became %s is named with both ends, once', (_how, stated, now) => {
    const chain = createChain(one)
    const { take } = read()
    take(chain.next(headFact(at(5))))
    const finding = { computer: one, what: 'journal', before: at(5), now }
    const event = chain.next(headFact(stated))
    expect(take(event)).toEqual([finding])
    expect(take(chain.next(headFact({ ...at(12), follows: now })))).toEqual([finding])
  })
})

describe('a chain', () => {
  it('that another computer has read as it is, is not named', () => {
    const [mine, theirs] = [createChain(one), createChain(other)]
    const { take } = read()
    take(mine.next(nameFact('A')), mine.next(nameFact('B')))
    expect(take(theirs.next(headFact(at(1), [[one, mine.head()]])))).toEqual([])
  })

  it('that another computer has read with other events is named', () => {
    const [mine, theirs] = [createChain(one), createChain(other)]
    const { take } = read()
    take(mine.next(nameFact('A')))
    const before = { n: 1, hash: chainHash('a') }
    expect(take(theirs.next(headFact(at(1), [[one, before]])))).toEqual([
      { computer: one, what: 'chain', before, now: mine.head() },
    ])
  })

  it('that was cut and went on with other events is named when it gets there, also after a start', () => {
    const [mine, theirs] = [createChain(one), createChain(other)]
    const first = read()
    first.take(mine.next(nameFact('A')))
    const before = { n: 3, hash: chainHash('b') }
    expect(first.take(theirs.next(headFact(at(1), [[one, before]])))).toEqual([])
    const again = read()
    takeWitnessStep(again.witnesses, witnessStepOf(first.witnesses))
    expect(again.take(mine.next(nameFact('B')))).toEqual([])
    expect(again.take(mine.next(nameFact('C')))).toEqual([
      { computer: one, what: 'chain', before, now: mine.head() },
    ])
    expect(again.witnesses.expected.get(one)).toBeUndefined()
  })

  it('that is read again must have the same event at its end', () => {
    const [before, after] = [createChain(one), createChain(one)]
    const { witnesses, take } = read()
    take(before.next(nameFact('A')))
    takeWitnessStep(witnesses, expectAgain(new Map([[one, before.head()]])))
    const end = before.head()
    expect(take(after.next(nameFact('other')))).toEqual([
      { computer: one, what: 'chain', before: end, now: after.head() },
    ])
  })
})

it('a computer whose statements do not fit, again and again, does not hide what was found of another one', () => {
  const [first, liar] = [createChain(one), createChain(other)]
  const { take } = read()
  take(first.next(headFact(at(5))), first.next(headFact(at(3))))
  for (let round = 0; round < 60; round += 1) take(liar.next(headFact(at(100 + round, `x${round}`))))
  const found = take()
  expect(found.filter(({ computer }) => computer === one)).toHaveLength(1)
  expect(found.filter(({ computer }) => computer === other)).toHaveLength(10)
  expect(found.at(-1)).toMatchObject({ computer: other, now: { n: 159 } })
})
