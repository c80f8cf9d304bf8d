import { AxeBuilder } from '@axe-core/playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../support/app'
import type { RunningApp } from '../support/app'
import type { ServiceClient } from '../support/service-client'
import type { TestService } from '../support/service'
import { startCounter } from './support/counter'
import { tabTo as pressTabTo } from './support/tab-to'

const northBridge = '5317046820917364501'
const path = { enterpriseGlobalId: northBridge }
/** Of the tray and free; of the tray and lent (src-service/seed/training-locks.ts). */
const freeLock = '8000000022'
const lentLock = '8000000021'
const ordinary = '8000000025'
const pictures = process.env['LOCK_DESK_PICTURES']

let service: TestService
let asking: ServiceClient
let desk: RunningApp

beforeAll(async () => {
  ;({ service, asking, desk } = await startCounter())
  await answerDialogs(0)
})
afterAll(async () => {
  await desk.stop()
  await service.stop()
})

const at = (testId: string) => desk.page.getByTestId(testId).first()
const press = (key: string) => desk.page.keyboard.press(key)
const picture = async (name: string) => {
  if (pictures !== undefined) await desk.page.screenshot({ path: `${pictures}/${name}.png` })
}
const answerDialogs = (response: 0 | 1, afterMs = 0) =>
  desk.app.evaluate(
    ({ dialog, app }, [answer, ms]) => {
      const counted = app as unknown as { dialogsAsked?: number }
      dialog.showMessageBox = async () => {
        counted.dialogsAsked = (counted.dialogsAsked ?? 0) + 1
        await new Promise((done) => setTimeout(done, ms))
        return { response: answer ?? 0, checkboxChecked: false }
      }
    },
    [response, afterMs],
  )
const dialogsAsked = () =>
  desk.app.evaluate(({ app }) => (app as unknown as { dialogsAsked?: number }).dialogsAsked ?? 0)

const tabTo = (testId: string) => pressTabTo(desk.page, testId)
const tray = async (number: string, gesture: 'plug-in' | 'pull-out') => {
  const locks = await desk.command('tray/list')
  const trayId = locks.find(({ shellNumber }) => shellNumber === number)?.trayId ?? ''
  await desk.command('tray/act', { trayId, gesture })
}

const assetNumbers = () => asking.succeed('member.listAssetNumbers', { path })
const borrowedLocks = () => asking.succeed('member.listBorrowedLocks', { path })
const assetNumOf = async (digits: string) => {
  const assets = await asking.succeed('order.listAssets', { path })
  return assets.find(({ keyShellNumber }) => keyShellNumber === digits)?.assetNum ?? ''
}
const assetIdOf = async (assetNum: string) =>
  (await assetNumbers()).find((asset) => asset.assetNum === assetNum)?.assetId ?? ''
const freeBorrowedLock = async (but: string) => {
  const locks = await borrowedLocks()
  const all = await asking.succeed('order.listAssets', { path })
  const disabled = new Set(all.filter(({ locked }) => locked).map(({ assetNum }) => assetNum))
  const lock = locks.find(
    ({ assetNum, borrowedFlag }) => !borrowedFlag && assetNum !== but && !disabled.has(assetNum),
  )
  return lock?.assetNum ?? ''
}

const departmentId = async () => {
  const page = await asking.succeed('member.listEmployees', { path, query: { pageNum: 1, pageSize: 1 } })
  return page.list[0]?.departmentId
}

