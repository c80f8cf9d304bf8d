import { expect, it } from 'vitest'
import { succeed } from '#shared/outcome'
import { unread } from '../renderer/support/samples'
import { onPage } from './support/on-page'

const desk = onPage({
  handlers: () => ({
    'locks/list': () => succeed([unread('unknown-model', Date.now())]),
    'learn/state': () =>
      succeed({ model: null, locks: [], result: null, canSave: false, requests: [], isAsking: false }),
  }),
})

it('a lock of an unknown model leads to the guide that learns it', async () => {
  await desk.at('what-now').click()
  await desk.at('learn-model').click()
  await expect.poll(() => desk.page.evaluate(() => location.hash)).toContain('devices')
  // The page asks for it only once its guide is open.
  await expect.poll(() => desk.callsOf('learn/state').length).toBeGreaterThan(0)
})
