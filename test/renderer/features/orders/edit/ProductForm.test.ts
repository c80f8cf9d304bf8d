// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { defineComponent, h } from 'vue'
import { samePath } from '#shared/model/orders/order-node'
import type { OrderPath } from '#shared/model/orders/order-node'
import ProductForm from '../../../../../src-renderer/features/orders/edit/ProductForm.vue'
import { provideEditing } from '../../../../../src-renderer/features/orders/fields/editing'
import { mountComponent, withBridge } from '../../../support/mount-component'

it.each([true, false])('collapsed features say that a password has a problem: %s', (hasProblem) => {
  withBridge({})
  const path: OrderPath = ['assets', 0, 'products', 0]
  const form = defineComponent(() => {
    provideEditing({
      valueAt: () => ({}),
      set: () => undefined,
      problemAt: (at) =>
        hasProblem && samePath(at, [...path, 'passwords']) ? 'Typed, but not added.' : null,
    })
    return () => h(ProductForm, { path, isRemoval: false })
  })
  const page = mountComponent(form, {})
  const heading = page.get('[data-testid=product-features-more] > summary').text()
  expect(heading.includes('1 field to correct')).toBe(hasProblem)
  page.unmount()
})
