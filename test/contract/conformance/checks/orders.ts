import { setTimeout as wait } from 'node:timers/promises'
import { changing } from '../check'
import type { Check } from '../check'
import type { CheckContext } from '../session'
import { ensure, only, same, sameFields, sameSet } from '../failure'
import { aProduct, day, limitEnd, limitStart, unique } from '../world'
import type { AssetRecord, AssetWish, Enterprise } from '../world'

const id = 'order.batchOrder'
const choices = 'docs/licensing-service.md, “Order module”'
const asyncLimitMs = 10_000

const place = ({ caller, session }: CheckContext, body: object) =>
  caller.succeed(id, { query: { appKey: session.target.credentials.appKey }, body })

const numbersOf = (assets: readonly AssetRecord[]): string[] => assets.map(({ assetNum }) => assetNum)

const innerProduct = aProduct({ productUri: 'gms-inner', gmsPid: 'gms-inner' })

/** A purchase of one asset with every field that some operation returns. */
const fullWish = (): AssetWish => ({
  licenseType: 'normal_recover_lan_usbkey',
  products: [
    aProduct({
      crmProductId: unique('CP-'),
      limitTimeDuration: 7200,
      trial: 1,
      trialEndDate: limitEnd - day,
      timeDurationExpression: '1-6-0',
      srcLicenseOrderId: unique('S-'),
    }),
    { productUri: 'app-second', appKey: 'app-second', productName: '第二', limitConcurrent: 7 },
  ],
  more: {
    limitStartDate: limitStart,
    limitEndDate: limitEnd,
    borrowedUsbKey: false,
    assetExtendList: [{ extendCode: 'gxxp', extendValue: 'yes' }],
    merchandises: [
      {
        merchandiseNum: 'PK-OUTER',
        merchandiseName: '外包 Outer',
        timeDurationExpression: '2-0-0',
        children: [
          {
            merchandiseNum: 'PK-INNER',
            merchandiseName: '内包 Inner',
            parentMerchandiseNum: 'PK-OUTER',
            timeDurationExpression: '1-0-0',
            children: null,
            licenseOrderProductList: [innerProduct],
          },
        ],
      },
    ],
  },
})

