import { describe, expect, it } from 'vitest'
import { dayAfter, dayOf } from '#shared/model/calendar-day'
import { succeed } from '#shared/outcome'
import { onPage } from './support/on-page'
import { appAnswers } from './support/world/app-answers'

const desk = onPage({
  prepare: (world) => {
    world.platform = { ...world.platform, clockAheadMs: 25 * 60_000 }
  },
  handlers: (world) => ({
    'app/describe': async (input) => {
      const described = await appAnswers(world)['app/describe']?.(input)
      if (described?.ok !== true) throw new Error('not described')
      const policy = {
        state: 'active',
        source: 'test',
        policy: { maxLoanDays: 3, maxLoansPerEmployee: 1 },
      } as const
      return succeed({ ...described.value, policy })
    },
  }),
})

describe('a policy that limits loans', () => {
  it('leaves out later due dates, and the field names the last day', async () => {
    await desk.at('rail-lending').click()
    await desk.at('lend-new').click()
    await desk.at('due-tomorrow').waitFor({ state: 'attached' })
    const offered = await desk.page
      .locator('[data-testid^="due-"]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('data-testid')))
    for (const late of ['due-none', 'due-week', 'due-weeks']) expect(offered).not.toContain(late)
    expect(await desk.at('loan-days').innerText()).toContain('At most 3 days, with a due date.')
    await desk.at('due-date').check({ force: true })
    await desk.at('due-day').fill(dayAfter(dayOf(Date.now()), 4))
    await desk.page.getByText('At most until').waitFor()
    await desk.at('due-day').fill(dayAfter(dayOf(Date.now()), 3))
    await desk.page.getByText('At most until').waitFor({ state: 'detached' })
    await desk.at('due-day-calendar').click()
    expect(await desk.at(`day-${dayAfter(dayOf(Date.now()), 3)}`).isDisabled()).toBe(false)
    const late = desk.page.getByTestId(`day-${dayAfter(dayOf(Date.now()), 4)}`)
    if ((await late.count()) > 0) expect(await late.isDisabled()).toBe(true)
  })
})

describe('a clock that differs from the platform’s', () => {
  it('is named in the top line, with the next step', async () => {
    await desk.at('chip-clock').click()
    await expect
      .poll(() => desk.at('clock-differs').innerText())
      .toContain('This computer’s clock is 25 minutes ahead of the platform’s. Set its date and time')
    desk.world.platform = { ...desk.world.platform, clockAheadMs: null }
    desk.world.emit('platform/status', desk.world.platform)
    await desk.at('clock-differs').waitFor({ state: 'detached' })
  })
})
