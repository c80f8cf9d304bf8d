import { describe, expect, it } from 'vitest'
import { dayAfter, dayOf } from '#shared/model/calendar-day'
import type { LockRecord } from '#shared/model/locks/lock-record'
import { onPage } from './support/on-page'
import { changeRecords, idOf } from './support/world/world'

const isLentLock = ({ borrowedUsbKey, lent, enterpriseGlobalId, holder }: LockRecord): boolean =>
  borrowedUsbKey === true && lent === true && holder !== null && enterpriseGlobalId === idOf('northBridge')

const desk = onPage({
  // A lent lock, two days overdue, is plugged in.
  prepare: (world) => {
    const lock = world.records.find(isLentLock)
    if (lock?.holder == null) throw new Error('no lock is lent in the training data')
    world.plugged.set(lock.assetNum.slice(-10), { plugId: 'plug-lent', pluggedAt: Date.now() })
    world.loanFacts = [
      {
        borrowedUsbKey: lock.assetNum,
        memberGlobalId: lock.holder.memberGlobalId,
        enterpriseGlobalId: lock.enterpriseGlobalId,
        enterpriseName: lock.enterpriseName,
        memberName: lock.holder.name,
        assets: [],
        lentHere: null,
        dueOn: dayAfter(dayOf(Date.now()), -2),
        note: '',
        returned: null,
        closed: null,
      },
    ]
  },
})

const lent = () => {
  const lock = desk.world.records.find(isLentLock)
  if (lock === undefined) throw new Error('no lock is lent')
  return lock
}
const card = () => desk.card(lent().assetNum.slice(-10))
/** As the platform does once it has the lock. */
const returnIt = (): void => {
  const { assetNum } = lent()
  changeRecords(desk.world, (record) =>
    record.assetNum === assetNum ? { lent: false, holder: null } : undefined,
  )
  desk.world.emit('loans/changed', null)
}

describe('a lent lock that comes back', () => {
  it('is taken back on its card, by the first button, and is then no more overdue', async () => {
    await card().getByText('2 days overdue').waitFor()
    const buttons = await card().locator('footer button').allInnerTexts()
    expect(buttons[0]).toBe('Lock is back')
    await card().getByTestId('lock-back').click()
    await card().getByText('Waiting for the platform').waitFor()
    expect(await card().innerText()).not.toContain('overdue')
    expect(desk.callsOf('loans/set-returned')).toMatchObject([{ operatorIdentity: 'Li Wei' }])
  })

  it('waits for the platform in its details, and is closed when the lists agree', async () => {
    await desk.at('rail-lending').click()
    await desk.at('loan-row').first().click()
    const details = desk.at('loan-details')
    const first = details.locator('button').filter({ visible: true })
    await details.getByTestId('lock-back').waitFor()
    // The button that closes the panel is not one of the loan.
    expect(await first.nth(1).innerText()).toBe('Lock is back')
    // Esc closes the calendar alone.
    await desk.at('due-date').check({ force: true })
    await desk.at('due-day-calendar').click()
    await desk.at('month-grid').waitFor()
    await desk.press('ArrowRight')
    await desk.press('Escape')
    await desk.at('month-grid').waitFor({ state: 'detached' })
    await details.getByTestId('lock-back').click()
    await desk.at('loan-returned').waitFor()
    expect(await details.innerText()).toMatch(/Taken back on .* by Li Wei/)
    await desk.at('loans-due').waitFor({ state: 'detached' })
    returnIt()
    await desk.at('loans-closed').click()
    await desk.at('loan-row').first().click()
    await expect.poll(() => details.innerText()).toMatch(/Closed .* by Li Wei/)
  })
})

describe('a new loan', () => {
  const employee = () => desk.at('lend-employee').inputValue()
  const lendOne = async () => {
    await desk.at('rail-lending').click()
    await desk.at('lend-new').click()
    await desk.at('lend-employee').fill('chenyu')
    await desk.at('employee-option').first().click()
    await desk.page.locator('[data-testid^=lend-tick-]:enabled').first().check()
    await desk.page.locator('[data-testid^=lend-onto-]:enabled').first().check()
    await desk.at('lend-send').click()
    await desk.at('lend-next').waitFor()
  }

  it('keeps the employee right after a loan, and none from the board: the next customer is another one', async () => {
    await lendOne()
    await desk.at('lend-next').click()
    await expect.poll(employee).toContain('Chen Yu')
    await desk.at('lending-board').click()
    await desk.at('lend-new').click()
    await expect.poll(employee).toContain('Chen Yu')
    await desk.reload()
    await lendOne()
    await desk.at('lending-board').click()
    await desk.at('lend-new').click()
    await expect.poll(employee).toBe('')
  })
})
