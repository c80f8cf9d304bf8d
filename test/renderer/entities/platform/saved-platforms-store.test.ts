// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { expect, it } from 'vitest'
import { effectScope, ref } from 'vue'
import { succeed } from '#shared/outcome'
import { useSavedPlatformsStore } from '../../../../src-renderer/entities/platform/saved-platforms-store'
import { useLendStore } from '../../../../src-renderer/features/lending/lend/lend-store'
import { useLabelPileStore } from '../../../../src-renderer/features/shell-numbers/label-pile-store'
import { useUnsentRowsStore } from '../../../../src-renderer/stores/unsent-rows-store'
import { employee } from '../../support/samples'
import { withBridge } from '../../support/mount-component'

it('another platform is opened only after a question if rows would be lost', async () => {
  const double = withBridge({
    'environments/switch': () => Promise.resolve(succeed({ state: 'switched' as const })),
  })
  const switches = () => double.calls.filter(({ name }) => name === 'environments/switch').length
  const store = useSavedPlatformsStore()
  const rows = ref(3)
  const list = effectScope()
  list.run(() => useUnsentRowsStore().count('locks', rows))

  await store.open('training')
  expect(store.pendingSwitch).toMatchObject({ to: 'training', unsent: [{ kind: 'locks', count: 3 }] })
  store.stay()
  expect(store.pendingSwitch).toBeNull()
  expect(switches()).toBe(0)

  await store.open('training')
  await store.open('training', { discards: true })
  expect([switches(), store.pendingSwitch]).toEqual([1, null])

  // The list is sent or gone.
  rows.value = 0
  await flushPromises()
  await store.open('other')
  rows.value = 2
  list.stop()
  await store.open('other')
  expect(switches()).toBe(3)
})

it('another platform is opened only after a question if numbers for labels or assets to lend are not on disk', async () => {
  const double = withBridge({
    'environments/switch': () => Promise.resolve(succeed({ state: 'switched' as const })),
  })
  const switches = () => double.calls.filter(({ name }) => name === 'environments/switch').length
  const store = useSavedPlatformsStore()
  const pile = useLabelPileStore()
  pile.text = '8000000017\n8000000018'
  const lend = useLendStore()
  lend.tick(['LD8000000019'], true)
  await flushPromises()
  await store.open('training')
  expect(store.pendingSwitch).toMatchObject({
    unsent: [
      { kind: 'labels', count: 2 },
      { kind: 'loans', count: 1 },
    ],
  })
  store.stay()

  pile.text = ''
  await flushPromises()
  await store.open('training')
  expect(store.pendingSwitch).toMatchObject({ unsent: [{ kind: 'loans', count: 1 }] })
  store.stay()
  expect(switches()).toBe(0)

  lend.begin()
  await flushPromises()
  await store.open('training')
  expect(switches()).toBe(1)
})

it('another platform is opened without a question if numbers for labels are on disk', async () => {
  const double = withBridge({
    'environments/switch': () => Promise.resolve(succeed({ state: 'switched' as const })),
    'drafts/read-labels': () => succeed({ numbers: [] }),
    'drafts/save-labels': () => succeed(null),
  })
  const store = useSavedPlatformsStore()
  const pile = useLabelPileStore()
  await flushPromises()
  pile.text = '8000000017\n8000000018'
  await flushPromises()
  await store.open('training')
  expect(store.pendingSwitch).toBeNull()
  expect(double.calls.map(({ name }) => name)).toEqual([
    'drafts/read-labels',
    'drafts/save-labels',
    'environments/switch',
  ])
})

it('another platform is opened only after a question if the employee or the lock of a loan is not on disk', async () => {
  const double = withBridge({
    'environments/switch': () => Promise.resolve(succeed({ state: 'switched' as const })),
  })
  const store = useSavedPlatformsStore()
  useLendStore().employee = employee
  await flushPromises()
  await store.open('training')
  expect(store.pendingSwitch).toMatchObject({ unsent: [{ kind: 'loans', count: 1 }] })
  expect(double.calls.some(({ name }) => name === 'environments/switch')).toBe(false)
})

it('a switch that was canceled while main answered is not tried again', async () => {
  let answer = (): void => undefined
  withBridge({
    'environments/switch': async () => {
      await new Promise<void>((done) => (answer = done))
      return succeed({ state: 'busy' as const, inFlight: 1, jobs: 0 })
    },
  })
  const store = useSavedPlatformsStore()
  const opening = store.open('training')
  await flushPromises()
  store.stay()
  answer()
  await opening
  expect(store.pendingSwitch).toBeNull()
})