let people = 0
/** An employee of this test's own, who holds one asset. */
const someone = async (asset: string) => {
  people += 1
  const name = `Tester ${String.fromCharCode(64 + people)}`
  const { succeeded } = await asking.succeed('member.addEmployees', {
    path,
    body: {
      userList: [
        {
          userName: `tester${people}`,
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
  await asking.succeed('member.assignAssets', {
    path: { memberGlobalId },
    body: { deleteAssets: [], addAssets: [asset] },
  })
  return { memberGlobalId, name, userName: `tester${people}` }
}
const withdraw = async (memberGlobalId: string, asset: string) =>
  asking.send('member.assignAssets', {
    path: { memberGlobalId },
    body: { deleteAssets: [asset], addAssets: [] },
  })

const openWizard = async () => {
  await at('rail-lending').click()
  if ((await desk.page.getByTestId('lend-employee').count()) === 0) await at('lend-new').click()
  if ((await desk.page.getByTestId('lend-next').count()) > 0) await at('lend-next').click()
  await at('lend-employee').waitFor()
}
const showView = async (view: 'board' | 'lend') => {
  const door = desk.page.getByTestId(view === 'board' ? 'lending-board' : 'lend-new')
  if ((await door.count()) > 0) await door.first().click()
}
const chooseEmployee = async (account: string) => {
  await at('lend-employee').fill(account)
  await at('employee-option').waitFor()
  await press('ArrowDown')
  await press('Enter')
}
/** Everything chosen but the press of the button. */
const prepare = async (who: { userName: string }, asset: string, lock: string) => {
  await desk.command('register/refresh')
  await openWizard()
  await chooseEmployee(who.userName)
  await at(`lend-tick-${asset}`).check()
  await at(`lend-onto-${lock}`).check()
  await at('lend-sentence').waitFor()
}
const sendLoan = () => at('lend-send').click()
const outcome = async (state: 'done' | 'failed' | 'not-sent' | 'unknown') => {
  await desk.page.locator(`[data-testid=lend-outcome][data-state=${state}]`).waitFor()
  return at('lend-outcome').innerText()
}
const outcomeSays = (wanted: RegExp) =>
  eventually(async () => {
    const said = await at('lend-outcome').innerText()
    return wanted.test(said.replace(/\s+/g, ' ')) ? said : null
  })

describe('a loan', () => {
  it('is made by the keyboard alone, onto a lock that is plugged in, and read back', async () => {
    await press('Control+2')
    await at('loan-row').waitFor()
    await picture('board-en-light')
    await tabTo('lend-new')
    await press('Enter')
    await desk.page.locator('[data-testid=lend-employee]:focus').waitFor()
    await desk.page.keyboard.type('chenyu')
    await at('employee-option').waitFor()
    await picture('picker-en-light')
    await press('ArrowDown')
    await press('Enter')
    const number = await assetNumOf('8000000017')
    await tabTo(`lend-tick-${number}`)
    await press('Space')
    await tray(freeLock, 'plug-in')
    const lock = await assetNumOf(freeLock)
    await desk.page.locator(`[data-testid=lend-onto-${lock}]:checked`).waitFor()
    await tabTo('due-none')
    await press('ArrowRight')
    await at('lend-sentence').waitFor()
    expect((await at('lend-sentence').innerText()).replace(/\s+/g, ' ')).toMatch(
      /2 products of 1 asset go from .*Chen Yu onto borrowed lock 8000 000 022\. As Li Wei\./,
    )
    await picture('wizard-en-light')
    const after = await asking.lastEffect()
    const asked = await dialogsAsked()
    await tabTo('lend-send')
    await press('Enter')
    await outcome('done')
    await desk.page.locator('[data-testid=lend-read-back][data-shown=yes]').waitFor()
    await picture('lent-en-light')
    expect(await dialogsAsked()).toBe(asked + 1)
    expect((await asking.effects(after)).map(({ target, to }) => [target, to])).toEqual([
      [lock, { lentTo: expect.any(String) as string }],
      [number, { lentOnto: lock }],
    ])
  })

  it('stands on the board with who, what, since when, by whom and until when', async () => {
    await at('lend-to-loan').click()
    await at('loan-details').waitFor()
    const row = desk.page.locator('[data-testid=loan-row].chosen')
    const said = (await row.innerText()).replace(/\s+/g, ' ')
    expect(said.replace(/ /g, '')).toContain(freeLock)
    expect(said).toMatch(/Due tomorrow.*Chen Yu/)
    expect((await at('loan-details').innerText()).replace(/\s+/g, ' ')).toMatch(
      /Due tomorrow.*Lent by Li Wei.*Its products come from LD8000000017.*On the lock now.*Civil Takeoff/,
    )
    await picture('loan-en-light')
  })

  it('does not stand in the way of the next one', async () => {
    await tabTo('lend-new')
    await press('Enter')
    await desk.page.locator('[data-testid=lend-employee]:focus').waitFor()
    await tabTo('lending-board')
    await press('Enter')
  })

  it('has a note to sign', async () => {
    await desk.page.getByTestId('loan-row').filter({ hasText: 'Due tomorrow' }).click()
    await at('loan-handover').click()
    await at('handover-paper').waitFor()
    const said = (await at('handover-paper').innerText()).replace(/\s+/g, ' ')
    expect(said).toMatch(/Chen Yu.*Handed over by.*Li Wei.*Product.*Received \(date, signature\)/)
    await picture('handover-en-light')
    await at('handover-back').click()
  })

  it('is brought up by plugging its lock in', async () => {
    await at('loan-row').waitFor()
    await tray(lentLock, 'plug-in')
    await eventually(async () =>
      (await at('loan-details').innerText()).replace(/\s/g, '').startsWith(lentLock),
    )
    await tray(lentLock, 'pull-out')
    await tray(freeLock, 'pull-out')
  })

  it('is a door away from a lock on the desk, and so is a new one', async () => {
    await tray(lentLock, 'plug-in')
    await at('rail-desk').click()
    await desk.page.getByTestId(`card-${lentLock}`).getByTestId('door-show').click()
    await at('loan-details').waitFor()
    expect((await at('loan-details').innerText()).replace(/\s/g, '')).toContain(lentLock)
    await at('rail-desk').click()
    await at('desk-input').fill('8000000024')
    await press('Enter')
    await at('door-lend').click()
    await desk.page.locator(`[data-testid=lend-tick-${await assetNumOf('8000000024')}]:checked`).waitFor()
    await tray(lentLock, 'pull-out')
  })
})

describe('what became different meanwhile', () => {
  const after = async () => asking.lastEffect()

  it('an asset lent: says on which lock and to whom, and shows that loan', async () => {
    const asset = await assetNumOf(ordinary)
    const who = await someone(asset)
    const lock = await freeBorrowedLock('')
    const other = await freeBorrowedLock(lock)
    await prepare(who, asset, lock)
    await asking.succeed('member.lendAssets', {
      path: { memberGlobalId: who.memberGlobalId },
      body: { borrowedUsbKey: other, assetIDs: [await assetIdOf(asset)] },
    })
    const before = await after()
    await sendLoan()
    await outcome('failed')
    await outcomeSays(/lent already on lock .* to Tester A/)
    expect(await at('lend-employee').inputValue()).toBe(who.name)
    await picture('refused-en-light')
    expect(await asking.effects(before)).toEqual([])
    await at('lend-door-show-loan').click()
    await at('loan-details').waitFor()
    expect((await at('loan-details').innerText()).replace(/\s/g, '')).toContain(other.replace(/^\D+/, ''))
    // Nobody in this world brings locks back but by deleting the employee.
    await asking.succeed('member.deleteEmployee', { path: { ...path, memberGlobalId: who.memberGlobalId } })
  })

  it('a loan of another desk that left the lists was never ours: it goes', async () => {
    await desk.command('register/refresh')
    await eventually(
      async () => !(await desk.page.getByTestId('loan-table').innerText()).includes('Tester A'),
    )
  })

  it('the lock lent to somebody else: says to whom, and shows that loan', async () => {
    const asset = await assetNumOf(ordinary)
    const other = await assetNumOf('8000000016')
    const who = await someone(asset)
    const rival = await someone(other)
    const lock = await freeBorrowedLock('')
    await prepare(who, asset, lock)
    await asking.succeed('member.lendAssets', {
      path: { memberGlobalId: rival.memberGlobalId },
      body: { borrowedUsbKey: lock, assetIDs: [await assetIdOf(other)] },
    })
    await sendLoan()
    await outcome('failed')
    await outcomeSays(new RegExp(`lent to ${rival.name} already.*Show that loan`))
    // The lock that went away does not keep the keys from the others.
    await at('lend-employee').focus()
    await tabTo(`lend-onto-${await freeBorrowedLock('')}`)
    await tabTo('lend-door-choose-lock')
    await press('Enter')
    await eventually(async () => (await desk.page.locator('input[type=radio]:focus').count()) === 1)
    for (const { memberGlobalId } of [who, rival])
      await asking.succeed('member.deleteEmployee', { path: { ...path, memberGlobalId } })
  })

  it('the asset withdrawn: says who holds it now, and leaves it out', async () => {
    const asset = await assetNumOf(ordinary)
    const who = await someone(asset)
    await prepare(who, asset, await freeBorrowedLock(''))
    await withdraw(who.memberGlobalId, asset)
    const heir = await someone(asset)
    await sendLoan()
    await outcome('failed')
    await outcomeSays(new RegExp(`is held by ${heir.name} now`))
    await at('lend-door-leave-out').click()
    await at('lend-missing').waitFor()
    for (const { memberGlobalId } of [who, heir])
      await asking.succeed('member.deleteEmployee', { path: { ...path, memberGlobalId } })
  })

  it('the employee deleted: says so, and asks for somebody else', async () => {
    const asset = await assetNumOf(ordinary)
    const who = await someone(asset)
    await prepare(who, asset, await freeBorrowedLock(''))
    await asking.succeed('member.deleteEmployee', { path: { ...path, memberGlobalId: who.memberGlobalId } })
    await sendLoan()
    await outcome('failed')
    await outcomeSays(new RegExp(`${who.name} is no employee of this enterprise any more`))
    await at('lend-door-choose-employee').click()
    await desk.page.locator('[data-testid=lend-employee]:focus').waitFor()
  })

  it('the lock disabled: says so, and the way to its record', async () => {
    const asset = await assetNumOf(ordinary)
    const who = await someone(asset)
    const lock = await freeBorrowedLock('')
    await prepare(who, asset, lock)
    await asking.succeed('order.lockAssets', { body: { assetNums: [lock], operatorIdentity: 'elsewhere' } })
    await sendLoan()
    await outcome('failed')
    await outcomeSays(/is disabled.*Enable it on the desk/)
    await asking.succeed('order.unlockAssets', { body: { assetNums: [lock], operatorIdentity: 'elsewhere' } })
    await asking.succeed('member.deleteEmployee', { path: { ...path, memberGlobalId: who.memberGlobalId } })
  })

  it('the lock pulled out while main asked: nothing is sent', async () => {
    const asset = await assetNumOf(ordinary)
    const who = await someone(asset)
    const lock = await assetNumOf('8000000021')
    const holder =
      (await borrowedLocks()).find(({ assetNum }) => assetNum === lock)?.cloudAccountGlobalId ?? ''
    // The tray's borrowed locks are both out by now; this one takes more of its holder's.
    await asking.succeed('member.assignAssets', {
      path: { memberGlobalId: holder },
      body: { deleteAssets: [], addAssets: [await assetNumOf('8000000016')] },
    })
    await asking.succeed('member.deleteEmployee', { path: { ...path, memberGlobalId: who.memberGlobalId } })
    await desk.command('register/refresh')
    await openWizard()
    await chooseEmployee('liwei')
    await at(`lend-tick-${await assetNumOf('8000000016')}`).check()
    await tray(lentLock, 'plug-in')
    await desk.page.locator(`[data-testid=lend-onto-${lock}]:checked`).waitFor()
    const before = await after()
    await answerDialogs(0, 1_500)
    await sendLoan()
    await desk.page.waitForTimeout(300)
    await tray(lentLock, 'pull-out')
    await outcome('not-sent')
    await outcomeSays(/pulled out before the change was sent/)
    await at('lend-pulled-out').waitFor()
    expect(await asking.effects(before)).toEqual([])
    await answerDialogs(0)
  })
})

describe('an answer that never came', () => {
  it('is settled by reading the lists, and nothing is sent again', async () => {
    const asset = await assetNumOf(ordinary)
    const who = await someone(asset)
    const lock = await freeBorrowedLock('')
    await prepare(who, asset, lock)
    await asking.fault({ operation: 'member.lendAssets', fault: 'drop-after-commit', times: 1 })
    const before = await asking.lastEffect()
    await sendLoan()
    await outcome('done')
    const effects = await asking.effects(before)
    expect(effects.map(({ target }) => target)).toEqual([lock, asset])
    expect(new Set(effects.map(({ nonce }) => nonce)).size).toBe(1)

    // Brought back: the lists do not show it any more, and a person puts it away.
    await asking.succeed('member.deleteEmployee', { path: { ...path, memberGlobalId: who.memberGlobalId } })
    await desk.command('register/refresh')
    await showView('board')
    await at('loans-gone').click()
    await at('loan-row').click()
    await desk.page.locator('[data-testid=loan-details][data-state=gone]').waitFor()
    await picture('gone-en-light')
    await at('loan-close-note').fill('brought back')
    await at('loan-close').focus()
    await press('Enter')
    await at('loans-closed').waitFor()
    // It was the last of its kind: the keys are on what is out.
    await desk.page.locator('[data-testid=loans-open][aria-pressed=true]').waitFor()
    await desk.page.locator('[data-testid=loan-table]:focus').waitFor()
    const { rows } = await desk.command('loans/list', { from: 0, limit: 100 })
    expect(rows.filter(({ state }) => state === 'closed')).toMatchObject([
      { memberName: who.name, note: 'brought back', closed: { operatorIdentity: 'Li Wei' } },
    ])
  })

  it.each([
    ['33006', /not enough concurrent nodes/],
    ['40000', /missed the lock or the assets/],
  ])('code %s is explained', async (code, words) => {
    const asset = await assetNumOf(ordinary)
    const who = await someone(asset)
    await prepare(who, asset, await freeBorrowedLock(''))
    await asking.fault({ operation: 'member.lendAssets', fault: 'code', code, times: 1 })
    await sendLoan()
    await outcome('failed')
    await outcomeSays(words)
    await asking.succeed('member.deleteEmployee', { path: { ...path, memberGlobalId: who.memberGlobalId } })
  })

  it('code 33009 leaves it open: looked up, and kept from being sent on top', async () => {
    const asset = await assetNumOf(ordinary)
    const who = await someone(asset)
    await prepare(who, asset, await freeBorrowedLock(''))
    await asking.fault({ operation: 'member.lendAssets', fault: 'code', code: '33009', times: 1 })
    await sendLoan()
    await outcome('unknown')
    expect(await at('lend-employee').inputValue()).toBe(who.name)
    await at('lend-settle').waitFor()
    expect(await desk.page.getByTestId('lend-send').count()).toBe(0)
    await picture('unknown-en-light')
  })
})

describe('the page', () => {
  const looks = [
    { language: 'en', theme: 'light' },
    { language: 'zh', theme: 'dark' },
    { language: 'zh', theme: 'light' },
    { language: 'en', theme: 'dark' },
  ] as const
  it.each(looks)('has nothing for axe to find, in $language and $theme', async (look) => {
    await desk.command('settings/change', look)
    for (const view of ['board', 'lend'] as const) {
      await at('rail-lending').click()
      await showView(view)
      if (view === 'board') {
        await at('loans-open').click()
        await at('loan-row').click()
      } else if ((await desk.page.getByTestId('lend-outcome').count()) > 0) {
        await at('lend-outcome').getByRole('button').last().click()
        await at('lend-employee').fill('chen')
        await at('employee-option').waitFor()
      }
      await desk.page.waitForTimeout(400)
      await picture(`${view}-${look.language}-${look.theme}-axe`)
      const { violations } = await new AxeBuilder({ page: desk.page }).setLegacyMode(true).analyze()
      expect(
        violations.map(({ id, nodes }) => `${view}: ${id} ${nodes.map(({ html }) => html).join(' ')}`),
      ).toEqual([])
    }
  })

  it('is usable at 960 × 640: nothing stands outside the window', async () => {
    await desk.command('settings/change', { language: 'en', theme: 'light' })
    await desk.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setContentSize(960, 640))
    for (const view of ['board', 'lend'] as const) {
      await showView(view)
      await desk.page.waitForTimeout(300)
      await picture(`${view}-narrow`)
      const overflow = await desk.page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect(overflow).toBe(0)
    }
  })
})
