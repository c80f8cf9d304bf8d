import fc from 'fast-check'
import { licenseTypes } from '#shared/model/api/license-types'

// Generated batches: mostly valid, sometimes with a field that does not belong there.

const word = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
const maybe = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: undefined, freq: 2 })
const long = fc.oneof(
  fc.integer({ min: 0, max: 2_000_000_000_000 }),
  fc.bigInt({ min: 2n ** 53n, max: 2n ** 63n - 1n }),
)
/** Mostly in the right order; half of two independent dates would not be. */
const start = fc.integer({ min: 0, max: 1_800_000_000_000 })
const end = fc.oneof(
  { weight: 1, arbitrary: long },
  { weight: 9, arbitrary: fc.integer({ min: 1_800_000_000_000, max: 2_000_000_000_000 }) },
)
const withoutUndefined = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutUndefined)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, each]) =>
      each === undefined ? [] : [[name, withoutUndefined(each)]],
    ),
  )
}
const node = (shape: Record<string, fc.Arbitrary<unknown>>) =>
  fc.record(shape).map((value) => withoutUndefined(value) as Record<string, unknown>)

export const feature = node({
  featureCode: word,
  featureName: maybe(word),
  featureValue: maybe(word),
  trial: maybe(fc.constantFrom(0, 1)),
  trialEndDate: maybe(fc.oneof(long, word)),
})

export const product = node({
  productUri: fc.oneof({ weight: 9, arbitrary: word }, { weight: 1, arbitrary: fc.constant('') }),
  productName: maybe(word),
  gmsPid: maybe(word),
  crmProductId: maybe(word),
  limitStartDate: maybe(start),
  limitEndDate: maybe(end),
  limitConcurrent: maybe(
    fc.oneof({ weight: 9, arbitrary: fc.nat(500) }, { weight: 1, arbitrary: fc.integer() }),
  ),
  limitTimeDuration: maybe(long),
  trial: maybe(fc.constantFrom(0, 1)),
  trialEndDate: maybe(long),
  passwords: maybe(fc.array(word, { maxLength: 2 })),
  timeUnitQuantity: maybe(fc.nat(100)),
  timeDurationExpression: maybe(
    fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom('1-0-0', '0-6-15', '1-6-0') },
      { weight: 1, arbitrary: word },
    ),
  ),
  productFeatures: maybe(fc.array(feature, { maxLength: 2 })),
  ownField: maybe(fc.oneof(word, long, fc.record({ deep: word }))),
})

const { packaged } = fc.letrec<{ packaged: Record<string, unknown> }>((tie) => ({
  packaged: node({
    merchandiseNum: fc.oneof({ weight: 9, arbitrary: word }, { weight: 1, arbitrary: fc.constant('  ') }),
    merchandiseName: maybe(word),
    children: fc.option(fc.array(tie('packaged'), { maxLength: 2, depthIdentifier: 'packages' }), {
      nil: undefined,
      depthIdentifier: 'packages',
      maxDepth: 4,
    }),
    licenseOrderProductList: maybe(fc.array(product, { maxLength: 2 })),
  }),
}))

const assetNumber = fc.oneof(
  fc.nat(999_999_999).map((number) => `8${String(number).padStart(9, '0')}`),
  fc.nat(999_999_999).map((number) => `LD8${String(number).padStart(9, '0')}`),
  word,
)

export const saleAsset = node({
  assetNos: maybe(fc.array(assetNumber, { maxLength: 3 })),
  assetExtendList: maybe(fc.array(node({ extendCode: word, extendValue: maybe(word) }), { maxLength: 2 })),
  limitStartDate: maybe(start),
  limitEndDate: maybe(end),
  borrowedUsbKey: maybe(fc.boolean()),
  products: maybe(fc.array(product, { maxLength: 3 })),
  merchandises: maybe(fc.array(packaged, { maxLength: 2 })),
})

/** A purchase for the customer that `who` names. */
export const sale = (who: Record<string, unknown>) =>
  node({
    sequence: fc.integer({ min: 1, max: 50 }),
    orderType: fc.constant('new_buy'),
    licenseType: fc.constantFrom(...Object.keys(licenseTypes)),
    customerType: maybe(fc.constantFrom('personal', 'company', '', 'company', 'personal', 'other')),
    customerName: maybe(word),
    assets: fc.array(saleAsset, { maxLength: 2 }),
    ownField: maybe(fc.array(long, { maxLength: 2 })),
  }).map((order) => ({ ...who, ...order }))

export const batchOf = (who: Record<string, unknown>) =>
  fc.record({
    channelCode: fc.constantFrom('TEST', 'CRM-EAST'),
    channelOrderId: fc.uuid(),
    syncMode: fc.constantFrom('sync' as const, 'async' as const),
    orders: fc.array(sale(who), { minLength: 1, maxLength: 3 }),
  })
