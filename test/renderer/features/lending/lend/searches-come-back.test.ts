// @vitest-environment happy-dom
import { flushPromises, mount } from '@vue/test-utils'
import type { Component } from 'vue'
import { expect, it } from 'vitest'
import { succeed } from '#shared/outcome'
import AssetChoice from '../../../../../src-renderer/features/lending/lend/AssetChoice.vue'
import LockChoice from '../../../../../src-renderer/features/lending/lend/LockChoice.vue'
import OrderResults from '../../../../../src-renderer/features/orders/result/OrderResults.vue'
import { withBridge } from '../../../support/mount-component'
import { createPlace } from '../../../support/places'
import { licenses, record, registerSlice } from '../../../support/samples'
import { createTexts } from '../../../support/texts'

const now = Date.now()
const locks = Array.from({ length: 30 }, (_, at) => ({
  record: record(String(8_000_000_100 + at), now),
  obstacle: null,
  isLentToSame: false,
}))
const results = Array.from({ length: 30 }, (_, at) => ({
  sequence: at + 1,
  licenseOrderId: `LO-${String(at)}`,
  customerId: null,
  state: 'answered',
}))
const lock = {
  rows: locks,
  chosen: null,
  plugged: [],
  memberName: 'Chen Yu',
  disabled: false,
  state: 'ready',
}

it.each<[string, Component, Record<string, unknown>]>([
  ['assets to lend', AssetChoice, { rows: locks, disabled: false }],
  ['locks to lend', LockChoice, lock],
  ['order results', OrderResults, { results, orders: [] }],
])('the search of %s comes back with the page', async (_, component, props) => {
  withBridge({
    'enterprises/list': () => succeed(registerSlice([])),
    'locks/licenses': () => succeed(licenses(now)),
  })
  const place = createPlace()
  const open = () =>
    mount(component, { props, global: { plugins: [createTexts('en')], provide: place.provide } })
  const page = open()
  await page.get('input[type=search]').setValue('110')
  place.leave()
  page.unmount()
  expect(open().get<HTMLInputElement>('input[type=search]').element.value).toBe('110')
})

it.each(['桥梁（标准版）', '桥梁(标准版)'])(
  'assets to lend are found by their product “%s”',
  async (query) => {
    const read = licenses(now)
    const named = {
      ...read,
      products: read.products.map((product) => ({ ...product, name: '桥梁（标准版）' })),
    }
    withBridge({ 'locks/licenses': () => succeed(named) })
    const page = mount(AssetChoice, {
      props: { rows: locks, disabled: false },
      global: { plugins: [createTexts('en')] },
    })
    await flushPromises()
    await page.get('input[type=search]').setValue(query)
    expect(page.findAll('li').length).toBeGreaterThan(0)
    page.unmount()
  },
)
