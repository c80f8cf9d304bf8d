// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { expect, it } from 'vitest'
import { h, shallowRef } from 'vue'
import { valueAt, withValue } from '#shared/model/orders/order-node'
import type { FieldOf } from '#shared/model/orders/order-levels'
import type { OrderNode } from '#shared/model/orders/order-node'
import DraftField from '../../../../../src-renderer/features/orders/fields/DraftField.vue'
import { provideEditing } from '../../../../../src-renderer/features/orders/fields/editing'
import { createTexts } from '../../../support/texts'

it.each<[FieldOf, string, string]>([
  ['srcLicenseOrderId', '１００－Ａ', '100-A'],
  ['merchandiseNum', 'Ｍ１', 'M1'],
  ['passwordMobile', '１３８', '138'],
  ['extendCode', 'Ａ１', 'A1'],
  ['extendValue', 'Ａ１', 'Ａ１'],
  ['branchCode', '０１', '01'],
  ['address', '港城路１号', '港城路１号'],
  ['customerName', '陈氏（集团）', '陈氏（集团）'],
])('the field %s stores “%s” as “%s”', async (name, typed, stored) => {
  const order = shallowRef<OrderNode>({})
  const page = mount(
    {
      setup: () => {
        provideEditing({
          valueAt: (path) => valueAt(order.value, path),
          set: (path, value) => void (order.value = withValue(order.value, path, value) as OrderNode),
          problemAt: () => null,
        })
        return () => h(DraftField, { path: [name], label: name, testid: 'field' })
      },
    },
    { global: { plugins: [createTexts('en')] } },
  )
  await page.get('[data-testid=field]').setValue(typed)
  expect(order.value).toEqual({ [name]: stored })
})
