import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import register from '../../../resources/training/register.json'
import { buildDemo } from '../../../src-service/seed/demo'
import { scaleEnterpriseRows } from '../../../src-service/seed/scale'
import { startTestService } from '../../support/service'
import { connectTo } from '../../support/service-client'

const demo = buildDemo()

describe('the scale seed', () => {
  it('has 100,000 assets including the training data, with unique numbers, IDs and accounts', () => {
    const tables = [
      'enterprises',
      'employees',
      'license_orders',
      'assets',
      'merchandises',
      'products',
    ] as const
    const ids = Object.fromEntries(tables.map((table) => [table, new Set(demo[table].map(({ id }) => id))]))
    const rows = Object.fromEntries(tables.map((table) => [table, demo[table].length]))
    const numbers = new Set(demo.assets.map((asset) => asset.asset_num))
    const accounts = new Set(demo.employees.map((employee) => employee.user_name))
    let lent = 0
    for (const part of scaleEnterpriseRows()) {
      for (const table of tables) {
        rows[table]! += part[table].length
        for (const { id } of part[table]) ids[table]!.add(id)
      }
      for (const asset of part.assets) numbers.add(asset.asset_num)
      for (const employee of part.employees) accounts.add(employee.user_name)
      lent += part.assets.filter((asset) => asset.lent_to !== null).length
    }
    expect(rows['assets']).toBe(100_000)
    expect(numbers.size).toBe(100_000)
    expect(accounts.size).toBe(rows['employees'])
    for (const table of tables) expect(ids[table]!.size).toBe(rows[table])
    expect(lent).toBeGreaterThan(500)
    // The number of no lock in the training data, for showing an unknown lock.
    expect(numbers.has('LD8000009999')).toBe(false)
  })

  it('is the same for the same seed, and different for another', () => {
    const digest = (randomSeed?: number) => {
      const [first] = scaleEnterpriseRows(randomSeed)
      return createHash('sha256').update(JSON.stringify(first)).digest('hex')
    }
    expect(digest()).toBe(digest())
    expect(digest()).not.toBe(digest(7))
  })

  // Takes 15 seconds of both cores: runs with npm run test:more.
  it.skipIf(
    process.env.LOCK_DESK_TEST_POSTGRES === undefined && process.env.LOCK_DESK_TEST_KILLS === undefined,
  )(
    'fills a store whose lists include the training data and the largest enterprise',
    { timeout: 300_000 },
    async () => {
      const service = await startTestService({ seed: 'scale' })
      const client = await connectTo(service.url)
      const { enterpriseGlobalId } = register[0]!
      expect(await client.succeed('order.listAssets', { path: { enterpriseGlobalId } })).toHaveLength(1000)
      const largest = [...scaleEnterpriseRows()].at(-1)!.enterprises[0]!.global_id
      const path = { enterpriseGlobalId: largest }
      const assets = await client.succeed('order.listAssets', { path })
      expect(assets).toHaveLength(20_000)
      const dayMs = 86_400_000
      const ordered = assets.map(({ createTime }) => (Date.now() - createTime) / dayMs)
      expect(Math.min(...ordered)).toBeGreaterThan(28)
      expect(Math.max(...ordered)).toBeLessThan(862)
      expect((await client.succeed('member.listEmployees', { path })).total).toBe(2000)
      await service.stop()
    },
  )
})
