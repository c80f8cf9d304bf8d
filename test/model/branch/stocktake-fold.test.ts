import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { branchBodies, maxBodyBytes } from '#shared/model/branch/branch-event'
import type { BranchFact } from '#shared/model/branch/branch-event'
import { addFact, pendingStamp } from '#shared/model/branch/registers'
import type { Register } from '#shared/model/branch/registers'
import {
  closedFacts,
  countedFacts,
  doubledFacts,
  openedFacts,
  uncountedFacts,
} from '#shared/model/branch/stocktake-facts'
import {
  createFoldedStocktake,
  dropSurplusStocktakes,
  foldStocktake,
  maxEndedStocktakes,
  stocktakeFieldsIn,
} from '#shared/model/branch/stocktake-fold'
import type { FoldedStocktake, ResultRow } from '#shared/model/branch/stocktake-fold'
import { testSeed } from '../../support/test-seed'

const stocktake = '55555555-0000-4000-8000-000000000000'
const expected = ['1', '2', '3', '4', '5'].map((number) => ({
  number,
  assetNum: `LD${number}`,
  enterpriseName: 'North',
  disabled: number === '2',
}))
const opened = openedFacts(stocktake, {
  scope: { kind: 'list', name: 'Safe' },
  startedAt: 1,
  startedBy: 'Li Wei',
  expected,
})

interface Sent {
  readonly desk: number
  readonly n: number
  readonly fact: BranchFact
}

/** Two desks and the order in which the database gets what they state. */
const createDesks = () => {
  const database: Sent[] = []
  const desks = [0, 1].map(() => ({ read: 0, own: [] as Sent[], sent: 0 }))
  const push = (desk: number): void => {
    const of = desks[desk]!
    database.push(...of.own.slice(of.sent))
    of.sent = of.own.length
  }
  const pull = (desk: number): void => void (desks[desk]!.read = database.length)
  const shown = (desk: number): FoldedStocktake => {
    const { read, own } = desks[desk]!
    const registers = new Map<string, Register>()
    const arrived = database.slice(0, read)
    for (const [at, { fact, desk: by, n }] of arrived.entries())
      addFact(registers, fact, { era: 0, arrivedAt: at, seq: at + 1, computer: String(by), n })
    const last = arrived.filter((sent) => sent.desk === desk).length
    for (const { fact, n } of own.slice(last)) addFact(registers, fact, pendingStamp(String(desk), n))
    const fields = stocktakeFieldsIn(registers).get(stocktake)
    return fields === undefined ? createFoldedStocktake(stocktake) : foldStocktake(stocktake, fields)
  }
  const state = (desk: number, facts: readonly BranchFact[]): void => {
    const { own } = desks[desk]!
    for (const fact of facts) own.push({ desk, n: own.length + 1, fact })
  }
  state(0, opened)
  push(0)
  pull(0)
  pull(1)
  return { push, pull, shown, state, facts: () => desks.flatMap(({ own }) => own.map(({ fact }) => fact)) }
}
type Desks = ReturnType<typeof createDesks>

const rowsOf = (folded: FoldedStocktake): ResultRow[] =>
  [...new Set([...expected.map(({ number }) => number), ...folded.counts.keys()])].map((number) => {
    const isExpected = expected.some((one) => one.number === number)
    const result = folded.counts.has(number) ? 'present' : 'missing'
    return {
      number,
      assetNum: null,
      enterpriseName: null,
      result: isExpected ? result : 'unexpected',
      status: null,
    }
  })

let names = 0
const step = fc.record({
  desk: fc.nat({ max: 1 }),
  what: fc.constantFrom('count', 'count', 'count', 'undo', 'double', 'exchange', 'push', 'pull', 'end'),
  numbers: fc.uniqueArray(
    fc.nat({ max: 7 }).map((at) => String(at)),
    { minLength: 1, maxLength: 3 },
  ),
})
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

