import { createPinia, setActivePinia } from 'pinia'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { nextTick } from 'vue'
import { useActionsStore } from '../../../src-renderer/actions/actions-store'

beforeEach(() => {
  vi.useFakeTimers()
  setActivePinia(createPinia())
})
afterEach(() => void vi.useRealTimers())

const one = { run: () => undefined, isEnabled: () => true }

it('waits for the page that offers an action, for a limited time', async () => {
  const actions = useActionsStore()
  const coming = actions.whenRegistered('lend')
  actions.register('lend', one)
  expect(await coming).toEqual(one)

  const never = actions.whenRegistered('query-customer')
  await vi.advanceTimersByTimeAsync(5_000)
  expect(await never).toBeNull()
})

it('stops watching once it gave up', async () => {
  const actions = useActionsStore()
  const never = actions.whenRegistered('lend')
  await vi.advanceTimersByTimeAsync(5_000)
  await never
  const heard = vi.spyOn(globalThis, 'clearTimeout')
  actions.register('lend', one)
  await nextTick()
  expect(heard).not.toHaveBeenCalled()
})
