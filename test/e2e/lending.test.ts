import { beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../support/app'
import { steps } from '../support/steps'
import { appOnService } from './support/app-on-service'
import { appearances, axeViolations, waitForTransitions } from './support/axe'
import { textBottom } from './support/text-bottom'

const northBridge = '5317046820917364501'
const path = { enterpriseGlobalId: northBridge }
/** Simulated locks, free and lent (src-service/seed/training-locks.ts). */
const freeLock = '8000000022'
const lentLock = '8000000021'
const regularLock = '8000000025'

const { serviceClient, desk } = appOnService()

beforeAll(async () => {
  await desk.answerDialogs(0)
})

const assetNumbers = () => serviceClient.succeed('member.listAssetNumbers', { path })
const borrowedLocks = () => serviceClient.succeed('member.listBorrowedLocks', { path })
const assetNumOf = async (digits: string) => {
  const assets = await serviceClient.succeed('order.listAssets', { path })
  return assets.find(({ keyShellNumber }) => keyShellNumber === digits)?.assetNum ?? ''
}
const assetIdOf = async (assetNum: string) =>
  (await assetNumbers()).find((asset) => asset.assetNum === assetNum)?.assetId ?? ''
const freeBorrowedLock = async (but: string) => {
  const locks = await borrowedLocks()
  const all = await serviceClient.succeed('order.listAssets', { path })
  const disabled = new Set(all.filter(({ locked }) => locked).map(({ assetNum }) => assetNum))
  const lock = locks.find(
    ({ assetNum, borrowedFlag }) => !borrowedFlag && assetNum !== but && !disabled.has(assetNum),
  )
  return lock?.assetNum ?? ''
}

const departmentId = async () => {
  const page = await serviceClient.succeed('member.listEmployees', {
    path,
    query: { pageNum: 1, pageSize: 1 },
  })
  return page.list[0]?.departmentId
}

let employeeCount = 0
/** An employee of this test with one asset. */
const addBorrower = async (asset: string) => {
  employeeCount += 1
  const name = `Tester ${String.fromCharCode(64 + employeeCount)}`
  const { succeeded } = await serviceClient.succeed('member.addEmployees', {
    path,
    body: {
      userList: [
        {
          userName: `tester${employeeCount}`,
          password: 'Password-1',
          name,
          departmentId: await departmentId(),
          remark: '',
          passwordMobile: '13800138000',
        },
      ],
    },
  })
  const memberGlobalId = succeeded[0]?.globalId ?? ''
  await serviceClient.succeed('member.assignAssets', {
    path: { memberGlobalId },
    body: { deleteAssets: [], addAssets: [asset] },
  })
  return { memberGlobalId, name, userName: `tester${employeeCount}` }
}
const withdraw = async (memberGlobalId: string, asset: string) =>
  serviceClient.send('member.assignAssets', {
    path: { memberGlobalId },
    body: { deleteAssets: [asset], addAssets: [] },
  })

const openWizard = async () => {
  await desk.at('rail-lending').click()
  if ((await desk.whichShown('lend-new', 'lending-board')) === 'lend-new') await desk.at('lend-new').click()
  await desk.at('lend-employee').waitFor()
  if ((await desk.page.getByTestId('lend-next').count()) > 0) await desk.at('lend-next').click()
}
const showView = async (view: 'board' | 'lend') => {
  const toView = view === 'board' ? 'lending-board' : 'lend-new'
  if ((await desk.whichShown('lending-board', 'lend-new')) === toView) await desk.at(toView).click()
  await desk.at(view === 'board' ? 'lend-new' : 'lend-employee').waitFor()
}
const chooseEmployee = async (account: string) => {
  await desk.at('lend-employee').fill(account)
  await desk.at('employee-option').waitFor()
  await desk.press('ArrowDown')
  await desk.press('Enter')
}
/** Fills in everything without pressing the button. */
const prepare = async (who: { userName: string }, asset: string, lock: string) => {
  await desk.command('enterprises/refresh')
  await openWizard()
  await chooseEmployee(who.userName)
  await desk.at(`lend-tick-${asset}`).check()
  await desk.at(`lend-onto-${lock}`).check()
  await desk.at('lend-sentence').waitFor()
}
const sendLoan = () => desk.at('lend-send').click()
const outcome = async (state: 'done' | 'failed' | 'not-sent' | 'unknown') => {
  await desk.page.locator(`[data-testid=lend-result][data-state=${state}]`).waitFor()
  return desk.at('lend-result').innerText()
}
const waitForOutcome = (wanted: RegExp) =>
  eventually(async () => {
    const shownText = await desk.at('lend-result').innerText()
    return wanted.test(shownText.replace(/\s+/g, ' ')) ? shownText : null
  })

describe('a loan', () => {
  const step = steps()
  step('is made by keyboard with a plugged lock, and read back', async () => {
    await desk.press('Control+2')
    await desk.at('loan-row').waitFor()
    await desk.tabTo('lend-new')
    await desk.press('Enter')
    await desk.page.locator('[data-testid=lend-employee]:focus').waitFor()
    await desk.page.keyboard.type('chenyu')
    await desk.at('employee-option').waitFor()
    await desk.press('ArrowDown')
    await desk.press('Enter')
    const number = await assetNumOf('8000000017')
    await desk.tabTo(`lend-tick-${number}`)
    await desk.press('Space')
    await desk.simulate(freeLock, 'plug-in')
    const lock = await assetNumOf(freeLock)
    await desk.page.locator(`[data-testid=lend-onto-${lock}]:checked`).waitFor()
    await desk.tabTo('due-none')
    await desk.press('ArrowRight')
    await desk.at('lend-sentence').waitFor()
    await expect
      .poll(async () => (await desk.at('lend-sentence').innerText()).replace(/\s+/g, ' '))
      .toMatch(/Moves 2 products of 1 asset from .*Chen Yu to borrowed lock 8000 000 022\. Operator: Li Wei/)
    const after = await serviceClient.lastEffect()
    const dialogCount = (await desk.dialogMessages()).length
    await desk.tabTo('lend-send')
    await desk.press('Enter')
    await outcome('done')
    await desk.page.locator('[data-testid=lend-read-back][data-shown=yes]').waitFor()
    expect((await desk.dialogMessages()).length).toBe(dialogCount + 1)
    expect((await serviceClient.effects(after)).map(({ target, to }) => [target, to])).toEqual([
      [lock, { lentTo: expect.any(String) as string }],
      [number, { lentOnto: lock }],
    ])
  })

  step('is listed with its employee, assets, start, operator and due date', async () => {
    await desk.at('lend-to-loan').click()
    await desk.at('loan-details').waitFor()
    const row = desk.page.locator('[data-testid=loan-row].chosen')
    await expect.poll(async () => (await row.innerText()).replace(/\s+/g, '')).toContain(freeLock)
    await expect
      .poll(async () => (await row.innerText()).replace(/\s+/g, ' '))
      .toMatch(/Due tomorrow.*Chen Yu/)
    await expect
      .poll(async () => (await desk.at('loan-details').innerText()).replace(/\s+/g, ' '))
      .toMatch(/Due tomorrow.*Lent by Li Wei.*Lent from LD8000000017.*Products on the lock.*Civil Takeoff/)
  })

  step('has its due date on one line with its employee', async () => {
    const cell = (name: string) => textBottom(desk.page, `[data-testid=loan-row].chosen .cell.${name}`)
    expect(Math.abs((await cell('due')) - (await cell('employee')))).toBeLessThan(0.5)
  })

  step('does not prevent the next one', async () => {
    await desk.tabTo('lend-new')
    await desk.press('Enter')
    await desk.page.locator('[data-testid=lend-employee]:focus').waitFor()
    await desk.tabTo('lending-board')
    await desk.press('Enter')
  })

  step('has a handover note', async () => {
    await desk.page.getByTestId('loan-row').filter({ hasText: 'Due tomorrow' }).click()
    await desk.at('loan-handover').click()
    await desk.at('handover-paper').waitFor()
    await expect
      .poll(async () => (await desk.at('handover-paper').innerText()).replace(/\s+/g, ' '))
      .toMatch(/Chen Yu.*Handed over by.*Li Wei.*Product.*Received \(date, signature\)/)
    await desk.at('handover-back').click()
  })

  step('is shown when its lock is plugged in', async () => {
    await desk.at('loan-row').waitFor()
    await desk.simulate(lentLock, 'plug-in')
    await eventually(async () =>
      (await desk.at('loan-details').innerText()).replace(/\s/g, '').startsWith(lentLock),
    )
    await desk.simulate(lentLock, 'pull-out')
    await desk.simulate(freeLock, 'pull-out')
  })

  step('is linked from a lock on the desk, and so is a new one', async () => {
    await desk.simulate(lentLock, 'plug-in')
    await desk.at('rail-desk').click()
    await desk.page.getByTestId(`card-${lentLock}`).getByTestId('lend-link-show').click()
    await desk.at('loan-details').waitFor()
    await expect
      .poll(async () => (await desk.at('loan-details').innerText()).replace(/\s/g, ''))
      .toContain(lentLock)
    await desk.at('rail-desk').click()
    await desk.at('desk-input').fill('8000000024')
    await desk.press('Enter')
    await desk.at('lend-link-lend').click()
    await desk.page.locator(`[data-testid=lend-tick-${await assetNumOf('8000000024')}]:checked`).waitFor()
    await desk.simulate(lentLock, 'pull-out')
  })
})

describe('a concurrent change', () => {
  const step = steps()
  const after = async () => serviceClient.lastEffect()
  let whoLeft: string

  step('an asset lent meanwhile: names the lock and the employee, and shows that loan', async () => {
    const asset = await assetNumOf(regularLock)
    const who = await addBorrower(asset)
    whoLeft = who.name
    const lock = await freeBorrowedLock('')
    const other = await freeBorrowedLock(lock)
    await prepare(who, asset, lock)
    await serviceClient.succeed('member.lendAssets', {
      path: { memberGlobalId: who.memberGlobalId },
      body: { borrowedUsbKey: other, assetIDs: [await assetIdOf(asset)] },
    })
    const before = await after()
    await sendLoan()
    await outcome('failed')
    await waitForOutcome(new RegExp(`already lent to ${who.name} on lock`))
    await expect.poll(() => desk.at('lend-employee').inputValue()).toBe(who.name)
    expect(await serviceClient.effects(before)).toEqual([])
    await desk.at('lend-action-show-loan').click()
    await desk.at('loan-details').waitFor()
    await expect
      .poll(async () => (await desk.at('loan-details').innerText()).replace(/\s/g, ''))
      .toContain(other.replace(/^\D+/, ''))
    // In this service, only deleting the employee returns a lock.
    await serviceClient.succeed('member.deleteEmployee', {
      path: { ...path, memberGlobalId: who.memberGlobalId },
    })
  })

  step('a loan of another computer that left the lists is removed', async () => {
    await desk.command('enterprises/refresh')
    await eventually(async () => !(await desk.page.getByTestId('loan-table').innerText()).includes(whoLeft))
  })

  it('a lock lent to another employee: names the employee, and shows that loan', async () => {
    const asset = await assetNumOf(regularLock)
    const other = await assetNumOf('8000000016')
    const who = await addBorrower(asset)
    const otherBorrower = await addBorrower(other)
    const lock = await freeBorrowedLock('')
    await prepare(who, asset, lock)
    await serviceClient.succeed('member.lendAssets', {
      path: { memberGlobalId: otherBorrower.memberGlobalId },
      body: { borrowedUsbKey: lock, assetIDs: [await assetIdOf(other)] },
    })
    await sendLoan()
    await outcome('failed')
    await waitForOutcome(new RegExp(`already lent to ${otherBorrower.name}.*Show loan`))
    // The unplugged lock does not keep the focus from the others.
    await desk.at('lend-employee').focus()
    await desk.tabTo(`lend-onto-${await freeBorrowedLock('')}`)
    await desk.tabTo('lend-action-choose-lock')
    await desk.press('Enter')
    await eventually(async () => (await desk.page.locator('input[type=radio]:focus').count()) === 1)
    for (const { memberGlobalId } of [who, otherBorrower])
      await serviceClient.succeed('member.deleteEmployee', { path: { ...path, memberGlobalId } })
  })

  it('a withdrawn asset: names the current employee, and excludes the asset', async () => {
    const asset = await assetNumOf(regularLock)
    const who = await addBorrower(asset)
    await prepare(who, asset, await freeBorrowedLock(''))
    await withdraw(who.memberGlobalId, asset)
    const newHolder = await addBorrower(asset)
    await sendLoan()
    await outcome('failed')
    await waitForOutcome(new RegExp(`is now assigned to ${newHolder.name}`))
    await desk.at('lend-action-remove-assets').click()
    await desk.at('lend-missing').waitFor()
    for (const { memberGlobalId } of [who, newHolder])
      await serviceClient.succeed('member.deleteEmployee', { path: { ...path, memberGlobalId } })
  })

  it('a deleted employee: reports it, and asks for another one', async () => {
    const asset = await assetNumOf(regularLock)
    const who = await addBorrower(asset)
    await prepare(who, asset, await freeBorrowedLock(''))
    await serviceClient.succeed('member.deleteEmployee', {
      path: { ...path, memberGlobalId: who.memberGlobalId },
    })
    await sendLoan()
    await outcome('failed')
    await waitForOutcome(new RegExp(`${who.name} no longer belongs to this enterprise`))
    await desk.at('lend-action-choose-employee').click()
    await desk.page.locator('[data-testid=lend-employee]:focus').waitFor()
  })

  it('a disabled lock: reports it, with a link to its details', async () => {
    const asset = await assetNumOf(regularLock)
    const who = await addBorrower(asset)
    const lock = await freeBorrowedLock('')
    await prepare(who, asset, lock)
    await serviceClient.succeed('order.lockAssets', {
      body: { assetNums: [lock], operatorIdentity: 'elsewhere' },
    })
    await sendLoan()
    await outcome('failed')
    await waitForOutcome(/is disabled.*Enable it on the Desk page/)
    await serviceClient.succeed('order.unlockAssets', {
      body: { assetNums: [lock], operatorIdentity: 'elsewhere' },
    })
    await serviceClient.succeed('member.deleteEmployee', {
      path: { ...path, memberGlobalId: who.memberGlobalId },
    })
  })

  it('a lock unplugged during the system dialog: nothing is sent', async () => {
    const asset = await assetNumOf(regularLock)
    const who = await addBorrower(asset)
    const lock = await assetNumOf('8000000021')
    const holder =
      (await borrowedLocks()).find(({ assetNum }) => assetNum === lock)?.cloudAccountGlobalId ?? ''
    // Both simulated borrowed locks are lent by now; this one takes more assets of its employee.
    await serviceClient.succeed('member.assignAssets', {
      path: { memberGlobalId: holder },
      body: { deleteAssets: [], addAssets: [await assetNumOf('8000000016')] },
    })
    await serviceClient.succeed('member.deleteEmployee', {
      path: { ...path, memberGlobalId: who.memberGlobalId },
    })
    await desk.command('enterprises/refresh')
    await openWizard()
    await chooseEmployee('liwei')
    await desk.at(`lend-tick-${await assetNumOf('8000000016')}`).check()
    await desk.simulate(lentLock, 'plug-in')
    await desk.page.locator(`[data-testid=lend-onto-${lock}]:checked`).waitFor()
    const before = await after()
    await desk.answerDialogs(0, 1_500)
    await sendLoan()
    await eventually(async () => (await desk.dialogMessages()).length === 1)
    await desk.simulate(lentLock, 'pull-out')
    await outcome('not-sent')
    await waitForOutcome(/removed before sending/)
    await desk.at('lend-pulled-out').waitFor()
    expect(await serviceClient.effects(before)).toEqual([])
    await desk.answerDialogs(0)
  })
})

describe('a loan without a response', () => {
  it('is resolved by reading the lists, and nothing is sent again', async () => {
    const asset = await assetNumOf(regularLock)
    const who = await addBorrower(asset)
    const lock = await freeBorrowedLock('')
    await prepare(who, asset, lock)
    await serviceClient.fault({ operation: 'member.lendAssets', fault: 'drop-after-commit', times: 1 })
    const before = await serviceClient.lastEffect()
    await sendLoan()
    await outcome('done')
    const effects = await serviceClient.effects(before)
    expect(effects.map(({ target }) => target)).toEqual([lock, asset])
    expect(new Set(effects.map(({ nonce }) => nonce)).size).toBe(1)

    // Returned: the lists no longer show it, and it is closed manually.
    await serviceClient.succeed('member.deleteEmployee', {
      path: { ...path, memberGlobalId: who.memberGlobalId },
    })
    await desk.command('enterprises/refresh')
    await showView('board')
    await desk.at('loans-not-listed').click()
    await desk.at('loan-row').click()
    await desk.page.locator('[data-testid=loan-details][data-state=not-listed]').waitFor()
    await desk.at('loan-close-note').fill('brought back')
    await desk.at('loan-close').focus()
    await desk.press('Enter')
    await desk.at('loans-closed').waitFor()
    // It was the last of its part: the focus moves to the open loans.
    await desk.page.locator('[data-testid=loans-open][aria-pressed=true]').waitFor()
    await desk.page.locator('[data-testid=loan-table]:focus').waitFor()
    const { rows } = await desk.command('loans/list', { from: 0, limit: 100 })
    expect(rows.filter(({ state }) => state === 'closed')).toMatchObject([
      { memberName: who.name, note: 'brought back', closed: { operatorIdentity: 'Li Wei' } },
    ])
  })

  it.each([
    ['33006', /not enough concurrent nodes/i],
    ['40000', /missing lock or asset/],
  ])('code %s is explained', async (code, words) => {
    const asset = await assetNumOf(regularLock)
    const who = await addBorrower(asset)
    await prepare(who, asset, await freeBorrowedLock(''))
    await serviceClient.fault({ operation: 'member.lendAssets', fault: 'code', code, times: 1 })
    await sendLoan()
    await outcome('failed')
    await waitForOutcome(words)
    await serviceClient.succeed('member.deleteEmployee', {
      path: { ...path, memberGlobalId: who.memberGlobalId },
    })
  })

  it('code 33009 stays unconfirmed: it is read back, and sending again is blocked', async () => {
    const asset = await assetNumOf(regularLock)
    const who = await addBorrower(asset)
    await prepare(who, asset, await freeBorrowedLock(''))
    await serviceClient.fault({ operation: 'member.lendAssets', fault: 'code', code: '33009', times: 1 })
    await sendLoan()
    await outcome('unknown')
    await expect.poll(() => desk.at('lend-employee').inputValue()).toBe(who.name)
    await desk.at('lend-check-result').waitFor()
    expect(await desk.page.getByTestId('lend-send').count()).toBe(0)
  })
})

describe('the page', () => {
  it.each(appearances)('has no axe violations, in $language and $theme', async (look) => {
    await desk.command('settings/change', look)
    for (const view of ['board', 'lend'] as const) {
      await desk.at('rail-lending').click()
      await showView(view)
      if (view === 'board') {
        await desk.at('loans-open').click()
        await desk.at('loan-row').click()
      } else if ((await desk.page.getByTestId('lend-result').count()) > 0) {
        await desk.at('lend-result').getByRole('button').last().click()
        await desk.at('lend-employee').fill('chen')
        await desk.at('employee-option').waitFor()
      }
      await waitForTransitions(desk.page)
      expect(await axeViolations(desk.page), view).toEqual([])
    }
  })

  it('fits into 960 × 640', async () => {
    await desk.command('settings/change', { language: 'en', theme: 'light' })
    await desk.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setContentSize(960, 640))
    await desk.at('rail-lending').click()
    for (const view of ['board', 'lend'] as const) {
      await showView(view)
      await waitForTransitions(desk.page)
      await expect
        .poll(() =>
          desk.page.evaluate(
            () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
          ),
        )
        .toBe(0)
    }
  })
})
