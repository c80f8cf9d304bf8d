// @vitest-environment happy-dom
import { flushPromises, mount } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { expect, it } from 'vitest'
import { h, shallowRef } from 'vue'
import { valueAt, withValue } from '#shared/model/orders/order-node'
import type { OrderNode } from '#shared/model/orders/order-node'
import { succeed } from '#shared/outcome'
import ProductForm from '../../../../../src-renderer/features/orders/edit/ProductForm.vue'
import { provideEditing } from '../../../../../src-renderer/features/orders/fields/editing'
import { useEnterprisesStore } from '../../../../../src-renderer/entities/enterprise/enterprises-store'
import { useOrdersStore } from '../../../../../src-renderer/features/orders/orders-store'
import { withBridge } from '../../../support/mount-component'
import { enterprises, licenses, record, registerSlice } from '../../../support/samples'
import { createTexts } from '../../../support/texts'

const open = async (product: OrderNode, answered = Promise.resolve()) => {
  withBridge({
    'assets/list': async ({ enterpriseGlobalId }) => {
      await answered
      const rows = enterpriseGlobalId === 'E-1' ? [record('8000000017', 0)] : []
      return succeed({ rows, total: rows.length, version: 1, readAt: 0, failure: null })
    },
    'locks/licenses': () => succeed(licenses(0)),
    'enterprises/list': () =>
      succeed(
        registerSlice([
          {
            ...enterprises(0)[0]!,
            enterpriseGlobalId: 'E-1',
            channelCode: 'CRM-EAST',
            channelCustomerId: 'NB-10017',
          },
        ]),
      ),
  })
  const pinia = createPinia()
  setActivePinia(pinia)
  const order = shallowRef<OrderNode>({ enterpriseGlobalId: 'E-1', products: [product] })
  const page = mount(
    {
      setup: () => {
        provideEditing({
          valueAt: (path) => valueAt(order.value, path),
          set: (path, value) => void (order.value = withValue(order.value, path, value) as OrderNode),
          problemAt: () => null,
        })
        return () => h(ProductForm, { path: ['products', 0], isRemoval: false })
      },
    },
    { attachTo: document.body, global: { plugins: [pinia, createTexts('en')] } },
  )
  const field = page.get('[data-testid=product-name]')
  await field.trigger('click')
  await flushPromises()
  const sellTo = (enterpriseGlobalId: string) => (order.value = { ...order.value, enterpriseGlobalId })
  const soldByChannel = async (channelCustomerId: string) => {
    order.value = { channelCustomerId, products: [{}] }
    useOrdersStore().setHeader({ channelCode: 'CRM-EAST' })
    await useEnterprisesStore().loadOnce()
    await flushPromises()
  }
  return {
    page,
    sellTo,
    soldByChannel,
    field,
    product: () => valueAt(order.value, ['products', 0]),
    leave: () => page.unmount(),
  }
}
it('lists the products of a customer that the list knows by its ID in the channel', async () => {
  const { page, soldByChannel, leave } = await open({})
  await soldByChannel('NB-10017')
  expect(page.findAll('[data-testid=known-product]').length).toBeGreaterThan(0)
  leave()
})

const listed = { productName: 'Structural Analysis 2026', productUri: 'gms:structure-26' }

it('another name that is typed over a chosen product does not order the chosen one', async () => {
  const { field, product, leave } = await open(listed)
  await field.setValue('Road Design')
  expect(product()).toEqual({ productName: 'Road Design' })
  leave()
})

it('nor does one that is typed after the customer of the order was changed', async () => {
  const { page, sellTo, field, product, leave } = await open({})
  const rows = page.findAll('[data-testid=known-product]')
  await rows.find((row) => row.text().includes(listed.productName))!.trigger('click')
  expect(product()).toEqual(listed)
  sellTo('E-2')
  await field.trigger('click')
  await flushPromises()
  expect(page.find('[data-testid=known-product]').exists()).toBe(false)
  await field.setValue('Road Design')
  expect(product()).toEqual({ productName: 'Road Design' })
  leave()
})

it('nor does one that is typed while the products are not read yet, where the chosen one is from before a restart', async () => {
  const { field, product, leave } = await open(listed, new Promise<void>(() => undefined))
  await field.setValue('Road Design')
  expect(product()).toEqual({ productName: 'Road Design' })
  leave()
})

it('an ID of a file, and one that was typed, stay while their name is typed', async () => {
  const typed = { productName: 'Bridge', productUri: 'bridge-3d' }
  const { field, product, leave } = await open(typed)
  await field.setValue('Bridge 3D')
  expect(product()).toEqual({ ...typed, productName: 'Bridge 3D' })
  leave()
})

it('an ID that was typed stays also while the products are not read yet', async () => {
  const { page, field, product, leave } = await open(
    { productName: 'Bridge', appKey: 'of another one' },
    new Promise<void>(() => undefined),
  )
  await page.get('[data-testid=product-uri]').setValue('bridge－3d')
  await field.setValue('Bridge 3D')
  expect(product()).toEqual({ productName: 'Bridge 3D', productUri: 'bridge-3d' })
  leave()
})

it('an ID stays where its product gets a first name', async () => {
  const { field, product, leave } = await open(
    { productUri: 'bridge-3d' },
    new Promise<void>(() => undefined),
  )
  await field.setValue('Bridge 3D')
  expect(product()).toEqual({ productName: 'Bridge 3D', productUri: 'bridge-3d' })
  leave()
})
