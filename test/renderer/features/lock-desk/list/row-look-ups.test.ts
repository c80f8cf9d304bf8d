// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import { shallowRef } from 'vue'
import type { CommandInput } from '#shared/bridge/commands'
import { fail, succeed } from '#shared/outcome'
import { newRow } from '../../../../../src-renderer/features/lock-desk/list/list-rows'
import { useRowLookUps } from '../../../../../src-renderer/features/lock-desk/list/row-look-ups'
import { withBridge } from '../../../support/mount-component'
import { unreachable } from '../../../support/samples'

const rowsUpTo = (count: number) =>
  shallowRef(Array.from({ length: count }, (_, id) => newRow(id, String(8_000_000_000 + id))))
const idsOf = (rows: ReturnType<typeof rowsUpTo>) => rows.value.map(({ id }) => id)

const listed = (numbers: readonly string[]) =>
  succeed({
    results: numbers.map(() => ({ state: 'not-listed' as const })),
    enterprises: 3,
    unread: 1,
    failure: null,
  })

describe('looking rows up', () => {
  it('tells how far it is, and updates all rows at its end', async () => {
    const rows = rowsUpTo(2001)
    const lookUps = useRowLookUps(rows)
    const seen: unknown[] = []
    withBridge({
      'locks/look-up-many': ({ numbers }) => {
        seen.push({ ...lookUps.searching.value, found: rows.value.filter(({ lookup }) => lookup).length })
        return listed(numbers)
      },
    })
    await lookUps.lookUp(idsOf(rows), 'known')
    expect(seen).toEqual([
      { done: 0, total: 2001, isPlatformSearch: false, found: 0 },
      { done: 2000, total: 2001, isPlatformSearch: false, found: 0 },
    ])
    expect(rows.value.every(({ lookup }) => lookup?.state === 'not-listed')).toBe(true)
    expect([lookUps.searching.value, lookUps.enterprises.value, lookUps.unread.value]).toEqual([null, 3, 1])
  })

  it('keeps what was found before a step failed', async () => {
    const rows = rowsUpTo(2001)
    const lookUps = useRowLookUps(rows)
    withBridge({
      'locks/look-up-many': ({ numbers }) => (numbers.length === 1 ? fail(unreachable) : listed(numbers)),
    })
    await lookUps.lookUp(idsOf(rows), 'known')
    expect(rows.value.filter(({ lookup }) => lookup !== null)).toHaveLength(2000)
    expect(lookUps.failure.value).toEqual(unreachable)
    expect(lookUps.searching.value).toBeNull()
  })

  it('asks the platform for new rows only where the known lists do not suffice', async () => {
    const rows = rowsUpTo(2)
    const requests: CommandInput<'locks/look-up-many'>[] = []
    withBridge({
      'locks/look-up-many': (input) => {
        requests.push(input)
        return succeed({
          results: input.numbers.map((number) => ({
            state: number.endsWith('0') ? ('not-a-number' as const) : ('not-listed' as const),
          })),
          enterprises: 3,
          unread: 0,
          failure: null,
        })
      },
    })
    await useRowLookUps(rows).lookUpNew(idsOf(rows))
    expect(requests).toEqual([
      { numbers: ['8000000000', '8000000001'], freshness: 'known' },
      { numbers: ['8000000001'], freshness: 'fresh' },
    ])
    expect(rows.value.map(({ lookUpCount }) => lookUpCount)).toEqual([0, 1])
  })
})
