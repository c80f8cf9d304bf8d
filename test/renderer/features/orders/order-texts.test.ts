import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { resultsOf } from '../../../../src-renderer/features/orders/result/batch-results'
import {
  parseDuration,
  formatDuration,
  writeDuration,
} from '../../../../src-renderer/features/orders/fields/duration'
import {
  formatDate,
  readDate,
  writeDate,
} from '../../../../src-renderer/features/orders/fields/platform-dates'
import type { OrderNode } from '#shared/model/orders/order-node'
import { factLines, factsInLine } from '../../../../src-renderer/features/orders/summary/fact-lines'
import { factsOf } from '../../../../src-renderer/features/orders/summary/order-facts'
import type { FactsContext } from '../../../../src-renderer/features/orders/summary/order-facts'
import { usedBefore } from '../../../../src-renderer/features/orders/recent-values'
import { translatorIn } from '../../support/mount-component'
import { entry } from '../../support/samples'
import { sale } from './support/drawn-batches'

const about = (language: 'en' | 'zh', known: boolean | null = false): FactsContext => ({
  language,
  times: { unit: 'auto', zone: null },
  customerOf: () => (language === 'en' ? 'North Bridge Ltd' : '北桥公司'),
  isKnown: () => known,
})
const bridge = { productUri: 'b3d', productName: 'Bridge 3D' }
const sold = {
  orderType: 'new_buy',
  licenseType: 'normal_recover_lan_usbkey',
  assets: [
    { assetNos: ['1', '2'], products: [{ ...bridge, timeDurationExpression: '1-0-0', limitConcurrent: 5 }] },
  ],
}
const taken = {
  orderType: 'delete_product',
  licenseType: 'normal_recover_usbkey',
  srcLicenseOrderId: 'LO-17',
  assets: [{ assetNos: ['1', '2', '3'], products: [bridge] }],
}

const summaryOf = (order: OrderNode, language: 'en' | 'zh', known: boolean | null) =>
  factsInLine(factsOf(order, about(language, known)), translatorIn(language)).replaceAll('\u00A0', ' ')

