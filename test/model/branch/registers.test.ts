import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { branchBodies } from '#shared/model/branch/branch-event'
import type { BranchFact } from '#shared/model/branch/branch-event'
import { loansIn, namesIn } from '#shared/model/branch/fold'
import { addFact, pendingStamp } from '#shared/model/branch/registers'
import type { Register, Stamp } from '#shared/model/branch/registers'
import { testSeed } from '../../support/test-seed'

interface Arrived {
  readonly fact: BranchFact
  readonly stamp: Stamp
}

const stocktake = '55555555-0000-4000-8000-000000000000'
const hour = 3_600_000
const noon = Date.UTC(2026, 10, 27, 12)
const computers = ['a', 'b', 'c', 'd', 'e'].map((name) => `${name.repeat(8)}-0000-4000-8000-000000000000`)
/** Their clocks are off by hours, and they are in different zones: days are local ones. */
const clockErrors = [0, -7 * hour, 13 * hour, -26 * hour, hour / 2]

const fold = (arrived: readonly Arrived[], onto: Iterable<Register> = []): Map<string, Register> => {
  const registers = new Map<string, Register>()
  for (const register of onto) registers.set(JSON.stringify([register.field, ...register.of]), register)
  for (const { fact, stamp } of arrived) addFact(registers, fact, stamp)
  return registers
}
/** All of the state, in one order. */
const stateOf = (registers: ReadonlyMap<string, Register>): string =>
  JSON.stringify([...registers].sort(([one], [other]) => (one < other ? -1 : 1)))

const loanOf = (lock: number) => ({
  borrowedUsbKey: `800000002${lock}`,
  memberGlobalId: lock === 0 ? null : 'm-1',
  enterpriseGlobalId: 'e-1',
  enterpriseName: 'North Bridge',
  memberName: 'Chen Yu',
  assets: [],
  lentHere: null,
})

const small = fc.nat({ max: 2 })
const numbers = fc.array(
  small.map((at) => `LD${at}`),
  { minLength: 1, maxLength: 3 },
)
const day = fc.constantFrom(null, '2026-11-30', '2026-12-01', '2027-01-01')
/** A fact as a computer states it at a time of its clock. */
const factAt = (at: number, operator: string): fc.Arbitrary<BranchFact> => {
  const act = { at, operatorIdentity: operator }
  return fc.oneof(
    fc.record({ loan: small.map(loanOf), dueOn: day }).map((body) => ({ kind: 'loan.due', body }) as const),
    fc
      .record({ loan: small.map(loanOf), note: fc.constantFrom('', 'x', 'y') })
      .map((body) => ({ kind: 'loan.note', body }) as const),
    fc
      .record({ loan: small.map(loanOf), returned: fc.constantFrom(null, act) })
      .map((body) => ({ kind: 'loan.returned', body }) as const),
    // Two desks may close a loan at the same time of their clocks.
    fc.record({ lock: small, at: fc.constantFrom(at, noon) }).map(
      ({ lock, at: closedAt }) =>
        ({
          kind: 'loan.closed',
          body: {
            loan: {
              ...loanOf(lock),
              dueOn: null,
              note: operator,
              returned: null,
              closed: { ...act, at: closedAt },
            },
          },
        }) as const,
    ),
    fc
      .record({ asset: small, name: fc.constantFrom('', 'Press', operator) })
      .map(
        ({ asset, name }) =>
          ({ kind: 'lock.name', body: { enterpriseGlobalId: 'e-1', assetNum: `LD${asset}`, name } }) as const,
      ),
    small.map(
      (asset) =>
        ({
          kind: 'lock.note',
          body: { enterpriseGlobalId: 'e-1', assetNum: `LD${asset}`, note: operator },
        }) as const,
    ),
    fc.constant<BranchFact>({
      kind: 'stocktake.opened',
      body: {
        stocktake,
        scope: { kind: 'list', name: 'shelf' },
        startedAt: at,
        startedBy: operator,
        part: 0,
        parts: 1,
        expected: [],
      },
    }),
    numbers.map(
      (counted) =>
        ({
          kind: 'stocktake.counted',
          body: {
            stocktake,
            count: `count ${at % 3}`,
            at,
            by: 'plug',
            operator,
            numbers: counted,
            unlisted: counted.slice(1),
          },
        }) as const,
    ),
    fc
      .tuple(numbers, small, fc.constantFrom('uncounted', 'doubled'))
      .map(([meant, which, kind]): BranchFact => {
        const counts = meant.map((number) => ({ number, count: `count ${which}` }))
        return kind === 'uncounted'
          ? { kind: 'stocktake.uncounted', body: { stocktake, at, operator, counts } }
          : { kind: 'stocktake.doubled', body: { stocktake, at, counts } }
      }),
    fc.constant<BranchFact>({
      kind: 'stocktake.result',
      body: { stocktake, end: operator, part: 0, parts: 1, rows: [] },
    }),
    fc.constant({
      kind: 'stocktake.closed',
      body: { stocktake, end: operator, at, by: operator, how: 'finish' },
    } as const),
    small.map(
      (order) =>
        ({
          kind: 'order.used',
          body: { order: `o-${order}`, digest: 'd'.repeat(64), at, operator },
        }) as const,
    ),
  )
}

