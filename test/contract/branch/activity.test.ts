import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BranchFact } from '#shared/model/branch/branch-event'
import { isOnPostgres, ownCluster } from '../../service/postgres/cluster'
import type { OwnCluster } from '../../service/postgres/cluster'
import { startStocktakeDesk } from './stocktake-desk'
import type { StocktakeDesk } from './stocktake-desk'
import { newBranch } from './support'

const result = (row: number, state: string, reason: string | null = null): BranchFact => ({
  kind: 'change.result',
  body: {
    job: '77777777-0000-4000-8000-000000000000',
    row,
    at: 1_000 + row,
    operation: 'order.lockAssets',
    operator: 'Li Wei',
    key: `LD${row}`,
    shellNumber: '8000000021',
    enterpriseGlobalId: 'E1',
    enterpriseName: 'North',
    memberName: null,
    state,
    reason,
    businessCode: null,
  },
})

describe.skipIf(!isOnPostgres)('the activity of a branch', () => {
  let cluster: OwnCluster
  const desks: StocktakeDesk[] = []
  const removes: StocktakeDesk['remove'][] = []
  beforeAll(async () => {
    cluster = await ownCluster()
  })
  afterAll(async () => {
    for (const desk of desks) await desk.stop()
    for (const remove of removes) await remove()
    await cluster.remove()
  })

  it('is what other computers did, by their names, with the last state of each change, over a start', async () => {
    const admin = await newBranch(cluster.url, 'activity')
    const [one, other] = [await startStocktakeDesk('Counter 1'), await startStocktakeDesk('Counter 2')]
    desks.push(one, other)
    removes.push(one.remove, other.remove)
    expect(one.activity.list(0, 10)).toMatchObject({ isInBranch: false, total: 0 })
    await one.join(admin)
    await other.join(admin)
    await one.branch.append([result(0, 'done'), result(1, 'unknown', 'timeout')])
    const shown = (desk: StocktakeDesk) =>
      desk.activity.list(0, 10).rows.map(({ key, state, computer }) => [key, state, computer])
    await expect
      .poll(() => shown(other))
      .toEqual([
        ['LD1', 'unknown', 'Counter 1'],
        ['LD0', 'done', 'Counter 1'],
      ])
    // What it did itself is in its journal.
    expect(one.activity.list(0, 10)).toMatchObject({ isInBranch: true, total: 0 })
    await one.branch.append([result(1, 'done')])
    await expect.poll(() => shown(other)[0]).toEqual(['LD1', 'done', 'Counter 1'])

    await other.stop()
    const again = await startStocktakeDesk('Counter 2', { folder: other.folder, vault: other.vault })
    desks.splice(1, 1, again)
    expect(shown(again)).toHaveLength(2)
    expect(shown(again)[0]).toEqual(['LD1', 'done', 'Counter 1'])
  })
})
