import { expect, it } from 'vitest'
import { succeed } from '#shared/outcome'
import { onPage } from './support/on-page'
import { office } from './support/world/saved-platform'

const named = { ...office, name: 'Northern works '.repeat(6).trim() }

const desk = onPage({
  settings: { operatorIdentity: 'Wang Min' },
  handlers: () => ({
    'environments/list': () => succeed({ current: 'training', launched: null, environments: [named] }),
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
