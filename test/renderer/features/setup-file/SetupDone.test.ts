// @vitest-environment happy-dom
import { flushPromises, mount } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { expect, it } from 'vitest'
import { createMemoryHistory, createRouter } from 'vue-router'
import type { PlatformFacts } from '#shared/model/app/saved-platform'
import type { SetupItem } from '#shared/model/app/setup-file'
import SetupDone from '../../../../src-renderer/features/setup-file/SetupDone.vue'
import { useSavedPlatformsStore } from '../../../../src-renderer/entities/platform/saved-platforms-store'
import { withBridge } from '../../support/mount-component'
import { createTexts } from '../../support/texts'

const item: SetupItem = {
  key: 'k',
  group: 'operators',
  label: 'Wang Fang',
  platform: null,
  page: null,
  state: 'new',
  count: 1,
  change: null,
  conflict: null,
}

/** The message after these items, and whether it was closed. */
const show = async (imported: readonly SetupItem[]) => {
  withBridge({})
  const pinia = createPinia()
  setActivePinia(pinia)
  useSavedPlatformsStore().list = {
    current: 'training',
    launched: null,
    environments: [{ id: 'east-1', name: 'East' } as PlatformFacts],
  }
  const routes = ['settings', 'stocktake'].map((name) => ({ path: `/${name}`, name, component: {} }))
  const router = createRouter({ history: createMemoryHistory(), routes })
  await router.push('/settings')
  const wrapper = mount(SetupDone, {
    props: { imported },
    global: { plugins: [createTexts('en'), pinia, router] },
  })
  await router.push('/stocktake')
  await flushPromises()
  return wrapper.emitted('close') !== undefined
}

it('does not stay over the buttons of the next page where nothing is left to do', async () => {
  expect(await show([item])).toBe(true)
})

it('stays where secrets are to be entered', async () => {
  expect(await show([item, { ...item, group: 'platforms', label: 'East' }])).toBe(false)
})
