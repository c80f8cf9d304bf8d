import { describe, expect, it } from 'vitest'
import type { LockRecord } from '#shared/model/locks/lock-record'
import { onPage } from './support/on-page'
import { trainingData } from './support/world/training-data'
import { changeRecords, idOf } from './support/world/world'

// Before locks or access are taken, the confirmation says whom it affects.

const desk = onPage()

const enterprise = idOf('northBridge')
/** A plugged-in lock of an employee. */
const plugged = '8000000017'
const own = () => desk.world.records.filter(({ enterpriseGlobalId }) => enterpriseGlobalId === enterprise)
/** Enabled locks of employees; no borrowed or lent ones. */
const held = () =>
  own().filter(
    ({ holder, locked, lent, borrowedUsbKey, licenseType }) =>
      holder !== null && !locked && !lent && !borrowedUsbKey && licenseType?.startsWith('normal_recover'),
  )
const affected = () => desk.at('affected').innerText()
/** The employee list says that they are online, or a lock of theirs is in use. */
const onlineOf = (locks: readonly LockRecord[]) =>
  new Set([
    ...desk.world.employees.flatMap(({ memberGlobalId, onlineFlag }) =>
      onlineFlag === true && locks.some(({ holder }) => holder?.memberGlobalId === memberGlobalId)
        ? [memberGlobalId]
        : [],
    ),
    ...locks.flatMap(({ online, holder }) => (online === true ? [holder?.memberGlobalId] : [])),
  ]).size
const counted = (n: number, one: string) => `${n} ${one}${n === 1 ? '' : 's'}`

/** Opens the confirmation of a list with these numbers. */
const confirmDisable = async (numbers: readonly string[]) => {
  await desk.chooseAction('disable')
  await desk.paste(numbers.map((number) => `${number}\n`).join(''))
  await desk.waitForLookup()
  await desk.at('run-list').click()
  await desk.at('list-consequence').waitFor()
}
const selectAsset = async (assetNum: string) => {
  await desk.press('Control+6')
  await desk.at('asset-table').waitFor()
  await desk.at('asset-search').fill(assetNum)
  await expect.poll(() => desk.at('asset-count').getAttribute('data-count')).toBe('1')
  await desk.at('asset-search').press('Enter')
  await desk.press('Home', 'Space')
}
const chooseEmployee = async (memberGlobalId: string) => {
  await desk.at('rail-employees').click()
  await desk
    .at('employee-search')
    .fill(desk.world.employees.find((one) => one.memberGlobalId === memberGlobalId)?.userName ?? '')
  await desk.at('employee-row').click()
  await desk.at('employee-details').waitFor()
  await desk.at('delete-employee').click()
  await desk.at('delete-form').waitFor()
}

describe('the confirmation', () => {
  it('of a list to disable counts people once, who is online, and locks without an employee', async () => {
    const locks = held().slice(0, 12)
    const free = own()
      .filter(
        ({ holder, locked, licenseType }) =>
          holder === null && !locked && licenseType?.startsWith('normal_recover'),
      )
      .slice(0, 2)
    const people = new Set(locks.map(({ holder }) => holder?.memberGlobalId ?? ''))
    await confirmDisable([...locks, ...free].map(({ assetNum }) => assetNum))
    await expect
      .poll(affected)
      .toContain(
        `${counted(people.size, 'employee')}, ${onlineOf(locks) === 0 ? 'none' : onlineOf(locks)} of them online now, no loans on these locks.`,
      )
    expect(await affected()).toMatch(
      /2 locks are unassigned\. 1[12] locks’ products were not read recently\./,
    )
  })

  it('of one lock says which product its employee keeps, while names are hidden without the name', async () => {
    const lock = own().find(({ shellNumber }) => shellNumber === plugged)
    const holder = lock?.holder ?? null
    const { licenses } = trainingData()
    const names = (assetId: string | null | undefined) =>
      licenses(assetId ?? '').products.map(({ name }) => name)
    const [product] = names(lock?.assetId)
    const second = own().find(
      (one) =>
        one.holder === null &&
        one.locked === false &&
        one.borrowedUsbKey === false &&
        names(one.assetId).includes(product ?? '?'),
    )
    expect(second).toBeDefined()
    changeRecords(desk.world, ({ assetNum, holder: before }) => {
      if (assetNum === second?.assetNum) return { holder }
      // The employee has these two locks alone.
      const isOther = before?.memberGlobalId === holder?.memberGlobalId && assetNum !== lock?.assetNum
      return isOther ? { holder: null } : undefined
    })
    for (const one of [lock, second]) await desk.command('locks/licenses', { assetId: one?.assetId ?? '' })
    const open = async () => {
      await desk.card(plugged).getByTestId('disable').click()
      await desk.at('confirm').waitFor()
    }
    await open()
    await expect.poll(affected).toMatch(/^1 employee, (not )?online now, no loans on these locks\./)
    const text = await affected()
    expect(text).not.toContain('unknown')
    expect(text).toContain(`${holder?.name} still has “${product}” on another lock.`)
    await desk.press('Escape')
    await desk.at('confirm').waitFor({ state: 'detached' })
    await desk.page.keyboard.press('Control+Shift+H')
    await desk.at('names-hidden').waitFor()
    await open()
    await expect.poll(affected).toContain('*** still has “')
  })

  it('of a withdrawal says who loses assets', async () => {
    const [lock] = held()
    await selectAsset(lock?.assetNum ?? '')
    await desk.at('ticked-withdraw').click()
    await desk.at('confirm-assign').waitFor()
    await expect.poll(affected).toMatch(/^1 employee, (not )?online now, no loans on these locks\./)
  })

  it('of a deletion says whether the employee is online and has loans', async () => {
    const lent = own().find((one) => one.borrowedUsbKey === true && one.lent === true && one.holder !== null)
    const loans = own().filter(
      (one) => one.borrowedUsbKey && one.lent && one.holder?.memberGlobalId === lent?.holder?.memberGlobalId,
    )
    await chooseEmployee(lent?.holder?.memberGlobalId ?? '')
    await expect
      .poll(affected)
      .toMatch(new RegExp(`^1 employee, (not )?online now, ${counted(loans.length, 'active loan')}\\.$`))
  })

  it('of a loan says it once nothing is missing', async () => {
    const [asset] = held()
    const lock = own().find(({ borrowedUsbKey, lent, locked }) => borrowedUsbKey && !lent && !locked)
    await selectAsset(asset?.assetNum ?? '')
    await desk.at('asset-search').fill(lock?.assetNum ?? '')
    await expect.poll(() => desk.at('asset-count').getAttribute('data-count')).toBe('1')
    await desk.at('asset-search').press('Enter')
    await desk.press('Home', 'Space')
    await desk.at('ticked-more').click()
    await desk.at('ticked-more-lend').click()
    await desk.at('lend-sentence').waitFor()
    const loans = own().filter(
      (one) => one.borrowedUsbKey && one.lent && one.holder?.memberGlobalId === asset?.holder?.memberGlobalId,
    )
    await expect
      .poll(affected)
      .toMatch(
        new RegExp(`^1 employee, (not )?online now, ${loans.length === 0 ? 'no' : loans.length} active loan`),
      )
  })
})
