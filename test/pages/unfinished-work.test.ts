import { describe, expect, it } from 'vitest'
import { dayAfter, dayOf } from '#shared/model/calendar-day'
import type { LockRecord } from '#shared/model/locks/lock-record'
import { onPage } from './support/on-page'
import { changeRecords, idOf } from './support/world/world'

const desk = onPage()

const openLabels = async () => {
  await desk.at('rail-shell-numbers').click()
  await desk.at('free-labels').click()
}

describe('numbers for labels', () => {
  it('are there after a restart, each once, until they are removed', async () => {
    await openLabels()
    await desk.at('label-numbers').fill('8000000017\n8000000018\n80000')
    await expect.poll(() => desk.world.labels).toEqual(['8000000017', '8000000018', '80000'])
    for (const _restart of [1, 2]) {
      await desk.reload()
      await openLabels()
      await desk.at('label-count').getByText('2 labels').waitFor()
      expect(await desk.at('label-numbers').inputValue()).toBe('8000000017\n8000000018\n80000')
    }
    await desk.at('label-numbers').fill('')
    await expect.poll(() => desk.world.labels).toEqual([])
    await desk.reload()
    await openLabels()
    await desk.page.getByText('Paste numbers on the left.').waitFor()
  })
})

const isOfNorth = ({ enterpriseGlobalId, locked }: LockRecord): boolean =>
  enterpriseGlobalId === idOf('northBridge') && locked !== true
const asset = (): LockRecord => {
  const found = desk.world.records.find(
    (record) =>
      isOfNorth(record) && record.borrowedUsbKey !== true && record.lent === false && record.holder !== null,
  )
  if (found?.holder == null) throw new Error('no employee has an asset that can be lent')
  return found
}
const freeLock = (): LockRecord => {
  const found = desk.world.records.find(
    (record) => isOfNorth(record) && record.borrowedUsbKey === true && record.lent === false,
  )
  if (found === undefined) throw new Error('no borrowed lock is free')
  return found
}
const openForm = async () => {
  await desk.at('rail-lending').click()
  await desk.at('lend-new').click()
  await desk.at('lend-employee').waitFor()
}
const prepare = async () => {
  const chosen = { assetNum: asset().assetNum, lock: freeLock().assetNum, name: asset().holder?.name ?? '' }
  await openForm()
  await desk.at('lend-employee').fill(chosen.name)
  await desk.at('employee-option').first().waitFor()
  await desk.press('ArrowDown', 'Enter')
  await desk.at(`lend-tick-${chosen.assetNum}`).check()
  await desk.at(`lend-onto-${chosen.lock}`).check()
  await desk.at('due-week').check({ force: true })
  await expect
    .poll(() => desk.world.loan)
    .toMatchObject({
      assetNums: [chosen.assetNum],
      lock: chosen.lock,
      dueOn: dayAfter(dayOf(Date.now()), 7),
    })
  return chosen
}

describe('the choices of a loan', () => {
  it('are there after a restart, and can be sent', async () => {
    const { assetNum, lock, name } = await prepare()
    await desk.reload()
    await openForm()
    await desk.at('lend-sentence').waitFor()
    expect(await desk.at('lend-employee').inputValue()).toBe(name)
    expect(await desk.at(`lend-tick-${assetNum}`).isChecked()).toBe(true)
    expect(await desk.at(`lend-onto-${lock}`).isChecked()).toBe(true)
    expect(await desk.at('due-week').isChecked()).toBe(true)
    expect(await desk.at('lend-send').isEnabled()).toBe(true)
  })

  it('do not include a lock that was lent meanwhile', async () => {
    const { assetNum, lock } = await prepare()
    changeRecords(desk.world, (record) =>
      record.assetNum === lock
        ? { lent: true, holder: { memberGlobalId: '9', name: 'Wang Fang' } }
        : undefined,
    )
    await desk.reload()
    await openForm()
    await desk.page.getByText('Lent to Wang Fang').waitFor()
    expect(await desk.at(`lend-tick-${assetNum}`).isChecked()).toBe(true)
    expect(await desk.at(`lend-onto-${lock}`).isChecked()).toBe(false)
    expect(await desk.at('lend-send').isEnabled()).toBe(false)
  })

  it('select a lock that is still plugged in, which is read again before the loan is sent', async () => {
    const { lock } = await prepare()
    desk.world.plugged.set(lock.slice(-10), { plugId: 'plug-now', pluggedAt: Date.now() })
    await desk.reload()
    await openForm()
    await desk.at('lend-sentence').waitFor()
    await desk.at(`lend-onto-${lock}`).locator('..').getByText('Plugged in').waitFor()
    await desk.at('lend-send').click()
    await expect
      .poll(() => desk.callsOf('jobs/start'))
      .toMatchObject([{ action: 'lend', rows: [{ borrowedUsbKey: lock, plugId: 'plug-now' }] }])
  })
})
