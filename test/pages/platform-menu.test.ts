import { expect, it } from 'vitest'
import type { PlatformStatus } from '#shared/bridge/app-commands'
import { succeed } from '#shared/outcome'
import type { PlatformFacts } from '#shared/model/app/saved-platform'
import { onPage } from './support/on-page'
import { office } from './support/world/saved-platform'

const named = { ...office, name: 'Northern works '.repeat(6).trim() }

let current = 'training'
let platform: PlatformFacts = named
let status: Partial<PlatformStatus> = {}

const desk = onPage({
  settings: { operatorIdentity: 'Wang Min' },
  handlers: (world) => ({
    'environments/list': () => succeed({ current, launched: null, environments: [platform] }),
    'platform/status': () => succeed({ ...world.platform, ...status }),
  }),
})

it('a long name of a platform is cut in the menu, which does not scroll sideways', async () => {
  await desk.at('platform-status').click()
  const choice = desk.at(`open-${named.id}`)
  await choice.waitFor()
  const overflow = await desk.page
    .locator('.panel', { has: desk.page.getByTestId(`open-${named.id}`) })
    .evaluate((panel) => panel.scrollWidth - panel.clientWidth)
  expect(overflow).toBe(0)
  expect(await choice.locator('[title]').getAttribute('title')).toBe(named.name)
})

it('locked credentials cannot be read: the menu does not also say that a key is missing', async () => {
  current = office.id
  platform = { ...office, secrets: { order: 'unreadable', member: 'unreadable' }, signIn: 'unreadable' }
  status = {
    state: 'refused',
    lacks: 'credentials',
    failure: {
      code: 'unauthorized',
      missing: 'member-application',
      isUnreadable: true,
      message: 'missing member application',
      changed: 'no',
    },
  }
  await desk.reload()
  await desk.at('platform-status').click()
  const about = desk.page.locator('[data-lacks=credentials]')
  await about.waitFor()
  const text = await desk.page.locator('.panel', { has: about }).innerText()
  expect(text.match(/can’t be read/g)).toHaveLength(1)
  expect(text).not.toMatch(/app key/i)
})
