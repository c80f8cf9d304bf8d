// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { expect, it, vi } from 'vitest'
import { succeed } from '#shared/outcome'
import PluggedList from '../../../../../src-renderer/features/lock-desk/plugged/PluggedList.vue'
import { usePluggedStore } from '../../../../../src-renderer/entities/lock/plugged-store'
import { mountComponent, withBridge } from '../../../support/mount-component'
import { plugged } from '../../../support/samples'

it('begins with the newest chip again once chips have gone, unless the pointer is there', async () => {
  vi.useFakeTimers()
  const locks = [1, 2, 3].map((place) => plugged(`800000000${place}`, place))
  const { emit } = withBridge({
    'locks/list': () => succeed(locks),
    'locks/ready': () => succeed(null),
    'locks/look-up': () =>
      succeed({ state: 'not-listed', enterprises: 1, unread: 0, failure: null, near: [] }),
  })
  const page = mountComponent(PluggedList, { compact: true, openedNumber: null, changeInBar: null })
  await usePluggedStore().load()
  await flushPromises()
  const list = page.get('[data-testid=plugged-list]')
  const unplugOne = async (): Promise<void> => {
    list.element.scrollTo(200, 0)
    locks.pop()
    emit('locks/changed', [...locks])
    await vi.advanceTimersByTimeAsync(20_000)
  }
  await unplugOne()
  expect(list.element.scrollLeft).toBe(0)
  await list.trigger('pointerenter')
  await unplugOne()
  expect(list.element.scrollLeft).toBe(200)
  await list.trigger('pointerleave')
  await flushPromises()
  expect(list.element.scrollLeft).toBe(0)
  vi.useRealTimers()
})
