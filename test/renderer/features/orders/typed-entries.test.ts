// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { newOrder } from '#shared/model/orders/order-types'
import { succeed } from '#shared/outcome'
import { useOrdersStore } from '../../../../src-renderer/features/orders/orders-store'
import { withBridge } from '../../support/mount-component'

const passwordsOf = (product: number) => ['assets', 0, 'products', product, 'passwords'] as const

const withProducts = (...names: readonly string[]) => {
  withBridge({ 'drafts/save-order': () => succeed(null) })
  const orders = useOrdersStore()
  for (const sequence of [1, 2])
    orders.add({
      ...newOrder(sequence),
      assets: [{ products: names.map((productName) => ({ productName })) }],
    })
  names.forEach((name, at) => orders.type(passwordsOf(at), `for ${name}`))
  const typed = () => names.map((_name, at) => orders.typedAt(passwordsOf(at)))
  return { orders, typed }
}

it('what is typed for a part goes with it, and that for the parts behind it stays with them', () => {
  const { orders, typed } = withProducts('A', 'B', 'C')
  const [first, second] = orders.orders
  orders.chosenId = first!.id
  orders.type(passwordsOf(1), 'in another order')
  orders.chosenId = second!.id
  orders.set(['assets', 0, 'products', 1], undefined)
  expect(typed()).toEqual(['for A', 'for C', ''])
  orders.set(['assets', 0, 'products', 0, 'productName'], undefined)
  expect(typed()).toEqual(['for A', 'for C', ''])
  orders.chosenId = first!.id
  expect(typed()).toEqual(['', 'in another order', ''])
})

it('what was typed for the last part is not there for the next one', () => {
  const { orders, typed } = withProducts('A')
  orders.set(['assets', 0, 'products'], undefined)
  orders.set(['assets', 0, 'products', 0], { productName: 'B' })
  expect(typed()).toEqual([''])
})

it('what is typed for a list stays where the list is emptied', () => {
  const { orders, typed } = withProducts('A')
  orders.set(passwordsOf(0), undefined)
  expect(typed()).toEqual(['for A'])
})