const purchases: Check[] = changing(
  id,
  [
    'answer',
    'document',
    'section 4.1, rule 5',
    'each result has the sequence of its order, an order ID and the customer',
    async (turn) => {
      const own = await turn.world.enterprise()
      const [one, two] = await turn.world.freshNumbers(2)
      const orders = [turn.world.orderFor(own, 71, [one ?? '']), turn.world.orderFor(own, 12, [two ?? ''])]
      const results = await place(turn, turn.world.batchOf(orders))
      sameSet(
        results.map(({ sequence }) => String(sequence)),
        ['12', '71'],
        'the sequences',
      )
      same(new Set(results.map(({ licenseOrderId }) => licenseOrderId)).size, 2, 'the number of order IDs')
      for (const result of results) same(result.customerId, own.customerId, 'the customer')
      const { assets } = await turn.world.snapshot(own)
      sameSet(numbersOf(assets), [one ?? '', two ?? ''], 'the assets')
    },
  ],
  [
    'effect',
    'document',
    'sections 2.1 and 4.1',
    'a purchase creates the asset as ordered',
    async (turn) => {
      const own = await turn.world.enterprise()
      const [assetNum = ''] = await turn.world.freshNumbers(1)
      await place(turn, turn.world.batchOf([turn.world.orderFor(own, 1, [assetNum], fullWish())]))
      const [asset, second] = await turn.world.listAssets(own)
      ensure(asset !== undefined && second === undefined, 'there is not exactly one asset')
      const wanted = {
        assetNum,
        licenseType: 'normal_recover_lan_usbkey',
        customerId: own.customerId,
        keyShellNumber: assetNum.replace(/\D/g, ''),
        locked: false,
        freezing: false,
        limitStartTime: limitStart,
        limitEndTime: limitEnd,
        borrowedUsbKey: false,
        assetExtends: [{ extendCode: 'gxxp', extendValue: 'yes' }],
      }
      sameFields(asset, wanted, 'the asset')
    },
  ],
  [
    'effect',
    'document',
    'sections 2.1 and 2.2',
    'a purchase puts the products and packages on the asset as ordered',
    async (turn) => {
      const own = await turn.world.enterprise()
      const [assetNum = ''] = await turn.world.freshNumbers(1)
      const wish = fullWish()
      const body = turn.world.batchOf([turn.world.orderFor(own, 1, [assetNum], wish)])
      await place(turn, body)
      const [asset] = await turn.world.listAssets(own)
      ensure(asset !== undefined, 'there is no asset')
      const { productInstanceList, children } = await turn.world.products(asset)
      same((productInstanceList ?? []).length, 2, 'the number of products')
      const [first, second] = wish.products ?? []
      const found = only(
        productInstanceList ?? [],
        ({ productUri }) => productUri === 'gms-conformance',
        'the product',
      )
      const { limitStartDate, limitEndDate, ...rest } = first ?? {}
      sameFields(
        found,
        { ...rest, limitStartTime: limitStartDate, limitEndTime: limitEndDate },
        'the product',
      )
      const other = only(
        productInstanceList ?? [],
        ({ productUri }) => productUri === 'app-second',
        'the second product',
      )
      sameFields(other, second ?? {}, 'the second product')
      const [outer, more] = children ?? []
      ensure(outer !== undefined && more === undefined, 'there is not exactly one package')
      sameFields(
        outer,
        { merchandiseNum: 'PK-OUTER', merchandiseName: '外包 Outer', timeDurationExpression: '2-0-0' },
        'the outer package',
      )
      const [inner] = outer.children ?? []
      ensure(inner !== undefined, 'the package has no package')
      sameFields(
        inner,
        {
          merchandiseNum: 'PK-INNER',
          merchandiseName: '内包 Inner',
          timeDurationExpression: '1-0-0',
          parentMerchandiseNum: 'PK-OUTER',
        },
        'the inner package',
      )
      const packed: readonly object[] = inner.productInstanceList ?? []
      same(packed.length, 1, 'the number of its products')
      const { limitStartDate: start, limitEndDate: end, ...inside } = innerProduct
      const wanted = { ...inside, limitStartTime: start, limitEndTime: end }
      sameFields(packed[0] ?? {}, wanted, 'the product in the package')
      const { channelCode, channelOrderId } = body
      for (const one of [found, outer, inner]) sameFields(one, { channelCode, channelOrderId }, 'its order')
    },
  ],
  [
    'effect',
    'document',
    'section 2.1',
    'a flag orders a borrowed lock',
    async (turn) => {
      const own = await turn.world.enterprise()
      const [assetNum = ''] = await turn.world.freshNumbers(1)
      const wish = { more: { borrowedUsbKey: true } }
      await place(turn, turn.world.batchOf([turn.world.orderFor(own, 1, [assetNum], wish)]))
      same(
        (await turn.world.listAssets(own)).map(({ borrowedUsbKey }) => borrowedUsbKey),
        [true],
        'borrowedUsbKey',
      )
      const { locks } = await turn.world.snapshot(own)
      same(
        locks.map((lock) => lock.assetNum),
        [assetNum],
        'the borrowed locks',
      )
    },
  ],
  [
    'effect',
    'service',
    choices,
    'the service allocates a number where the order has none',
    async (turn) => {
      const own = await turn.world.enterprise()
      await place(turn, turn.world.batchOf([turn.world.orderFor(own, 1, undefined)]))
      const [asset] = await turn.world.listAssets(own)
      ensure(/^LD[86]\d{9}$/.test(asset?.assetNum ?? ''), `the number is ${asset?.assetNum ?? 'nothing'}`)
      same(asset?.keyShellNumber, asset?.assetNum.slice(2), 'keyShellNumber')
    },
  ],
  [
    'effect',
    'service',
    choices,
    'async returns the IDs and finishes later',
    async (turn) => {
      const own = await turn.world.enterprise()
      const [assetNum = ''] = await turn.world.freshNumbers(1)
      const orders = [turn.world.orderFor(own, 5, [assetNum])]
      const [result] = await place(turn, turn.world.batchOf(orders, { syncMode: 'async' }))
      same(result?.sequence, 5, 'the sequence')
      const limit = Date.now() + asyncLimitMs
      let assets = await turn.world.listAssets(own)
      while (assets.length === 0 && Date.now() < limit) {
        await wait(20)
        assets = await turn.world.listAssets(own)
      }
      same(numbersOf(assets), [assetNum], 'the assets')
      const [asset] = assets
      const held = asset && (await turn.world.products(asset)).productInstanceList
      same(held?.[0]?.licenseOrderId, result?.licenseOrderId, 'the order of its product')
    },
  ],
  [
    'others',
    'document',
    'section 4.1, operation 5',
    'the assets belong to the named enterprise only',
    async (turn) => {
      const own = await turn.world.enterprise()
      const stranger = await turn.world.enterprise()
      const before = await turn.world.snapshot(stranger)
      const [assetNum = ''] = await turn.world.freshNumbers(1)
      await place(turn, turn.world.batchOf([turn.world.orderFor(own, 1, [assetNum])]))
      same(numbersOf(await turn.world.listAssets(own)), [assetNum], 'the assets of the enterprise')
      same(await turn.world.snapshot(stranger), before, 'the data of another enterprise')
    },
  ],
  [
    'repeats',
    'service',
    choices,
    'a repeated order number with the same body returns the first result and creates nothing',
    async (turn) => {
      const own = await turn.world.enterprise()
      const body = turn.world.batchOf([turn.world.orderFor(own, 1, undefined)])
      const first = await place(turn, body)
      same(await place(turn, body), first, 'the second response')
      same((await turn.world.listAssets(own)).length, 1, 'the number of assets')
    },
  ],
  [
    'repeats',
    'service',
    'docs/licensing-service.md, “Order module”',
    'a repeated order number with another body is refused (13004) and creates nothing',
    async (turn) => {
      const own = await turn.world.enterprise()
      const body = turn.world.batchOf([turn.world.orderFor(own, 1, undefined)])
      await place(turn, body)
      const another = { ...body, orderList: [turn.world.orderFor(own, 2, undefined)] }
      await turn.caller.refused(id, '13004', { body: another })
      same((await turn.world.listAssets(own)).length, 1, 'the number of assets')
    },
  ],
)

