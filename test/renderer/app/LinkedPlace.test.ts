// @vitest-environment happy-dom
import { flushPromises, mount } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { afterEach, expect, it } from 'vitest'
import type { LinkTarget } from '#shared/model/app/link-target'
import { always } from '../support/bridge-double'
import { withBridge } from '../support/mount-component'
import { settings, shell } from '../support/samples'
import { createTexts } from '../support/texts'
import LinkedPlace from '../../../src-renderer/app/LinkedPlace.vue'
import { createAppRouter } from '../../../src-renderer/app/router'

let unmount = (): void => undefined
afterEach(() => unmount())

/** The route that a link leads to when nothing else is going on. */
const openedBy = async (target: LinkTarget): Promise<unknown> => {
  withBridge({
    'settings/read': always<'settings/read'>(settings),
    'app/take-link': always<'app/take-link'>(target),
  })
  const pinia = createPinia()
  setActivePinia(pinia)
  const router = createAppRouter(() => false)
  await router.push('/settings')
  const wrapper = mount(LinkedPlace, {
    props: { isContinuous: false },
    global: { plugins: [pinia, createTexts('en'), router] },
  })
  unmount = () => wrapper.unmount()
  await flushPromises()
  await router.isReady()
  await expect.poll(() => router.currentRoute.value.name).not.toBe('settings')
  return router.currentRoute.value.name
}

const places: readonly (readonly [target: LinkTarget, name: string])[] = [
  [{ kind: 'lock', number: shell('8000000017') }, 'desk'],
  [{ kind: 'loans-due' }, 'lending'],
  [{ kind: 'queue' }, 'desk'],
  [{ kind: 'review' }, 'to-settle'],
  [{ kind: 'job-result', jobId: 'job-1', action: 'disable' }, 'receipt'],
  [{ kind: 'job-result', jobId: 'job-1', action: 'add-employee' }, 'journal'],
  [{ kind: 'paused-job', action: 'assign' }, 'employees'],
]
it.each(places)('opens the place of a link: %o', async (target, name) => {
  expect(await openedBy(target)).toBe(name)
})
