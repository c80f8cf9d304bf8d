import { describe, expect, it } from 'vitest'
import type { PlatformList } from '#shared/model/app/saved-platform'
import { succeed } from '#shared/outcome'
import { axeViolations } from '../e2e/support/axe'
import { onPage } from './support/on-page'
import { appAnswers } from './support/world/app-answers'
import { office } from './support/world/saved-platform'

const number = '8000000017'
const list = (lookOnly?: 'marked'): PlatformList => {
  const mark = lookOnly === undefined ? {} : { lookOnly }
  return { current: office.id, launched: null, ...mark, environments: [{ ...office, ...mark }] }
}

const desk = onPage({
  handlers: (world) => ({
    'environments/list': () => succeed(list('marked')),
    'environments/set-look-only': ({ lookOnly }) => {
      const changed = lookOnly ? list('marked') : list()
      world.emit('environments/changed', changed)
      return succeed(changed)
    },
    'app/describe': async (input) => {
      const described = await appAnswers(world)['app/describe']?.(input)
      if (described?.ok !== true) throw new Error('not described')
      return succeed({ ...described.value, lookOnly: 'marked' })
    },
  }),
})

describe('a platform that is look only', () => {
  it('says so on every page, and offers no change', async () => {
    await desk.at('look-only').waitFor()
    await desk.cardIs(number, 'enabled')
    expect(await desk.card(number).getByTestId('disable').isDisabled()).toBe(true)
    expect(await desk.page.getByTestId('continuous-switch').count()).toBe(0)
    await desk.page.keyboard.press('Control+K')
    await desk.at('palette-input').fill(number)
    await desk.page.locator('[data-testid=palette-lock] [role=option]').first().waitFor()
    expect(await desk.page.locator('[data-entry^="action:disable-lock"]').count()).toBe(0)
    await desk.press('Escape')

    await desk.chooseAction('disable')
    await desk.at('desk-input').fill('8000000018')
    await desk.press('Enter')
    await expect
      .poll(() => desk.at('managed').innerText())
      .toBe('Look only: no change is sent to this platform.')
    expect(await desk.at('run-list').getAttribute('aria-disabled')).toBe('true')

    await desk.at('rail-employees').click()
    await desk.at('look-only').waitFor()
    await desk.at('employee-row').first().click()
    expect(await desk.at('delete-employee').isDisabled()).toBe(true)
    await desk.at('edit-employee').click()
    await expect.poll(() => desk.at('managed').last().innerText()).toContain('Look only')
    expect(await desk.at('confirm').isDisabled()).toBe(true)
    expect(desk.callsOf('jobs/start')).toEqual([])
  })

  it('allows changes as soon as its mark is ended', async () => {
    await desk.cardIs(number, 'enabled')
    await desk.at('rail-settings').click()
    expect(await axeViolations(desk.page)).toEqual([])
    await desk.at('platform-look-only').click()
    expect(desk.callsOf('environments/set-look-only')).toEqual([{ id: 'north', lookOnly: false }])
    await desk.at('look-only').waitFor({ state: 'detached' })
    await desk.at('rail-desk').click()
    expect(await desk.card(number).getByTestId('disable').isDisabled()).toBe(false)
  })
})