const bad: Readonly<Record<string, readonly [field: string, change: object]>> = {
  'no sequence': ['sequence', { sequence: undefined }],
  'a missing license type': ['licenseType', { licenseType: undefined }],
  'an unknown license type': ['licenseType', { licenseType: 'golden_usbkey' }],
  'a missing order type': ['orderType', { orderType: undefined }],
  'an unknown order type': ['orderType', { orderType: 'give_away' }],
  'no assets': ['assets', { assets: [] }],
  'no products': ['products', { assets: [{ products: [] }] }],
  'a product without an ID': ['productUri', { assets: [{ products: [{ productName: 'x' }] }] }],
  'an unknown customer': ['customerId', { customerId: '999999999999' }],
  'an unknown enterprise': ['enterpriseGlobalId', { enterpriseGlobalId: '999999999999' }],
  'a product revocation without products': [
    'products',
    { orderType: 'delete_product', assets: [{ assetNos: ['x'] }] },
  ],
  'a revocation without numbers': ['assetNos', { orderType: 'delete_asset', assets: [{}] }],
  'the revocation of an unknown asset': [
    'assetNos',
    { orderType: 'delete_asset', assets: [{ assetNos: ['CT-none'] }] },
  ],
  'the revocation of a cloud license without its order (rule 7)': [
    'srcLicenseOrderId',
    { orderType: 'delete_asset', licenseType: 'cloud_account', assets: [{ assetNos: ['x'] }] },
  ],
}