/** What five computers stated, in the order of arrival. Some arrive within one millisecond. */
const historyOf = (maxLength: number): fc.Arbitrary<readonly Arrived[]> =>
  fc
    .array(fc.tuple(fc.nat({ max: 4 }), fc.nat({ max: 3 }), fc.nat({ max: 2 * hour })), {
      minLength: 1,
      maxLength,
    })
    .chain((steps) => {
      let time = noon
      const counts = [0, 0, 0, 0, 0]
      return fc.tuple(
        ...steps.map(([computer, pause, delay], at) => {
          time += pause
          const n = (counts[computer] = (counts[computer] ?? 0) + 1)
          const stamp = { era: 0, arrivedAt: time, seq: at + 1, computer: computers[computer] ?? '', n }
          return factAt(time - delay + (clockErrors[computer] ?? 0), `operator ${computer}`).map((fact) => ({
            fact,
            stamp,
          }))
        }),
      )
    })

const permutations = <Item>(items: readonly Item[]): Item[][] =>
  items.length <= 1
    ? [[...items]]
    : items.flatMap((item, at) =>
        permutations([...items.slice(0, at), ...items.slice(at + 1)]).map((rest) => [item, ...rest]),
      )

describe('what events say together', () => {
  it('is the same in every order and however often they come, for short histories', () => {
    fc.assert(
      fc.property(historyOf(5), (history) => {
        const expected = stateOf(fold(history))
        for (const order of permutations(history)) expect(stateOf(fold([...order, ...order]))).toBe(expected)
      }),
      { numRuns: 200, seed: testSeed },
    )
  })

  it('is the same in many orders and with repeats, for long histories', () => {
    fc.assert(
      fc.property(
        historyOf(120).chain((history) =>
          fc.tuple(
            fc.constant(history),
            fc.array(
              fc.tuple(
                fc.shuffledSubarray([...history], { minLength: history.length }),
                fc.shuffledSubarray([...history]),
              ),
              { minLength: 20, maxLength: 20 },
            ),
          ),
        ),
        ([history, orders]) => {
          const registers = fold(history)
          for (const [order, repeats] of orders) {
            const folded = fold([...order, ...repeats])
            expect(stateOf(folded)).toBe(stateOf(registers))
            expect(loansIn(folded, '')).toEqual(loansIn(registers, ''))
            expect(namesIn(folded)).toEqual(namesIn(registers))
          }
        },
      ),
      { numRuns: 200, seed: testSeed },
    )
  })

  it('is the same where one computer folds in parts what another folds at once', () => {
    fc.assert(
      fc.property(historyOf(60), fc.nat({ max: 60 }), (history, cut) => {
        const first = fold(history.slice(cut))
        expect(stateOf(fold(history.slice(0, cut), first.values()))).toBe(stateOf(fold(history)))
      }),
      { numRuns: 200, seed: testSeed },
    )
  })

  it('has bodies that the schemas allow', () => {
    fc.assert(
      fc.property(historyOf(20), (history) => {
        for (const { fact } of history)
          expect(branchBodies[fact.kind].safeParse(fact.body).success).toBe(true)
      }),
      { numRuns: 50, seed: testSeed },
    )
  })
})

const arrivedAs = (seq: number, computer = 'a'): Stamp => ({
  era: 0,
  arrivedAt: noon + seq,
  seq,
  computer,
  n: seq,
})
const named = (name: string): BranchFact => ({
  kind: 'lock.name',
  body: { enterpriseGlobalId: 'e-1', assetNum: 'LD1', name },
})
const used = (operator: string): BranchFact => ({
  kind: 'order.used',
  body: { order: 'o-1', digest: 'd'.repeat(64), at: noon, operator },
})
const valueOf = (registers: ReadonlyMap<string, Register>): unknown => [...registers.values()][0]?.value

describe('the writer of a field', () => {
  it('is the one that arrived last, whatever its clock says; what waits to be sent is later', () => {
    const first = { fact: named('first'), stamp: arrivedAs(1) }
    const second = { fact: named('second'), stamp: arrivedAs(2, 'b') }
    const own = { fact: named('own'), stamp: pendingStamp('a', 1) }
    expect(valueOf(fold([second, first]))).toBe('second')
    expect(valueOf(fold([own, second, first]))).toBe('own')
  })

  it('is the computer with the later ID, and then its later event, where two arrived as one', () => {
    const at = (computer: string, n: number): Stamp => ({ era: 0, arrivedAt: noon, seq: 1, computer, n })
    const one = { fact: named('a1'), stamp: at('a', 1) }
    const two = { fact: named('a2'), stamp: at('a', 2) }
    const three = { fact: named('b1'), stamp: at('b', 1) }
    expect(valueOf(fold([two, one]))).toBe('a2')
    expect(valueOf(fold([three, two, one]))).toBe('b1')
  })

  it('is the first one where an order was used, and one that waits to be sent is not first', () => {
    const first = { fact: used('first'), stamp: arrivedAs(1, 'b') }
    const second = { fact: used('second'), stamp: arrivedAs(2) }
    const own = { fact: used('own'), stamp: pendingStamp('a', 9) }
    for (const order of permutations([first, second, own]))
      expect(valueOf(fold(order))).toMatchObject({ operator: 'first' })
  })

  it('is the one of the database as it is now, after it was restored and read anew', () => {
    const before = { fact: used('before'), stamp: arrivedAs(1) }
    const again = { fact: used('again'), stamp: { ...arrivedAs(7), era: 1 } }
    for (const order of permutations([before, again]))
      expect(valueOf(fold(order))).toMatchObject({ operator: 'again' })
  })
})