describe('the facts of an order', () => {
  it.each([
    [
      { ...sold, assets: [{ products: [bridge] }] },
      false,
      'New purchase · North Bridge Ltd · Bridge 3D · no term, so the platform decides · no node count, so the platform decides · 1 × Network lock (re-issuable) · New',
    ],
    [
      {
        ...sold,
        licenseType: 'normal_recover_usbkey',
        assets: [{ merchandises: [{ merchandiseName: 'Site', licenseOrderProductList: [bridge] }] }],
      },
      false,
      'New purchase · North Bridge Ltd · Package Site · 1 × Standalone lock (re-issuable) · New',
    ],
    [
      sold,
      false,
      'New purchase · North Bridge Ltd · Bridge 3D · 1 year · 5 nodes · 2 × Network lock (re-issuable) · New',
    ],
    [
      sold,
      true,
      'New purchase · North Bridge Ltd · Bridge 3D · 1 year · 5 nodes · 2 × Network lock (re-issuable)',
    ],
    [
      taken,
      true,
      'Revoke products · North Bridge Ltd · Bridge 3D · regardless of dates and nodes · 3 × Standalone lock (re-issuable) · LO-17',
    ],
    [
      { ...taken, srcLicenseOrderId: '' },
      true,
      'Revoke products · North Bridge Ltd · Bridge 3D · regardless of dates and nodes · 3 × Standalone lock (re-issuable) · All orders of North Bridge Ltd',
    ],
    [
      { ...taken, orderType: 'delete_asset' },
      true,
      'Revoke assets · North Bridge Ltd · All products on them · 3 × Standalone lock (re-issuable) · LO-17',
    ],
    [
      {
        ...taken,
        assets: [
          { assetNos: ['1'], products: [{ ...bridge, strictMatchWhenDelete: true, limitConcurrent: 1 }] },
        ],
      },
      true,
      'Revoke products · North Bridge Ltd · Bridge 3D · only with exactly · no start date · no end date · 1 node · 1 × Standalone lock (re-issuable) · LO-17',
    ],
  ])('are correct in English', (order, known, summary) => {
    expect(summaryOf(order, 'en', known)).toBe(summary)
  })

  it.each([
    [sold, false, '新购 · 北桥公司 · Bridge 3D · 1 年 · 5 个节点 · 2 × 网络锁（可补办） · 新号码'],
    [taken, true, '撤销产品 · 北桥公司 · Bridge 3D · 忽略日期和节点数 · 3 × 单机锁（可补办） · LO-17'],
    [
      { ...taken, srcLicenseOrderId: null },
      true,
      '撤销产品 · 北桥公司 · Bridge 3D · 忽略日期和节点数 · 3 × 单机锁（可补办） · 北桥公司的全部订单',
    ],
  ])('are correct in Chinese', (order, known, summary) => {
    expect(summaryOf(order, 'zh', known)).toBe(summary)
  })

  it.each([
    ['en', '1, 2, 3, 1 more'],
    ['zh', '1、2、3、另 1 个'],
  ] as const)('name the locks before they are sent (%s)', (language, numbers) => {
    const lines = (order: OrderNode) =>
      factLines(factsOf(order, about(language)), translatorIn(language), { withNumbers: true })
        .flatMap(({ values }) => values)
        .filter((text) => text.startsWith('1'))
    const assets = [{ assetNos: ['1', '2'] }, { assetNos: ['3', '4'] }]
    expect(lines({ ...taken, assets })).toEqual([numbers])
    expect(lines({ ...sold, assets: [{ products: [] }] })).toHaveLength(1)
  })

  it('are lines without null, undefined or enum values, for any order', () => {
    fc.assert(
      fc.property(sale({}), fc.constantFrom('en' as const, 'zh' as const), (order, language) => {
        const { assets: _, ...rest } = order as Record<string, unknown>
        for (const one of [order, rest]) {
          const facts = factsOf(one, about(language, null))
          for (const { label, values } of factLines(facts, translatorIn(language))) {
            expect(label).not.toBe('')
            expect(values.length).toBeGreaterThan(0)
            expect(values.join('\n')).not.toMatch(/\bnull\b|\bundefined\b|new_buy|\[object/)
          }
        }
      }),
    )
  })
})

describe('a duration', () => {
  it('is the same after writing and reading', () => {
    const count = fc.nat(9999)
    fc.assert(
      fc.property(fc.record({ years: count, months: count, days: count }), (duration) => {
        const isNone = duration.years + duration.months + duration.days === 0
        expect(parseDuration(writeDuration(duration))).toEqual(isNone ? null : duration)
      }),
    )
  })

  it('is formatted as text', () => {
    expect(formatDuration({ years: 1, months: 6, days: 0 }, 'en')).toBe('1 year 6 months')
    expect(formatDuration({ years: 0, months: 0, days: 1 }, 'en')).toBe('1 day')
    expect(formatDuration({ years: 1, months: 6, days: 0 }, 'zh')).toBe('1 年 6 个月')
  })

  it.each(['1-0', '0-0-0', 'P1Y', '-1-0-0', '1-0-0-0'])('is not %s', (expression) => {
    expect(parseDuration(expression)).toBeNull()
  })
})

describe('a platform date', () => {
  it('is the same after writing and reading, to the millisecond', () => {
    const value = fc.oneof(
      fc.integer({ min: 0, max: 4_000_000_000_000 }),
      fc.bigInt({ min: 2n ** 53n, max: 2n ** 63n - 1n }),
    )
    fc.assert(
      fc.property(
        value,
        fc.constantFrom('auto' as const, 'seconds' as const, 'milliseconds' as const),
        fc.constantFrom(null, 'Asia/Shanghai', 'America/New_York'),
        fc.constantFrom('start' as const, 'end' as const),
        (long, unit, zone, kind) => {
          const written = writeDate(long, { unit, zone }, kind)
          // A short number is written as it is; typed, it means a number that no date has.
          if (/^\d{1,8}$/.test(written)) return
          expect(readDate(written, { unit, zone }, kind)).toBe(long)
        },
      ),
    )
  })

  it.each(['2026-02-30', '2026-13-01', 'tomorrow', '20261130', '2026-11-30 25:00'])('is not %s', (typed) => {
    expect(readDate(typed, { unit: 'auto', zone: null }, 'start')).toBeNull()
  })

  it('is a local day, in the unit of the settings', () => {
    const midnight = new Date(2026, 10, 30).getTime()
    const times = { unit: 'auto', zone: null } as const
    expect(readDate('２０２６-11-30', times, 'start')).toBe(midnight)
    // As the app itself writes it, and as an input method writes a full stop.
    expect(readDate('２０２６年11月30日', times, 'start')).toBe(midnight)
    expect(readDate('2026。11。30', times, 'start')).toBe(midnight)
    expect(readDate('2026/11/30', { ...times, unit: 'seconds' }, 'start')).toBe(midnight / 1000)
    expect(writeDate(midnight, { ...times, unit: 'milliseconds' }, 'start')).toBe('2026-11-30')
  })

  it('as an end is the last second of the day, in the zone of the platform', () => {
    const times = { unit: 'auto', zone: 'Asia/Shanghai' } as const
    const end = Date.UTC(2026, 10, 30, 15, 59, 59)
    expect(readDate('2026-11-30', times, 'end')).toBe(end)
    expect(readDate('2026-11-30', { ...times, unit: 'seconds' }, 'end')).toBe(end / 1000)
    expect(readDate('2026-11-30 18:00', times, 'end')).toBe(Date.UTC(2026, 10, 30, 10))
    expect(writeDate(end, times, 'end')).toBe('2026-11-30')
    expect(writeDate(end, times, 'start')).toBe('2026-11-30 23:59:59')
    expect(formatDate(end, times, 'en', 'end')).toEqual({
      text: 'Nov 30, 2026 (Asia/Shanghai)',
      isDay: true,
    })
  })
})

describe('the response to a batch', () => {
  const request = { sequences: [1, 2, 3] }
  it('gives a result per order, with missing and extra ones', () => {
    const result = [
      { sequence: 3, licenseOrderId: '30', customerId: '7' },
      { sequence: 1, licenseOrderId: '10', customerId: '7' },
      { sequence: 1, licenseOrderId: '11', customerId: '7' },
      { sequence: 9, licenseOrderId: '90', customerId: null },
    ]
    expect(
      resultsOf({ request, result }).map(({ sequence, licenseOrderId, state }) => [
        sequence,
        licenseOrderId,
        state,
      ]),
    ).toEqual([
      [1, '10', 'answered'],
      [2, null, 'missing'],
      [3, '30', 'answered'],
      [1, '11', 'extra'],
      [9, '90', 'extra'],
    ])
  })

  it('that is no list leaves every order without a result', () => {
    expect(resultsOf({ request, result: null }).map(({ state }) => state)).toEqual([
      'missing',
      'missing',
      'missing',
    ])
  })
})

describe('an order number', () => {
  const head = { channelCode: 'A', channelOrderId: ' 7 ' }
  const sent = (state: 'done' | 'unknown' | 'failed') => [entry({ action: 'order', key: 'A/7', state })]
  it('counts as used once a batch was completed or is unconfirmed', () => {
    expect(usedBefore(sent('done'), head)).toBe('done')
    expect(usedBefore([...sent('done'), ...sent('unknown')], head)).toBe('unknown')
    expect(usedBefore(sent('failed'), head)).toBeNull()
  })
})