const refusals: Check[] = changing(
  id,
  [
    'refusals',
    'service',
    choices,
    'an invalid order refuses the whole batch (13004) with its sequence and field, and creates nothing',
    async (turn) => {
      const own = await turn.world.enterprise()
      const good = turn.world.orderFor(own, 41, undefined)
      for (const [what, [field, change]] of Object.entries(bad)) {
        const body = turn.world.batchOf([good, { ...turn.world.orderFor(own, 42, undefined), ...change }])
        const { message } = await turn.caller.refused(id, '13004', { body }, what)
        ensure(
          field === 'sequence' || message.includes('42'),
          `${what}: the message “${message}” names no sequence`,
        )
        ensure(message.includes(field), `${what}: the message “${message}” does not name ${field}`)
        same((await turn.world.listAssets(own)).length, 0, `${what}: the number of assets`)
      }
    },
  ],
  [
    'refusals',
    'service',
    choices,
    'channelCode, channelOrderId and a list of orders are required (13004)',
    async (turn) => {
      const own = await turn.world.enterprise()
      const body = turn.world.batchOf([turn.world.orderFor(own, 1, undefined)])
      const wrong = [
        { channelCode: '' },
        { channelOrderId: undefined },
        { orderList: [] },
        { orderList: undefined },
        { syncMode: 'later' },
      ]
      for (const change of wrong) {
        await turn.caller.refused(id, '13004', { body: { ...body, ...change } }, JSON.stringify(change))
      }
      same((await turn.world.listAssets(own)).length, 0, 'the number of assets')
    },
  ],
)

const deletion = (
  { world }: CheckContext,
  own: Enterprise,
  orderType: 'delete_asset' | 'delete_product',
  asset: object,
  more: object = {},
) => world.batchOf([{ ...world.orderFor(own, 1, []), orderType, assets: [asset], ...more }])

const urisOn = async ({ world }: CheckContext, asset: AssetRecord): Promise<string[]> =>
  ((await world.products(asset)).productInstanceList ?? []).map(({ productUri }) => productUri)

