import { describe, expect, it } from 'vitest'
import { readData, readDataInSlices } from '../../../src-main/platform/response/read-data'

const success = (data: string) => ({ status: 200, text: `{"code":0,"data":${data}}` })
const list = (row: string, count: number) => success(`[${Array<string>(count).fill(row).join(',')}]`)
const malformed = (message: string) => ({ ok: false, error: { code: 'malformed', message } })

describe('the data of a response', () => {
  it('is limited in its rows, because an empty one takes three bytes', async () => {
    expect(await readData('order.listAssets', list('{}', 500_001))).toMatchObject(
      malformed('data: more than 500000 rows'),
    )
  })

  it.each([
    ['order.listAssets', `[{"assetExtends":[${'{},'.repeat(60_000)}{}]}]`, 'data: a row is too long'],
    ['order.listAssets', `[{"novelty":"${'x'.repeat(4_000_000)}"}]`, 'data: a row is too long'],
    ['member.listEmployees', `{"list":[${'{},'.repeat(60_000)}{}]}`, 'data: too long'],
    ['member.listAssetProducts', `{"productInstanceList":[${'1,'.repeat(60_000)}1]}`, 'data: too long'],
  ] as const)('of %s is limited in what is passed on in one piece', async (id, data, message) => {
    expect(await readData(id, success(data))).toMatchObject(malformed(message))
  })

  it('is read in slices, shorter ones where the rows are long', () => {
    const slicesOf = (row: string, count: number) => {
      const lengths: number[] = []
      for (const rows of readDataInSlices('order.listAssets', list(row, count), 500))
        lengths.push(rows.length)
      return lengths
    }
    expect(slicesOf('{"assetNum":"A"}', 1_001)).toEqual([500, 500, 1])
    const heavy = slicesOf(`{"assetExtends":[${'{},'.repeat(999)}{}]}`, 200)
    expect(heavy.reduce((sum, length) => sum + length)).toBe(200)
    expect(Math.max(...heavy)).toBeLessThanOrEqual(50)
  })

  it('leaves turns to other tasks', async () => {
    let turns = 0
    let isOver = false
    const count = () => {
      turns += 1
      if (!isOver) setImmediate(count)
    }
    setImmediate(count)
    const read = await readData('order.listAssets', list('{}', 100_000))
    isOver = true
    expect(read).toMatchObject({ ok: true, value: { length: 100_000 } })
    expect(turns).toBeGreaterThan(3)
  })

  it('has no text longer than any name or ID, and never a part of one', async () => {
    const rows = (text: string, number: string) => success(`[{"id":"${text}","assetNum":"${number}"}]`)
    const longest = ['x'.repeat(10_000), '8'.repeat(200)] as const
    expect(await readData('order.listAssets', rows(...longest))).toMatchObject({
      value: [{ id: longest[0], assetNum: longest[1] }],
    })
    expect(await readData('order.listAssets', rows(`${longest[0]}x`, `${longest[1]}8`))).toMatchObject({
      value: [{ id: null, assetNum: null }],
    })
  })

  it('keeps the data of a failure only where the operation has an object', async () => {
    const answer = { status: 299, text: '{"code":"60027","message":"","data":{"failed":[]}}' }
    expect(await readData('member.addEmployees', answer)).toMatchObject({ error: { data: { failed: [] } } })
    const read = await readData('order.listAssets', answer)
    expect(read.ok ? [] : Object.keys(read.error)).not.toContain('data')
  })
})

describe('a key with two values', () => {
  const twice = (more = '') => success(`[{"assetNum":"A","status":3,"status":1${more}}]`)

  it('leaves a change unconfirmed, beside long numbers and without', async () => {
    for (const answer of [twice(), twice(',"more":11111111111111111')]) {
      expect(await readData('order.lockAssets', answer)).toMatchObject({
        ok: false,
        error: { code: 'malformed', changed: 'unknown' },
      })
    }
    expect(
      await readData('order.lockAssets', success('[{"assetNum":"A","status":1,"status":1}]')),
    ).toMatchObject({ ok: true })
  })

  it('means the last one in a read, beside long numbers and without', async () => {
    for (const more of ['', ',"more":11111111111111111']) {
      const answer = success(`[{"assetNum":"A","assetNum":"B"${more}}]`)
      expect(await readData('order.listAssets', answer)).toMatchObject({ value: [{ assetNum: 'B' }] })
    }
  })
})
