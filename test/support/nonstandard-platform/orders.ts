import { listIn, numberIn, textIn, textsIn } from './json'
import type { Body } from './json'
import { newId, BusinessException } from './world'
import type { Asset, Bundle, Order, Product, World } from './world'
import type { Writing } from './writing'
import type { PlatformBehavior } from './behavior'

const product = (body: Body, orderId: string): Product => ({
  id: newId(),
  orderId,
  uri: textIn(body, 'productUri'),
  name: textIn(body, 'productName'),
  nodes: numberIn(body, 'limitConcurrent') ?? 1,
  start: numberIn(body, 'limitStartDate'),
  end: numberIn(body, 'limitEndDate'),
})

const bundle = (body: Body, orderId: string): Bundle => ({
  number: textIn(body, 'merchandiseNum'),
  name: textIn(body, 'merchandiseName'),
  products: listIn(body, 'licenseOrderProductList').map((each) => product(each, orderId)),
  children: listIn(body, 'children').map((each) => bundle(each, orderId)),
})

/** Rule 8: strictly by time and nodes, else by the product's mnemonic. */
const matches = (wanted: Body, { uri, nodes, start, end }: Product): boolean =>
  uri === textIn(wanted, 'productUri') &&
  (wanted['strictMatchWhenDelete'] !== true ||
    (nodes === numberIn(wanted, 'limitConcurrent') &&
      start === numberIn(wanted, 'limitStartDate') &&
      end === numberIn(wanted, 'limitEndDate')))

const buy = (world: World, order: Body, made: Order) => {
  const enterpriseId = textIn(order, 'enterpriseGlobalId')
  for (const entry of listIn(order, 'assets')) {
    const numbers = textsIn(entry, 'assetNos')
    for (const num of numbers) {
      const known = [...world.assets.values()].find((asset) => asset.num === num)
      const products = listIn(entry, 'products').map((each) => product(each, made.id))
      const bundles = listIn(entry, 'merchandises').map((each) => bundle(each, made.id))
      if (known !== undefined) {
        known.products.push(...products)
        known.bundles.push(...bundles)
        continue
      }
      const asset: Asset = {
        id: newId(),
        enterpriseId,
        customerId: newId(),
        num,
        digits: num.replace(/\D/g, ''),
        type: textIn(order, 'licenseType'),
        isBorrowedLock: entry['borrowedUsbKey'] === true,
        extensions: listIn(entry, 'assetExtendList').map(
          (each) => [textIn(each, 'extendCode'), textIn(each, 'extendValue')] as const,
        ),
        start: numberIn(entry, 'limitStartDate'),
        end: numberIn(entry, 'limitEndDate'),
        createdAt: Date.now(),
        status: null,
        locked: false,
        frozen: false,
        products,
        bundles,
        holder: null,
        lentOnto: null,
      }
      world.assets.set(asset.id, asset)
    }
  }
}

const named = (world: World, order: Body): Asset[] => {
  const numbers = new Set(listIn(order, 'assets').flatMap((entry) => textsIn(entry, 'assetNos')))
  const found = [...world.assets.values()].filter(({ num }) => numbers.has(num))
  if (found.length !== numbers.size)
    throw new BusinessException('13004', `sequence ${textIn(order, 'sequence')}: assetNos`)
  return found
}

const take = (world: World, order: Body) => {
  const source = textIn(order, 'srcLicenseOrderId')
  for (const asset of named(world, order)) {
    const wanted = listIn(order, 'assets')
      .filter((entry) => textsIn(entry, 'assetNos').includes(asset.num))
      .flatMap((entry) => listIn(entry, 'products'))
    asset.products = asset.products.filter(
      (one) => !(source === '' || one.orderId === source) || !wanted.some((each) => matches(each, one)),
    )
  }
}

/** Order operation 5. Nothing is done where one order of the batch is refused. */
export const batchOrder = (
  world: World,
  body: Body,
  { id, rows }: Writing,
  behavior: PlatformBehavior,
): unknown => {
  const orders = listIn(body, 'orderList')
  if (orders.length === 0) throw new BusinessException('13004', 'orderList: must not be empty')
  for (const order of orders) if (textIn(order, 'orderType') !== 'new_buy') named(world, order)
  const made = orders.map((order): Order => {
    const done = {
      id: newId(),
      channelOrderId: textIn(body, 'channelOrderId'),
      sequence: numberIn(order, 'sequence') ?? 0,
      type: textIn(order, 'orderType'),
    }
    world.orders.push(done)
    if (done.type === 'new_buy') buy(world, order, done)
    else if (done.type === 'delete_product') take(world, order)
    else for (const asset of named(world, order)) world.assets.delete(asset.id)
    return done
  })
  if (body['syncMode'] === 'async' && behavior.asyncOrders === 'nothing') return []
  return rows(made).map((order) => ({
    sequence: String(order.sequence),
    licenseOrderId: id(order.id),
    customerId: order.sequence % 2 === 0 ? id(newId()) : undefined,
    stateOfTomorrow: 'ACCEPTED',
  }))
}

/** Order operation 9: ten digits, the first the region, the others counting up; not always as text. */
export const shellnums = (world: World, body: Body, { id }: Writing): unknown => {
  const size = numberIn(body, 'size') ?? 0
  if (size < 1) throw new BusinessException('13004', 'size')
  return Array.from({ length: size }, () => {
    const digits = `8${String(700_000_000 + world.allocated.length + 1)}`
    world.allocated.push(digits)
    return id(digits)
  })
}