const deletions: Check[] = changing(
  id,
  [
    'effect',
    'document',
    'section 4.1, rules 6 and 7',
    'delete_asset removes the named assets and no others',
    async (turn) => {
      const own = await turn.world.enterprise()
      const made = await turn.world.assets(own, [{}, {}, {}])
      const [one, two, three] = made
      ensure(one !== undefined && two !== undefined && three !== undefined, 'nothing was created')
      await place(
        turn,
        deletion(
          turn,
          own,
          'delete_asset',
          { assetNos: [two.assetNum] },
          { srcLicenseOrderId: two.licenseOrderId },
        ),
      )
      sameSet(numbersOf(await turn.world.listAssets(own)), [one.assetNum, three.assetNum], 'the assets')
      await turn.session.plain.refused('member.listAssetProducts', ['60024', '60017'], {
        path: { assetId: two.id },
      })
      same(await urisOn(turn, one), ['gms-conformance'], 'the products of another asset')
    },
  ],
  [
    'effect',
    'document',
    'section 4.1, rules 6 and 8',
    'delete_product without strict match removes the named product from the named assets',
    async (turn) => {
      const own = await turn.world.enterprise()
      const products = [aProduct(), aProduct({ productUri: 'gms-other', gmsPid: 'gms-other' })]
      const [one, two] = await turn.world.assets(own, [{ products }, { products }])
      ensure(one !== undefined && two !== undefined, 'nothing was created')
      const named = { productUri: 'gms-conformance', limitConcurrent: 99, strictMatchWhenDelete: false }
      await place(
        turn,
        deletion(
          turn,
          own,
          'delete_product',
          { assetNos: [one.assetNum], products: [named] },
          { srcLicenseOrderId: one.licenseOrderId },
        ),
      )
      same(await urisOn(turn, one), ['gms-other'], 'its remaining products')
      sameSet(await urisOn(turn, two), ['gms-conformance', 'gms-other'], 'the products of the other')
      same((await turn.world.listAssets(own)).length, 2, 'the number of assets')
    },
  ],
  [
    'effect',
    'document',
    'section 4.1, rule 8',
    'strict match removes only the product with those times and nodes',
    async (turn) => {
      const own = await turn.world.enterprise()
      const products = [
        aProduct(),
        aProduct({ limitConcurrent: 9 }),
        aProduct({ limitEndDate: limitEnd + day }),
      ]
      const [one] = await turn.world.assets(own, [{ products }])
      ensure(one !== undefined, 'nothing was created')
      const named = { ...aProduct({ limitConcurrent: 9 }), strictMatchWhenDelete: true }
      await place(
        turn,
        deletion(
          turn,
          own,
          'delete_product',
          { assetNos: [one.assetNum], products: [named] },
          { srcLicenseOrderId: one.licenseOrderId },
        ),
      )
      const left = (await turn.world.products(one)).productInstanceList ?? []
      same(
        left.map(({ limitConcurrent }) => limitConcurrent),
        [3, 3],
        'the nodes of the remaining product',
      )
      sameSet(
        left.map(({ limitEndTime }) => String(limitEndTime)),
        [String(limitEnd), String(limitEnd + day)],
        'the end dates of the remaining product',
      )
    },
  ],
  [
    'effect',
    'document',
    'section 4.1, rule 8',
    'strictMatchWhenDelete defaults to false',
    async (turn) => {
      const own = await turn.world.enterprise()
      const [one] = await turn.world.assets(own, [
        { products: [aProduct(), aProduct({ limitConcurrent: 9 })] },
      ])
      ensure(one !== undefined, 'nothing was created')
      const { strictMatchWhenDelete: _left, ...named } = { ...aProduct(), strictMatchWhenDelete: undefined }
      await place(
        turn,
        deletion(turn, own, 'delete_product', { assetNos: [one.assetNum], products: [named] }),
      )
      same(await urisOn(turn, one), [], 'the remaining products')
    },
  ],
  [
    'effect',
    'document',
    'section 4.1, rule 7',
    'srcLicenseOrderId limits a product deletion to that order; empty means all',
    async (turn) => {
      const own = await turn.world.enterprise()
      const [one] = await turn.world.assets(own, [{}])
      ensure(one !== undefined, 'nothing was created')
      const again = turn.world.orderFor(own, 1, [one.assetNum])
      const [second] = await turn.session.plain.succeed(id, { body: turn.world.batchOf([again]) })
      const remove = (srcLicenseOrderId: string) =>
        place(
          turn,
          deletion(
            turn,
            own,
            'delete_product',
            { assetNos: [one.assetNum], products: [aProduct()] },
            { srcLicenseOrderId },
          ),
        )
      await remove(one.licenseOrderId)
      const left = (await turn.world.products(one)).productInstanceList ?? []
      same(
        left.map(({ licenseOrderId }) => licenseOrderId),
        [second?.licenseOrderId],
        'the order of the remaining product',
      )
      await turn.session.plain.succeed(id, {
        body: turn.world.batchOf([turn.world.orderFor(own, 1, [one.assetNum])]),
      })
      await remove('')
      same(await urisOn(turn, one), [], 'the remaining products in the end')
    },
  ],
  [
    'others',
    'document',
    'section 4.1, rule 7',
    'an asset of another enterprise is not removed',
    async (turn) => {
      const own = await turn.world.enterprise()
      const stranger = await turn.world.enterprise()
      const [theirs] = await turn.world.assets(stranger, [{}])
      ensure(theirs !== undefined, 'nothing was created')
      const asset = { assetNos: [theirs.assetNum] }
      await turn.caller.refused(id, '13004', { body: deletion(turn, own, 'delete_asset', asset) })
      const named = { ...asset, products: [aProduct()] }
      await turn.caller.refused(id, '13004', { body: deletion(turn, own, 'delete_product', named) })
      same(numbersOf(await turn.world.listAssets(stranger)), [theirs.assetNum], 'their assets')
      same(await urisOn(turn, theirs), ['gms-conformance'], 'their products')
    },
  ],
)

export const orderChecks: readonly Check[] = [...purchases, ...refusals, ...deletions]
