import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../scripts/tour/random.mjs'
import { readStocktake } from '../../../src-main/stocktake/stocktake-file'
import { isOnPostgres } from '../../service/postgres/cluster'
import { lockAt } from '../../stocktake/support/lists'
import { testSeed } from '../../support/test-seed'
import { useBranches } from './branch-desk'
import { startStocktakeDesk } from './stocktake-desk'
import type { StocktakeDesk } from './stocktake-desk'
import { adminOf, directly } from './support'

const minute = { timeout: 60_000 }

describe.skipIf(!isOnPostgres)('a stocktake of several desks', () => {
  const branches = useBranches('stocktake')

  const start = async (...of: Parameters<typeof startStocktakeDesk>): Promise<StocktakeDesk> => {
    const desk = await startStocktakeDesk(...of)
    branches.atEnd(async () => {
      await desk.stop()
      await desk.remove()
    })
    return desk
  }
  const twoDesks = async () => {
    const [one, other] = [await start('Li Wei'), await start('Zhang Jing')]
    await one.join(branches.admin())
    await other.join(branches.admin())
    return [one, other] as const
  }

  it('shows at the other desk, where both see within a second what each has counted', async () => {
    const [one, other] = await twoDesks()
    const id = await one.start()
    await expect
      .poll(() => other.summary(id))
      .toMatchObject({
        state: 'counting',
        startedBy: 'Li Wei',
        expected: 5,
        isShared: true,
      })
    const changes: unknown[] = []
    one.stocktakes.onChange(({ rows, by }) =>
      changes.push(...rows.map(({ number, counted }) => [by, number, counted?.operator])),
    )
    await one.count(id, lockAt(1))
    const without = { [lockAt(1)]: 'Li Wei', [lockAt(2)]: 'Zhang Jing' }
    const both = { ...without, [lockAt(77)]: 'Zhang Jing' }
    const seenAfterMs = async (change: () => Promise<unknown>, counted: object): Promise<number> => {
      const from = performance.now()
      await change()
      await expect.poll(() => one.counted(id), { interval: 20 }).toEqual(counted)
      return performance.now() - from
    }
    const times = [
      await seenAfterMs(() => other.count(id, lockAt(2), lockAt(77)), both),
      await seenAfterMs(() => other.undo(id, lockAt(77)), without),
      await seenAfterMs(() => other.count(id, lockAt(77)), both),
    ]
    // The best of three: other programs stop each at times.
    expect(Math.min(...times)).toBeLessThan(1_000)
    await expect.poll(() => other.counted(id)).toEqual(both)
    await expect.poll(() => changes).toContainEqual(['input', lockAt(2), 'Zhang Jing'])
    expect((await one.count(id, lockAt(2))).repeated).toHaveLength(1)

    await one.undo(id, lockAt(2))
    await expect.poll(() => other.counted(id)).toEqual({ [lockAt(1)]: 'Li Wei', [lockAt(77)]: 'Zhang Jing' })
    await other.end(id)
    await expect
      .poll(() => one.summary(id))
      .toMatchObject({ state: 'finished', ended: { by: 'Zhang Jing' }, present: 1, others: 1 })
    expect(await one.rows(id)).toEqual(await other.rows(id))
    expect(await one.stocktakes.count({ id, numbers: [lockAt(3)], operatorIdentity: 'x' })).toMatchObject({
      ok: false,
      error: { code: 'not-found' },
    })
    expect([one.errors, other.errors]).toEqual([[], []])
  })

  it('goes on without the connection, over a start, and joins later, also where it was ended meanwhile', async () => {
    const [one, other] = await twoDesks()
    const id = await one.start()
    await expect.poll(() => other.summary(id)).toMatchObject({ state: 'counting' })
    await branches.cluster().stop('immediate')
    await one.count(id, lockAt(1), lockAt(3))
    await one.undo(id, lockAt(3))
    await other.count(id, lockAt(1), lockAt(4))
    await one.stop()
    const again = await start('Li Wei', { folder: one.folder, vault: one.vault })
    expect(await again.counted(id)).toEqual({ [lockAt(1)]: 'Li Wei' })
    await again.end(id)
    expect(await again.summary(id)).toMatchObject({ state: 'finished', present: 1 })
    await other.count(id, lockAt(5), lockAt(88))

    await branches.cluster().start()
    await expect
      .poll(() => other.summary(id), minute)
      .toMatchObject({ state: 'finished', ended: { by: 'Li Wei' } })
    const results = {
      [lockAt(1)]: 'present',
      [lockAt(2)]: 'missing',
      [lockAt(3)]: 'missing',
      [lockAt(4)]: 'present',
      [lockAt(5)]: 'present',
      [lockAt(88)]: 'not-found',
    }
    const resultsOf = async (desk: StocktakeDesk) =>
      Object.fromEntries((await desk.rows(id)).map(({ number, result }) => [number, result]))
    for (const desk of [again, other]) await expect.poll(() => resultsOf(desk), minute).toEqual(results)
    expect(await again.rows(id)).toEqual(await other.rows(id))
    // The numbers above the rows follow within half a second.
    await expect
      .poll(async () => isDeepStrictEqual(await again.summary(id), await other.summary(id)), minute)
      .toBe(true)
  })

  it('that one had begun before it joined is counted together, and stays when it leaves', async () => {
    const one = await start('Li Wei')
    const before = await one.start()
    await one.count(before, lockAt(1))
    await one.end(before)
    const id = await one.start()
    await one.count(id, lockAt(1), lockAt(2))
    await one.undo(id, lockAt(2))
    const other = await start('Zhang Jing')
    await one.join(branches.admin())
    await other.join(branches.admin())
    await expect.poll(() => other.counted(id)).toEqual({ [lockAt(1)]: 'Li Wei' })
    // The last finished one of the scope is known too, so that both compare with it.
    expect(await other.summary(before)).toMatchObject({ state: 'finished', present: 1 })
    await other.count(id, lockAt(3))
    await expect.poll(async () => Object.keys((await one.counted(id)) ?? {})).toHaveLength(2)
    expect(await one.service.leave()).toMatchObject({ ok: true })
    const both = { [lockAt(1)]: 'Li Wei', [lockAt(3)]: 'Zhang Jing' }
    await expect.poll(() => one.summary(id)).toMatchObject({ isShared: false, state: 'counting' })
    expect(await one.counted(id)).toEqual(both)
    await one.count(id, lockAt(4))
    await one.end(id)
    await other.end(id)
    const file = readStocktake(await readFile(`${one.folder.path}/stocktakes/${id}.stocktake`))
    if (file === null || 'newer' in file) throw new Error('not read')
    expect([...file.counts.keys()]).toEqual([lockAt(1), lockAt(3), lockAt(4)])
    expect(await other.counted(id)).toEqual(both)
    expect([one.errors, other.errors]).toEqual([[], []])
  })

  it('has the same result at both after random counting with cut connections: nothing lost, nothing twice', async () => {
    const random = createRandom(testSeed).next
    const pair = await twoDesks()
    const id = await pair[0].start()
    await expect.poll(() => pair[1].summary(id)).toMatchObject({ state: 'counting' })
    const total = 24
    /** Of each desk; what it has counted and was not undone since. */
    const held = [new Set<number>(), new Set<number>()]
    for (let round = 0; round < 60; round += 1) {
      const at = random() < 0.5 ? 0 : 1
      const place = 1 + Math.floor(random() * total)
      const what = random()
      if (what < 0.75) {
        await pair[at].count(id, lockAt(place))
        held[at]!.add(place)
      } else if (what < 0.9) {
        // A desk undoes only what it alone has counted, so that the outcome does not depend on the exchange.
        if (held[at]!.has(place) && !held[1 - at]!.has(place)) {
          await pair[at].undo(id, lockAt(place))
          held[at]!.delete(place)
        }
      } else {
        const client = await directly(adminOf(branches.cluster().url))
        await client.query(
          `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${branches.database()}' and random() < 0.7`,
        )
        await client.end()
      }
      await wait(random() * 20)
    }
    const counted = [...new Set([...held[0]!, ...held[1]!])].map(lockAt).sort()
    for (const desk of pair)
      await expect
        .poll(async () => Object.keys((await desk.counted(id)) ?? {}).sort(), minute)
        .toEqual(counted)
    await expect.poll(() => pair[0].counted(id), minute).toEqual(await pair[1].counted(id))
    await pair[1].end(id)
    await expect.poll(() => pair[0].summary(id), minute).toMatchObject({ state: 'finished' })
    expect(await pair[0].rows(id)).toEqual(await pair[1].rows(id))
  }, 120_000)
})
