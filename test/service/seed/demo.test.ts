import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { licenseTypes } from '#shared/model/api/license-types'
import register from '../../../resources/training/register.json'
import { buildDemo, demoDigest } from '../../../src-service/seed/demo'

const demo = buildDemo()
const lock = (shellNumber: string) => demo.assets.find((asset) => asset.key_shell_number === shellNumber)!
const productsOn = (shellNumber: string) =>
  demo.products.filter((product) => product.held_by === lock(shellNumber).id)

describe('the demo seed', () => {
  it('matches demoDigest, so that no outdated packed store is used', () => {
    const digest = createHash('sha256').update(JSON.stringify(demo)).digest('base64url')
    expect(demoDigest).toBe(digest)
  })

  it('differs by seed, and is the same for the same seed', () => {
    expect(buildDemo(7)).toEqual(buildDemo(7))
    expect(buildDemo(7).assets).not.toEqual(demo.assets)
    expect(buildDemo(7).assets).toHaveLength(demo.assets.length)
  })

  it('has the enterprises of the app’s training data', () => {
    expect(demo.enterprises.map(({ global_id, name }) => [global_id, name])).toEqual(
      register.map(({ enterpriseGlobalId, enterpriseName }) => [enterpriseGlobalId, enterpriseName]),
    )
  })

  it('has 2,000 assets of all 14 types and both chip generations, and 120 employees', () => {
    expect(demo.assets).toHaveLength(2000)
    expect(demo.employees).toHaveLength(120)
    expect(new Set(demo.assets.map((asset) => asset.license_type))).toEqual(
      new Set(Object.keys(licenseTypes)),
    )
    expect(new Set(demo.assets.map((asset) => asset.key_chip_type))).toEqual(new Set([1, 2]))
    expect(new Set(demo.assets.map((asset) => asset.asset_num)).size).toBe(2000)
    expect(demo.assets.every((asset) => /^LD[86]\d{9}$/.test(asset.asset_num))).toBe(true)
  })

  it('has unique accounts, and no employee name beyond the platform’s limit', () => {
    expect(new Set(demo.employees.map(({ user_name }) => user_name)).size).toBe(120)
    expect(Math.max(...demo.employees.map(({ name }) => name.length))).toBeLessThanOrEqual(30)
  })

  it('has expired, expiring and unlimited locks, free and assigned, disabled and enabled', () => {
    const dayMs = 86_400_000
    const daysLeft = demo.assets.flatMap(({ limit_end }) =>
      typeof limit_end === 'number' ? [Math.floor((limit_end - Date.UTC(2025, 0, 1)) / dayMs)] : [],
    )
    expect(daysLeft.filter((days) => days < 0).length).toBeGreaterThan(50)
    expect(daysLeft.filter((days) => days >= 0 && days <= 30).length).toBeGreaterThan(50)
    expect(daysLeft.filter((days) => days > 30).length).toBeGreaterThan(300)
    expect(demo.assets.filter(({ assigned_to }) => assigned_to === null).length).toBeGreaterThan(500)
    expect(demo.assets.filter(({ locked }) => locked).length).toBeGreaterThan(30)
  })

  it('has names and texts in Chinese and English', () => {
    const chinese = /\p{Script=Han}/u
    const latin = /[A-Za-z]{2}/
    const texts = {
      enterprises: demo.enterprises.map(({ name }) => name),
      departments: demo.departments.map(({ name }) => name),
      products: demo.products.map(({ product_name }) => product_name),
      packages: demo.merchandises.map(({ merchandise_name }) => merchandise_name),
    }
    for (const [table, names] of Object.entries(texts)) {
      expect([table, names.filter((name) => !chinese.test(name) || !latin.test(name))]).toEqual([table, []])
    }
    const people = demo.employees.map(({ name }) => name)
    expect(people.filter((name) => chinese.test(name)).length).toBeGreaterThan(60)
    expect(people.filter((name) => !chinese.test(name)).length).toBeGreaterThan(15)
  })

  it('has the locks of the lock simulator', () => {
    expect(lock('8000000017')).toMatchObject({
      license_type: 'normal_recover_usbkey',
      key_chip_type: 2,
      locked: false,
    })
    expect(lock('8000000017').assigned_to).not.toBeNull()
    expect(productsOn('8000000017')).toHaveLength(2)
    expect(lock('8000000018')).toMatchObject({ license_type: 'normal_recover_lan_usbkey', locked: true })
    expect(lock('8000000019')).toMatchObject({
      license_type: 'normal_unrecover_usbkey',
      limit_start: null,
      limit_end: null,
    })
    expect(lock('8000000020').license_type).toBe('normal_recover_usbkey')
    expect(lock('8000000021')).toMatchObject({ borrowed_usb_key: true })
    expect(lock('8000000021').lent_to).not.toBeNull()
    expect(productsOn('8000000021')).not.toHaveLength(0)
    expect(lock('8000000022')).toMatchObject({ borrowed_usb_key: true, lent_to: null })
    expect(lock('8000000023')).toMatchObject({ key_chip_type: 1, enterprise_id: demo.enterprises[1]!.id })
    expect(lock('6000000011')).toMatchObject({
      license_type: 'normal_recover_lan_usbkey',
      enterprise_id: demo.enterprises[2]!.id,
    })
    for (const plain of ['8000000024', '8000000025', '8000000015', '8000000016'])
      expect(lock(plain).license_type).toBe('normal_recover_usbkey')
    expect(demo.assets.some((asset) => asset.key_shell_number === '8000009999')).toBe(false)
  })

  it('has free and lent borrowed locks, with lent products under their lock', () => {
    const borrowed = demo.assets.filter((asset) => asset.borrowed_usb_key)
    expect(borrowed.filter((asset) => asset.lent_to !== null).length).toBeGreaterThan(5)
    expect(borrowed.filter((asset) => asset.lent_to === null).length).toBeGreaterThan(5)
    for (const asset of demo.assets.filter(({ lent_onto }) => lent_onto !== null)) {
      const products = demo.products.filter((product) => product.asset_id === asset.id)
      expect(products.every((product) => product.held_by === asset.lent_onto)).toBe(true)
    }
  })

  it('has packages nested two levels deep, trials, frozen certificates, and a trial enterprise at its limit', () => {
    const inner = demo.merchandises.filter((row) => row.parent_id !== null)
    expect(inner.length).toBeGreaterThan(100)
    expect(demo.products.some((product) => product.trial === 1)).toBe(true)
    expect(demo.assets.some((asset) => asset.freezing && asset.license_type.endsWith('softkey'))).toBe(true)
    const features = demo.products.filter((product) => product.features !== null)
    expect(features.length).toBeGreaterThan(100)
    expect(demo.products.some((product) => product.limit_concurrent === 0)).toBe(true)
    const trial = demo.enterprises.find((enterprise) => enterprise.trial)!
    expect(demo.employees.filter((employee) => employee.enterprise_id === trial.id)).toHaveLength(5)
  })
})