/** What a desk does, as its person sees the stocktake then. */
const act = (desks: Desks, { desk, what, numbers }: Step, at: number): void => {
  const folded = desks.shown(desk)
  const operator = `operator ${desk}`
  if (what === 'exchange' || what === 'push') desks.push(desk)
  if (what === 'exchange' || what === 'pull') desks.pull(desk)
  if (folded.end() !== null) return
  const fresh = numbers.filter((number) => !folded.isCountedBy(String(desk), number))
  const count = `count ${(names += 1)}`
  if (what === 'count')
    desks.state(
      desk,
      countedFacts(stocktake, { count, at, by: 'input', operator, numbers: fresh, unlisted: new Set('7') }),
    )
  if (what === 'undo') desks.state(desk, uncountedFacts(folded, { numbers, at, operator }))
  if (what === 'double') desks.state(desk, doubledFacts(folded, { numbers, at }))
  if (what === 'end')
    desks.state(
      desk,
      closedFacts(stocktake, count, { at, by: operator, how: 'finish', rows: rowsOf(folded) }),
    )
}

/** Numbers of which a count is left that no undo has named. */
const leftOf = (facts: readonly BranchFact[]): string[] => {
  const left = new Map<string, Set<string>>()
  for (const fact of facts)
    if (fact.kind === 'stocktake.counted')
      for (const number of fact.body.numbers)
        left.set(number, (left.get(number) ?? new Set()).add(fact.body.count))
  for (const fact of facts)
    if (fact.kind === 'stocktake.uncounted')
      for (const { number, count } of fact.body.counts) left.get(number)?.delete(count)
  return [...left].filter(([, counts]) => counts.size > 0).map(([number]) => number)
}

describe('two desks that count together, with spells without a connection', () => {
  it('know the same in the end: no count is lost, none counts twice', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const desks = createDesks()
        for (const [at, one] of steps.entries()) act(desks, one, at)
        for (const desk of [0, 1]) desks.push(desk)
        for (const desk of [0, 1]) desks.pull(desk)
        const [one, other] = [desks.shown(0), desks.shown(1)]
        expect([...other.counts]).toEqual([...one.counts])
        expect([...other.doubles].sort()).toEqual([...one.doubles].sort())
        expect(other.endWithLate()).toEqual(one.endWithLate())
        expect([...one.counts.keys()].sort()).toEqual(leftOf(desks.facts()).sort())

        const end = one.endWithLate()
        if (end === null) return
        const numbers = end.rows.map(({ number }) => number)
        expect(new Set(numbers).size).toBe(numbers.length)
        for (const { number } of expected) expect(numbers).toContain(number)
        for (const { number, result } of end.rows)
          expect([number, result !== 'missing']).toEqual([number, one.counts.has(number)])
      }),
      { numRuns: 500, seed: testSeed },
    )
  })

  it('a mistake that one takes back takes nothing from the other, who counted the same lock meanwhile', () => {
    const desks = createDesks()
    const count = (desk: number, name: string) =>
      desks.state(
        desk,
        countedFacts(stocktake, {
          count: name,
          at: desk,
          by: 'plug',
          operator: `operator ${desk}`,
          numbers: ['1'],
          unlisted: new Set(),
        }),
      )
    count(0, 'in the hand')
    desks.push(0)
    count(1, 'by mistake')
    desks.state(1, uncountedFacts(desks.shown(1), { numbers: ['1'], at: 2, operator: 'operator 1' }))
    desks.push(1)
    desks.pull(1)
    expect(desks.shown(1).counts.get('1')).toMatchObject({ operator: 'operator 0' })
    // Seen, it can be undone by either.
    desks.state(1, uncountedFacts(desks.shown(1), { numbers: ['1'], at: 3, operator: 'operator 1' }))
    desks.push(1)
    desks.pull(0)
    expect([...desks.shown(0).counts]).toEqual([])
  })

  it('the first end counts; what was counted without knowing of it is added to its rows', () => {
    const desks = createDesks()
    const end = (desk: number) =>
      desks.state(
        desk,
        closedFacts(stocktake, `end ${desk}`, {
          at: 5,
          by: `operator ${desk}`,
          how: desk === 0 ? 'finish' : 'cancel',
          rows: rowsOf(desks.shown(desk)),
        }),
      )
    desks.state(
      1,
      countedFacts(stocktake, {
        count: 'late',
        at: 4,
        by: 'input',
        operator: 'operator 1',
        numbers: ['1', '2', '7', '8'],
        unlisted: new Set(['8']),
      }),
    )
    end(0)
    end(1)
    desks.push(0)
    desks.push(1)
    for (const desk of [0, 1]) {
      desks.pull(desk)
      const folded = desks.shown(desk)
      expect(folded.endWithLate()).toMatchObject({ how: 'finish', by: 'operator 0' })
      expect(folded.endWithLate()?.rows.map(({ number, result }) => [number, result])).toEqual([
        ['1', 'present'],
        ['2', 'disabled'],
        ['3', 'missing'],
        ['4', 'missing'],
        ['5', 'missing'],
        ['7', 'unexpected'],
        ['8', 'not-found'],
      ])
    }
  })
})

