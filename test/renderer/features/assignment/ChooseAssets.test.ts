// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { afterEach, expect, it, vi } from 'vitest'
import { succeed } from '#shared/outcome'
import ChooseAssets from '../../../../src-renderer/features/assignment/ChooseAssets.vue'
import VirtualTable from '../../../../src-renderer/ui/table/VirtualTable.vue'
import { assetKey } from '../../../../src-renderer/entities/asset/asset-key'
import { mountComponent, withBridge } from '../../support/mount-component'
import { record } from '../../support/samples'

let unmount = (): void => undefined
afterEach(() => unmount())

it('says only what is still to be changed where the lists have changed meanwhile', async () => {
  const chen = { memberGlobalId: 'member-1', name: 'Chen Yu' }
  const [held, free, other] = [
    record('8000000017', 0),
    record('8000000018', 0, { holder: null }),
    record('8000000019', 0, { holder: null }),
  ] as const
  let rows = [held, free, other]
  let version = 1
  const { emit } = withBridge({
    'assets/list': () => succeed({ rows, total: rows.length, version, readAt: 0, failure: null }),
  })
  const { enterpriseGlobalId } = held
  const page = mountComponent(ChooseAssets, { assignee: chen, enterpriseGlobalId })
  unmount = () => page.unmount()
  await flushPromises()
  page.findComponent(VirtualTable).vm.$emit('update:selected', new Set([free, other].map(assetKey)))
  await flushPromises()
  const change = () => page.get('[data-testid=asset-selection-change]').text()
  expect(change()).toBe('2 to assign · 1 to withdraw')

  // Another desk has assigned one of them, and withdrawn the one that was held.
  rows = [{ ...held, holder: null }, { ...free, holder: chen }, other]
  version = 2
  emit('records/refreshed', { enterpriseGlobalId })
  await vi.waitFor(() => expect(change()).toBe('1 to assign'), { timeout: 3_000 })
})
