import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { daysBetween } from '#shared/model/calendar-day'
import register from '../../resources/training/register.json'
import { startTestService } from '../support/service'
import type { TestService } from '../support/service'
import { connectTo } from '../support/service-client'
import type { ServiceClient } from '../support/service-client'
import { batch } from './parties'

const path = { enterpriseGlobalId: register[0]!.enterpriseGlobalId }
const members = 'member.listEmployees'
/** Midnight may pass while the tests run. */
const now = Date.now()
let service: TestService
let client: ServiceClient
beforeAll(async () => {
  service = await startTestService({ now: () => now })
  client = await connectTo(service.url)
})
afterAll(() => service.stop())

const page = (query: Record<string, string | number>) => client.succeed(members, { path, query })

describe('the employee list', () => {
  it('pages through all employees, each once', async () => {
    const pages = await Promise.all([1, 2, 3, 4].map((pageNum) => page({ pageNum, pageSize: 17 })))
    expect(pages.map(({ size }) => size)).toEqual([17, 17, 17, 9])
    expect(new Set(pages.flatMap(({ list }) => list.map(({ globalId }) => globalId))).size).toBe(60)
    expect(pages[1]).toMatchObject({
      pageNum: 2,
      pageSize: 17,
      startRow: 18,
      endRow: 34,
      total: 60,
      pages: 4,
      orderBy: null,
      firstPage: 1,
      prePage: 1,
      nextPage: 3,
      lastPage: 4,
      isFirstPage: false,
      isLastPage: false,
      hasPreviousPage: true,
      hasNextPage: true,
      navigatePages: 8,
      navigatepageNums: [1, 2, 3, 4],
    })
    expect(pages[3]).toMatchObject({ isLastPage: true, hasNextPage: false, nextPage: 0, endRow: 60 })
  })

  it('lists eight page numbers around the current page', async () => {
    const numbers = async (pageNum: number) => (await page({ pageNum, pageSize: 5 })).navigatepageNums
    expect(await numbers(1)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    expect(await numbers(7)).toEqual([3, 4, 5, 6, 7, 8, 9, 10])
    expect(await numbers(12)).toEqual([5, 6, 7, 8, 9, 10, 11, 12])
  })

  it('is empty past its end and without a match', async () => {
    expect(await page({ pageNum: 9 })).toMatchObject({
      list: [],
      size: 0,
      startRow: 0,
      endRow: 0,
      pages: 3,
      hasNextPage: false,
    })
    expect(await page({ keyword: randomUUID() })).toMatchObject({
      total: 0,
      pages: 0,
      navigatepageNums: [],
      isLastPage: true,
    })
  })

  it('finds by name or account in any case, and takes % and _ literally', async () => {
    for (const keyword of ['陈宇', 'Chen Yu', 'CHENYU']) {
      expect((await page({ keyword })).list[0]).toMatchObject({
        userName: 'chenyu@nbc',
        name: '陈宇 Chen Yu',
      })
    }
    for (const keyword of ['%', '_', '\\']) expect((await page({ keyword })).total).toBe(0)
  })

  it('finds by department', async () => {
    const { departmentId, departmentName } = (await page({ keyword: 'chenyu' })).list[0]!
    const { list, total } = await page({ departmentId: Number(departmentId), pageSize: 100 })
    expect(total).toBeGreaterThan(1)
    expect(list.every((one) => one.departmentName === departmentName)).toBe(true)
    expect((await page({ departmentId: '9223372036854775807' })).total).toBe(0)
  })

  it('contains the assets of an employee and the borrowed lock', async () => {
    expect((await page({ keyword: 'liwei' })).list[0]).toMatchObject({ borrowNum: 'LD8000000021' })
    expect((await page({ keyword: 'chenyu' })).list[0]!.assetNums).toContain('LD8000000017')
  })

  it('treats an empty page number as missing', async () => {
    expect(await page({ pageNum: '', pageSize: '', keyword: '', departmentId: '' })).toMatchObject({
      pageNum: 1,
      pageSize: 20,
    })
  })

  it.each([
    { pageNum: 0 },
    { pageNum: 'x' },
    { pageSize: 0 },
    { pageSize: 101 },
    { pageSize: 1.5 },
    { departmentId: 'x' },
  ])('refuses %o with 40000', async (query) => {
    const { code, message } = await client.refusal(members, { path, query })
    expect([code, message.includes(Object.keys(query)[0]!)]).toEqual(['40000', true])
  })

  it('of an unknown enterprise returns 60000', async () => {
    expect(await client.refusal(members, { path: { enterpriseGlobalId: '1' } })).toMatchObject({
      code: '60000',
    })
  })
})

describe('the asset numbers', () => {
  const of = async (assetNum: string) =>
    (await client.succeed('member.listAssetNumbers', { path })).find((one) => one.assetNum === assetNum)

  it('show the employee of an asset and whether it is lent', async () => {
    const chenYu = (await page({ keyword: 'chenyu' })).list[0]!.globalId
    expect(await of('LD8000000017')).toMatchObject({ cloudAccountGlobalId: chenYu, borrowedFlag: false })
    expect(await of('LD8000000026')).toMatchObject({ borrowedFlag: true })
    expect(await of('LD8000000025')).toMatchObject({ cloudAccountGlobalId: null, borrowedFlag: false })
  })

  it('of an unbound or unknown enterprise return 60017', async () => {
    for (const id of ['member.listAssetNumbers', 'member.listBorrowedLocks'] as const) {
      expect(await client.refusal(id, { path: { enterpriseGlobalId: '1' } })).toMatchObject({ code: '60017' })
    }
  })
})

describe('the borrowed locks', () => {
  it('show the employee of each', async () => {
    const liWei = (await page({ keyword: 'liwei' })).list[0]!.globalId
    const locks = await client.succeed('member.listBorrowedLocks', { path })
    const of = (assetNum: string) => locks.find((lock) => lock.assetNum === assetNum)
    expect(of('LD8000000021')).toMatchObject({ borrowedFlag: true, cloudAccountGlobalId: liWei })
    expect(of('LD8000000022')).toMatchObject({ borrowedFlag: false, cloudAccountGlobalId: null })
    expect(of('LD8000000017')).toBeUndefined()
  })
})

describe('the products of an asset', () => {
  const products = (assetId: string) => client.succeed('member.listAssetProducts', { path: { assetId } })

  it('of a lent asset are listed under the lock it was lent onto', async () => {
    const assets = await client.succeed('order.listAssets', { path })
    const idOf = (assetNum: string) => assets.find((one) => one.assetNum === assetNum)!.id
    expect(await products(idOf('LD8000000026'))).toEqual({ productInstanceList: [], children: [] })
    const { productInstanceList } = await products(idOf('LD8000000021'))
    expect(productInstanceList).toMatchObject([
      { assetNum: 'LD8000000021', assetId: idOf('LD8000000021'), assetInsId: idOf('LD8000000026') },
      { assetNum: 'LD8000000021' },
    ])
  })

  it('return to their asset when the borrowed lock is revoked', async () => {
    const assets = await client.succeed('order.listAssets', { path })
    const { channelCode, channelCustomerId } = register[0]!
    const revocation = {
      sequence: 1,
      channelCustomerId,
      enterpriseGlobalId: path.enterpriseGlobalId,
      licenseType: 'normal_recover_usbkey',
      orderType: 'delete_asset',
      assets: [{ assetNos: ['LD8000000021'] }],
    }
    await client.succeed('order.batchOrder', { body: batch([revocation], { channelCode }) })
    const lent = assets.find(({ assetNum }) => assetNum === 'LD8000000026')!
    expect((await products(lent.id)).productInstanceList).toHaveLength(2)
    expect((await page({ keyword: 'liwei' })).list[0]).toMatchObject({ borrowNum: null })
  })

  it('of an unknown asset return 60024', async () => {
    for (const assetId of ['999', 'x', '99999999999999999999']) {
      expect(await client.refusal('member.listAssetProducts', { path: { assetId } })).toMatchObject({
        code: '60024',
      })
    }
  })
})

describe('the asset list', () => {
  it('of an unknown enterprise returns 13004', async () => {
    expect(await client.refusal('order.listAssets', { path: { enterpriseGlobalId: '1' } })).toMatchObject({
      code: '13004',
    })
  })

  it('has the remaining days of the training data, counted from today', async () => {
    const assets = await client.succeed('order.listAssets', { path })
    const daysLeft = (assetNum: string) => {
      const end = assets.find((one) => one.assetNum === assetNum)!.limitEndTime!
      return daysBetween(now, end)
    }
    expect(daysLeft('LD8000000017')).toBe(41)
    expect(daysLeft('LD8000000020')).toBe(-12)
  })
})
