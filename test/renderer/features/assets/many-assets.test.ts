import { expect, it } from 'vitest'
import { assetRowsOf, filterAssets, noFilter } from '../../../../src-renderer/features/assets/asset-facets'
import { runTimeSliced } from '../../../../src-renderer/ui/table/run-time-sliced'
import { day, record } from '../../support/samples'

const now = 1_795_273_200_000

it('asset filters yield while they count 100,000 assets', async () => {
  const many = Array.from({ length: 100_000 }, (_, index) =>
    record(String(8_000_000_000 + index), now, {
      limitEnd: index % 7 === 0 ? null : now + (index % 900) * day,
      locked: index % 3 === 0,
    }),
  )
  let turns = 0
  const made = await new Promise<number>((done) => {
    runTimeSliced(assetRowsOf(many, now, new Map(), null), (all) => {
      runTimeSliced(filterAssets(all, { ...noFilter, states: ['disabled'] }), (filtered) =>
        done(filtered.rows.length),
      )
    })
    const turn = () => {
      turns += 1
      setTimeout(turn, 0).unref()
    }
    turn()
  })
  expect(made).toBe(33_334)
  expect(turns).toBeGreaterThan(1)
})