describe('what is stated of a stocktake', () => {
  const long = '编'.repeat(190)
  const many = Array.from({ length: 350 }, (_, at) => ({
    number: `${long}${at}`,
    assetNum: long,
    enterpriseName: long,
    disabled: null,
  }))

  it('fits into events, whatever its length, and is read whole', () => {
    const folded = createFoldedStocktake(stocktake)
    const numbers = many.map(({ number }) => number)
    const rows = many.map(({ number }): ResultRow => ({
      number,
      assetNum: long,
      enterpriseName: long,
      result: 'present',
      status: 'enabled',
    }))
    const add = (facts: readonly BranchFact[]): void => {
      for (const [at, fact] of facts.entries()) {
        expect(Buffer.byteLength(JSON.stringify(fact.body))).toBeLessThan(maxBodyBytes)
        expect(branchBodies[fact.kind].safeParse(fact.body)).toMatchObject({ success: true })
        folded.addFact(fact, pendingStamp('', at))
      }
    }
    add(
      openedFacts(stocktake, {
        scope: { kind: 'list', name: long },
        startedAt: 1,
        startedBy: long,
        expected: many,
      }),
    )
    const count = '66666666-0000-4000-8000-000000000000'
    add(
      countedFacts(stocktake, {
        count,
        at: 1,
        by: 'plug',
        operator: long,
        numbers,
        unlisted: new Set(numbers),
      }),
    )
    expect(folded.counts.size).toBe(350)
    add(doubledFacts(folded, { numbers, at: 2 }))
    add(closedFacts(stocktake, count, { at: 3, by: long, how: 'finish', rows }))
    expect(folded.opened()?.expected).toEqual(many)
    expect(folded.end()?.rows).toEqual(rows)
    expect(folded.doubles.size).toBe(350)
    add(uncountedFacts(folded, { numbers, at: 4, operator: long }))
    expect([folded.counts.size, folded.doubles.size]).toEqual([0, 0])
  })

  it('shows once all parts of its beginning are known', () => {
    const facts = openedFacts(stocktake, {
      scope: { kind: 'list', name: 'x' },
      startedAt: 1,
      startedBy: 'x',
      expected: many,
    })
    const folded = createFoldedStocktake(stocktake)
    for (const [at, fact] of facts.toReversed().entries()) {
      expect(folded.opened()).toBeNull()
      folded.addFact(fact, pendingStamp('', at))
    }
    expect(folded.opened()?.expected).toHaveLength(350)
  })

  it('is dropped of the oldest ended ones only, with all their fields', () => {
    const registers = new Map<string, Register>()
    const idOf = (at: number) => `${String(at).padStart(8, '0')}-0000-4000-8000-000000000000`
    let seq = 0
    const add = (facts: readonly BranchFact[]): void => {
      for (const fact of facts)
        addFact(registers, fact, { era: 0, arrivedAt: 1, seq: (seq += 1), computer: 'a', n: seq })
    }
    const total = maxEndedStocktakes + 3
    for (let at = 0; at < total; at += 1) {
      const id = idOf(at)
      add(openedFacts(id, { scope: { kind: 'list', name: 'x' }, startedAt: at, startedBy: 'x', expected }))
      add(
        countedFacts(id, { count: 'c', at, by: 'plug', operator: 'x', numbers: ['1'], unlisted: new Set() }),
      )
      // The first one is still counted.
      if (at > 0) add(closedFacts(id, 'e', { at, by: 'x', how: 'finish', rows: [] }))
    }
    dropSurplusStocktakes(registers)
    const left = [...stocktakeFieldsIn(registers).keys()]
    expect(left).toEqual([idOf(0), ...Array.from({ length: maxEndedStocktakes }, (_, at) => idOf(at + 3))])
  })
})
