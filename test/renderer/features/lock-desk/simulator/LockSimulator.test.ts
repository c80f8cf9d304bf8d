// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import { nextTick } from 'vue'
import LockSimulator from '../../../../../src-renderer/features/lock-desk/simulator/LockSimulator.vue'
import { stubMedia } from '../../../support/media-double'
import { always } from '../../../support/bridge-double'
import { mountComponent, withBridge } from '../../../support/mount-component'

afterEach(() => void vi.unstubAllGlobals())

const mountSimulator = () => {
  withBridge({ 'simulator/list': always<'simulator/list'>([]) })
  const drawn = mountComponent(LockSimulator, {})
  const toggle = drawn.get('[data-testid=simulator-toggle]')
  return { toggle, isOpen: () => toggle.attributes('aria-expanded') === 'true' }
}

it('is open in a high window and collapsed in a low one, also if the window gets its size later', async () => {
  const setHigh = stubMedia(false)
  const { isOpen } = mountSimulator()
  expect(isOpen()).toBe(false)
  setHigh(true)
  await nextTick()
  expect(isOpen()).toBe(true)
  setHigh(false)
  await nextTick()
  expect(isOpen()).toBe(false)
})

it('stays as the user has set it', async () => {
  const setHigh = stubMedia(true)
  const { toggle, isOpen } = mountSimulator()
  await toggle.trigger('click')
  expect(isOpen()).toBe(false)
  setHigh(false)
  setHigh(true)
  await nextTick()
  expect(isOpen()).toBe(false)
  await toggle.trigger('click')
  setHigh(false)
  await nextTick()
  expect(isOpen()).toBe(true)
})
