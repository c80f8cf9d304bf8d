import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkBatch } from '../../../../../src-renderer/features/orders/check/check-batch'
import {
  exportBatch,
  countSecrets,
  writeDraft,
} from '../../../../../src-renderer/features/orders/files/export-batch'
import { importBatch } from '../../../../../src-renderer/features/orders/files/import-batch'
import { readDraft } from '../../../../../src-renderer/features/orders/files/read-draft'
import { batchOf as batchOfEntry } from '../../../../../src-renderer/features/orders/files/templates'
import { buildIntent } from '../../../../../src-main/changes/operations/build-intent'
import { changeRowSchemas } from '#shared/model/changes/change-rows'
import { batchOf } from '../support/drawn-batches'

const who = { customerId: '12' }
const withoutPasswords = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutPasswords)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, each]) =>
      name === 'passwords' ? [] : [[name, withoutPasswords(each)]],
    ),
  )
}
const plain = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? `${String(each)}n` : each)),
  )

describe('a batch file', () => {
  it('is restored with 19 digits and unknown fields, without passwords', () => {
    fc.assert(
      fc.property(batchOf(who), (batch) => {
        const back = importBatch(exportBatch(batch))
        expect(back.ok && plain(back.value.batch)).toEqual(
          plain({ ...batch, orders: withoutPasswords(batch.orders) }),
        )
        expect(back.ok && countSecrets(back.value.batch.orders)).toBe(0)
      }),
    )
  })

  it('reports every unknown field', () => {
    const orders = [
      { sequence: 1, mine: 1, assets: [{ products: [{ productUri: 'a', theirs: { deep: 1 } }] }] },
    ]
    const back = importBatch(JSON.stringify({ channelCode: 'A', orderList: orders, urgent: true }))
    expect(back).toMatchObject({
      ok: true,
      value: {
        unknownFields: [
          ['orderList', 0, 'mine'],
          ['orderList', 0, 'assets', 0, 'products', 0, 'theirs'],
        ],
        droppedFields: ['urgent'],
        batch: { channelCode: 'A', channelOrderId: '', syncMode: 'sync' },
      },
    })
  })

  it('is not imported if it is nested deeper than the platform may be sent', () => {
    const nested = (levels: number) => `[{"mine":${'['.repeat(levels)}${']'.repeat(levels)}}]`
    expect(importBatch(nested(80))).toMatchObject({ ok: true })
    for (const levels of [120, 5_000]) {
      expect(importBatch(nested(levels))).toMatchObject({ ok: false, error: { code: 'too-deep' } })
    }
  })

  it('may be a bare list of orders', () => {
    expect(importBatch('\uFEFF[{"sequence":7}]')).toMatchObject({
      ok: true,
      value: { batch: { orders: [{ sequence: 7 }] } },
    })
  })

  it('is rejected with the path of each problem', () => {
    const text =
      '{"syncMode":"maybe","orderList":[{"sequence":1},{"assets":[{"products":[{"limitConcurrent":"5"}]}]}]}'
    const back = importBatch(text)
    expect(!back.ok && back.error.code === 'mistakes' && back.error.mistakes.map(({ path }) => path)).toEqual(
      [['syncMode'], ['orderList', 1, 'assets', 0, 'products', 0, 'limitConcurrent']],
    )
  })

  it('is rejected with the line where it is invalid JSON, and where it is no batch', () => {
    expect(importBatch('{\n  "orderList": [,]\n}')).toMatchObject({
      ok: false,
      error: { code: 'no-json', line: 2, column: 17 },
    })
    expect(importBatch('{"orders":[]}')).toMatchObject({ ok: false, error: { code: 'no-batch' } })
    expect(importBatch('12')).toMatchObject({ ok: false, error: { code: 'no-batch' } })
  })
})

describe('a draft', () => {
  it('is restored with its errors', () => {
    const batch = {
      channelCode: 'A',
      channelOrderId: '',
      syncMode: 'async' as const,
      orders: [{ sequence: 'abc', assets: [{ products: [{ limitConcurrent: '5x', passwords: 2 }] }] }],
    }
    const { head, orders } = writeDraft(batch)
    const text = `${head.slice(0, -1)},"orderList":[${orders.join(',')}]}`
    expect(readDraft(text)).toEqual(batch)
    const codes = checkBatch(batch)
      .orders.flat()
      .map(({ code }) => code)
    expect(codes).toEqual(expect.arrayContaining(['whole-number', 'passwords-gone']))
  })

  it('that cannot be read is null', () => {
    expect(readDraft('{')).toBeNull()
    expect(readDraft('[]')).toBeNull()
  })
})

describe('a batch from the journal', () => {
  it('creates another with the same orders, exact Longs, and a note on missing passwords', () => {
    fc.assert(
      fc.property(batchOf(who), (batch) => {
        const { orders, ...head } = batch
        const row = changeRowSchemas['order.batchOrder'].parse({ ...head, orderList: orders })
        const { request } = buildIntent.order(row).row
        const again = batchOfEntry({ action: 'order', request })
        expect(again).not.toBeNull()
        const secrets = countSecrets(orders)
        const problems = checkBatch(again ?? { ...batch, orders: [] }).orders.flat()
        expect(problems.some(({ code }) => code === 'passwords-gone')).toBe(
          JSON.stringify(request).includes('"passwords":'),
        )
        if (secrets === 0 && !JSON.stringify(request).includes('ownField')) {
          expect(plain(withoutPasswords(again?.orders))).toEqual(plain(withoutPasswords(orders)))
        }
      }),
    )
  })
})
