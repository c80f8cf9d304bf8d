import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../support/app'
import type { RunningApp } from '../support/app'
import type { ServiceClient } from '../support/service-client'
import type { TestService } from '../support/service'
import { startCounter } from './support/counter'

const northBridge = '5317046820917364501'
/** What the service puts behind every account of this enterprise. */
const code = '@nbc'

let service: TestService
let asking: ServiceClient
let desk: RunningApp
let folder: string
/** Every password this file has used; none may be found anywhere afterwards. */
const canaries: string[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lock-desk-employees-'))
  ;({ service, asking, desk } = await startCounter({ settings: { theme: 'light' } }))
  await desk.app.evaluate(({ dialog, app }) => {
    const counted = app as unknown as { dialogsAsked?: number }
    dialog.showMessageBox = () => {
      counted.dialogsAsked = (counted.dialogsAsked ?? 0) + 1
      return Promise.resolve({ response: 0, checkboxChecked: false })
    }
  })
})
afterAll(async () => {
  await desk.stop()
  await service.stop()
  await rm(folder, { recursive: true, force: true })
})

const at = (testId: string) => desk.page.getByTestId(testId).first()
const press = (key: string) => desk.page.keyboard.press(key)
const type = (text: string) => desk.page.keyboard.type(text)
const dialogsAsked = () =>
  desk.app.evaluate(({ app }) => (app as unknown as { dialogsAsked?: number }).dialogsAsked ?? 0)
/** Where the next file goes that the app asks a place for. */
const saveAs = async (name: string) => {
  const filePath = join(folder, name)
  await desk.app.evaluate(({ dialog }, path) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath: path })
  }, filePath)
  return filePath
}
/** The service's own list, past the app. */
const employees = async () => {
  const all = []
  for (let pageNum = 1; ; pageNum += 1) {
    const page = await asking.succeed('member.listEmployees', {
      path: { enterpriseGlobalId: northBridge },
      query: { pageNum, pageSize: 100 },
    })
    all.push(...page.list)
    if (!page.hasNextPage) return all
  }
}
const named = async (userName: string) => (await employees()).find((one) => one.userName === userName + code)
const isReadAnew = (count: number) =>
  eventually(async () => {
    const slice = await desk.command('employees/list', { enterpriseGlobalId: northBridge, from: 0, limit: 1 })
    return slice.isComplete && !slice.isReading && slice.count === count
  })
/** Read in one go: a chip may be gone before the next is asked. */
const chips = async (): Promise<Partial<Record<string, number>>> => {
  const counts = await desk.page
    .locator('[data-testid=import-chips] [data-count]')
    .evaluateAll((shown) =>
      shown.map((chip) => [chip.getAttribute('data-testid') ?? '', chip.getAttribute('data-count')] as const),
    )
  return Object.fromEntries(counts.map(([name, count]) => [name.replace('chip-', ''), Number(count)]))
}
/** Tab until the focus is there: what cannot be reached so is no way for the keyboard. */
const tabTo = async (testId: string, most = 40) => {
  for (let tabs = 0; tabs < most; tabs += 1) {
    const here = await desk.page.evaluate(
      () => document.activeElement?.closest('[data-testid]')?.getAttribute('data-testid') ?? '',
    )
    if (here === testId) return
    await press('Tab')
  }
  throw new Error(`${testId} is not reached with Tab`)
}
const importFile = async (name: string, content: string) => {
  const path = join(folder, name)
  await writeFile(path, content)
  await desk.page.getByTestId('import-file').setInputFiles(path)
  await at('column-choice').waitFor()
}
const everyFile = async (inside: string): Promise<string[]> => {
  const entries = await readdir(inside, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

describe('the list of employees', () => {
  it('is the platform’s, opened and searched with the keyboard', async () => {
    const all = await employees()
    await at('rail-employees').focus()
    await press('Enter')
    await at('employee-row').waitFor()
    expect(await at('employee-count').innerText()).toBe(`${String(all.length)} employees`)
    const [first] = all
    await tabTo('employee-search')
    await type(first?.userName ?? '')
    await eventually(async () => (await desk.page.getByTestId('employee-row').count()) === 1)
    await eventually(
      async () => (await at('employee-count').innerText()) === `1 of ${String(all.length)} employees`,
    )
    await tabTo('employee-table')
    await press('Enter')
    await at('employee-details').waitFor()
    expect(await at('employee-details').innerText()).toContain(first?.name ?? '?')
    await at('close-details').click()
    await at('employee-search').fill('')
  })

  it('asks the platform itself while its pages are still being read', async () => {
    await asking.fault({ operation: 'member.listEmployees', fault: 'delay', ms: 1500, times: 1 })
    // Another enterprise’s list, so that the first reading is under way.
    await desk.command('register/add', {
      by: 'channel',
      channelCode: 'CRM-EAST',
      channelCustomerId: 'RM-20044',
    })
    await at('enterprise-picker').focus()
    await type('rm-20044')
    // The page hears of a new one a moment later.
    await at('enterprise-option').waitFor()
    await press('ArrowDown')
    await press('Enter')
    await at('employee-row').waitFor()
    for (const key of ['ArrowDown', 'ArrowUp', 'Enter']) await press(key)
    await at('employee-row').waitFor()
    expect(await at('employee-count').innerText()).toMatch(/employees$/)
  })
})

describe('adding one', () => {
  const hostile = '<img src=x onerror=alert(1)>'

  it('says what breaks a rule in its field, and sends nothing', async () => {
    const before = await asking.lastEffect()
    await at('add-employee').focus()
    await press('Enter')
    await at('employee-form').waitFor()
    // The cursor is in the first field.
    await type('chen-yu')
    await press('Tab')
    await type('🙂'.repeat(31))
    await press('Tab')
    await press('Tab')
    await type('123')
    await press('Enter')
    const text = await at('employee-form').innerText()
    expect(text).toContain('Only the letters A–Z and digits')
    expect(text).toContain('31 characters; at most 30')
    expect(text).toContain('The department is missing')
    expect(text).toContain('Not as long as a phone number')
    expect(await asking.effects(before)).toHaveLength(0)
  })

  it('shows what the platform says of a password at the password', async () => {
    await at('employee-account').fill('ＣｈｅｎＹｕ７')
    await at('employee-name').fill(hostile)
    await at('employee-department').selectOption({ index: 1 })
    await at('employee-mobile').fill('')
    await desk.page.getByTestId('password-kind-typed').check({ force: true })
    await at('employee-password').focus()
    await type('abc')
    canaries.push('Canary-typed-9431')
    await press('Enter')
    const problem = desk.page.locator('.password .problem')
    await problem.waitFor()
    expect(await problem.innerText()).toMatch(/too short or too long.*50003/s)
    expect(await named('ChenYu7')).toBeUndefined()
  })

  it('adds with the keyboard, tells the account as the platform made it, and the password once', async () => {
    await at('employee-password').fill('Canary-typed-9431')
    await press('Enter')
    await at('hand-over').waitFor()
    expect(await at('made-account').innerText()).toBe(`ChenYu7${code}`)
    expect((await named('ChenYu7'))?.name).toBe(hostile)
    expect(await at('hand-over').innerText()).not.toContain('Canary-typed-9431')
    await tabTo('show-secret')
    await press('Enter')
    expect(await at('shown-secret').innerText()).toBe('Canary-typed-9431')
    await tabTo('hide-secret')
    await press('Enter')
    expect(await desk.page.content()).not.toContain('Canary-typed-9431')
    expect(await desk.page.getByTestId('show-secret').count()).toBe(0)
  })

  it('makes a password where none is typed, and knows the enterprise’s code from then on', async () => {
    await tabTo('add-another')
    await press('Enter')
    await at('employee-form').waitFor()
    await type('liwei8')
    expect(await at('employee-form').innerText()).toContain(`liwei8${code}`)
    await at('employee-name').fill('李伟')
    await at('employee-department').selectOption({ index: 1 })
    await desk.page.getByTestId('password-kind-made').check({ force: true })
    await tabTo('confirm')
    await press('Enter')
    await at('hand-over').waitFor()
    await at('show-secret').click()
    const made = await at('shown-secret').innerText()
    expect(made).toMatch(/^[A-Za-z0-9]{16}$/)
    canaries.push(made)
    await at('copy-secret').click()
    await at('form-done').click()
    expect(await desk.page.content()).not.toContain(made)
    // The account takes 62 characters with the code: 58 and no more.
    await at('add-employee').click()
    await at('employee-account').fill('a'.repeat(59))
    await press('Tab')
    expect(await at('employee-form').innerText()).toContain(
      '59 characters; with the enterprise code at most 58 fit',
    )
    await press('Escape')
  })

  it('draws a hostile name as the text it is', async () => {
    await at('employee-search').fill('ChenYu7')
    await eventually(async () => (await desk.page.getByText(hostile).count()) > 0)
    expect(await desk.page.locator('img[src="x"]').count()).toBe(0)
    await at('employee-search').fill('')
  })
})

describe('a file of employees', () => {
  const good = (from: number, count: number) =>
    Array.from({ length: count }, (_, i) => `imp${String(from + i)},导入${String(from + i)},,13800138000,,`)

  it('finds the columns below a heading, and tells each row what is wrong with it', async () => {
    canaries.push('Canary-file-5521', 'Canary-fixed-7788')
    await at('open-import').focus()
    await press('Enter')
    await at('import-empty').waitFor()
    const department = (await employees())[0]?.departmentName ?? ''
    const rows = [
      'North Bridge staff,,,,,',
      '账号,姓名,部门,手机号,初始密码,备注',
      `impa1,Anna,${department},１３８００１３８０００,Canary-file-5521,`,
      'impa2,Boris,,13800138000,,',
      'imp-a3,Chen,,13800138000,,',
      'impa1,Twice,,13800138000,,',
      'impa5,,,1.38E+10,,',
      `ChenYu7,There already,${department},,,`,
      ...good(100, 60),
    ]
    await importFile('staff.csv', rows.join('\r\n'))
    expect(await at('column-A').inputValue()).toBe('userName')
    expect(await at('column-D').inputValue()).toBe('passwordMobile')
    expect(await at('column-E').inputValue()).toBe('password')
    expect(await at('title-rows').inputValue()).toBe('2')
    await tabTo('take-column')
    await press('Enter')
    await at('import-chips').waitFor()
    // Merged cells: the department stands in its first row only.
    await at('fill-above').click()
    await eventually(async () => (await chips())['ready'] === 62)
    expect(await chips()).toEqual({ ready: 62, broken: 2, repeated: 1, exists: 1 })
    expect(await at('import-tidied').innerText()).toContain('1 row was tidied up')
    expect(await desk.page.content()).not.toContain('Canary-file-5521')
  })

  it('is corrected in place with the keyboard, from one broken row to the next', async () => {
    await at('chip-broken').click()
    expect(await desk.page.locator('[data-reason]').allInnerTexts()).toEqual(
      expect.arrayContaining(['Only the letters A–Z and digits', 'A spreadsheet lost digits of this']),
    )
    await tabTo('import-table')
    await press('Home')
    await press('Enter')
    await eventually(async () => (await desk.page.getByTestId('cell-input-userName').count()) === 1)
    await press('Control+a')
    await type('impa3')
    await tabTo('cell-input-password')
    await type('Canary-fixed-7788')
    await press('Enter')
    await eventually(async () => (await chips())['broken'] === 1)
    await eventually(async () =>
      desk.page.evaluate(() => document.activeElement?.getAttribute('data-testid') === 'cell-input-name'),
    )
    await type('Emma')
    await tabTo('cell-input-passwordMobile')
    await press('Control+a')
    await type('13800138005')
    await press('Enter')
    await eventually(async () => (await chips())['ready'] === 64)
    await at('chip-all').click()
  })

  it('goes out as one job, asked for once by main, with results row by row', async () => {
    // Meanwhile somebody else took one of the accounts: the platform says so of that row alone (60027).
    await asking.succeed('member.addEmployees', {
      path: { enterpriseGlobalId: northBridge },
      body: {
        userList: [
          {
            userName: 'imp110',
            password: 'Taken-2026',
            departmentId: 1,
            name: 'Taken',
            remark: '',
            passwordMobile: '',
          },
        ],
      },
    })
    const before = (await employees()).length
    const asked = await dialogsAsked()
    await tabTo('send-import', 80)
    await press('Enter')
    expect(await at('import-consequence').innerText()).toContain('64 employees')
    await press('Enter')
    await at('import-summary').waitFor()
    expect(await dialogsAsked()).toBe(asked + 1)
    expect(await chips()).toMatchObject({ done: 63, failed: 1, repeated: 1, exists: 1 })
    expect((await employees()).length).toBe(before + 63)
    await at('chip-failed').click()
    expect(await at('import-row').innerText()).toContain('The account exists already')
    // Nothing is left that would fare better the second time.
    expect(await desk.page.getByTestId('send-import').count()).toBe(0)
  })

  it('corrects who was refused and sends only those again', async () => {
    await tabTo('import-table')
    await press('Home')
    await press('Enter')
    await eventually(async () => (await desk.page.getByTestId('cell-input-userName').count()) === 1)
    await press('Control+a')
    await type('imp110b')
    await press('Enter')
    await at('send-import').waitFor()
    expect(await at('send-import').innerText()).toBe('Send 1 again')
    await at('send-import').click()
    await at('confirm').click()
    await eventually(async () => (await chips())['done'] === 64)
    expect((await named('imp110b'))?.name).toBe('导入110')
    const jobs = await desk.command('jobs/list', { limit: 10 })
    const added = jobs.filter(({ action, retryOf }) => action === 'add-employee' && retryOf !== null)
    expect(added).toHaveLength(1)
  })

  it('saves the made passwords once, and has forgotten them then', async () => {
    const path = await saveAs('passwords.csv')
    await at('export-passwords').click()
    await at('passwords-csv').click()
    await at('passwords-saved').waitFor()
    const lines = (await readFile(path, 'utf8')).trim().split('\r\n').slice(1)
    // Two had theirs in the file, or typed.
    expect(lines).toHaveLength(62)
    for (const line of lines) {
      const [account = '', , password = ''] = line.split(',')
      expect(account.endsWith(code)).toBe(true)
      expect(password).toMatch(/^[A-Za-z0-9]{16}$/)
      canaries.push(password)
    }
    await rm(path)
    expect(await desk.page.getByTestId('export-passwords').count()).toBe(0)
    await at('clear-import').click()
    await at('import-back').click()
    await isReadAnew((await employees()).length)
  })

  it('keeps a hundred thousand rows usable', async () => {
    const rows = Array.from(
      { length: 100_000 },
      (_, i) => `b${String(i % 99_000)},Name ${String(i)},1,13800138000`,
    )
    await at('open-import').click()
    await importFile('long.csv', ['account,name,department,mobile', ...rows].join('\n'))
    await desk.page.evaluate(() => {
      const told = window as unknown as { longest: number }
      told.longest = 0
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) told.longest = Math.max(told.longest, duration)
      }).observe({ type: 'longtask' })
    })
    await at('take-column').click()
    await eventually(async () => (await chips())['repeated'] === 1000)
    expect((await chips())['ready']).toBe(99_000)
    await at('import-filter').fill('Name 99999')
    await eventually(async () => (await desk.page.getByTestId('import-row').count()) === 1)
    const longest = await desk.page.evaluate(() => (window as unknown as { longest: number }).longest)
    // Two cores are shared with whatever else runs: a hang would be seconds.
    expect(longest).toBeLessThan(1500)
    await at('clear-import').click()
    await at('import-back').click()
  })
})

describe('whoever is there already', () => {
  const find = async (userName: string) => {
    await at('employee-search').fill(userName)
    await eventually(async () => (await desk.page.getByTestId('employee-row').count()) === 1)
    await tabTo('employee-table')
    await press('Enter')
    await at('employee-details').waitFor()
  }

  it('is edited: what the API takes, and nothing else', async () => {
    await find('liwei8')
    await tabTo('edit-employee')
    await press('Enter')
    await at('employee-form').waitFor()
    await at('employee-name').fill('‮李伟 ‭👩‍🔧')
    await at('employee-remark').fill('二楼')
    await at('employee-remark').focus()
    await press('Enter')
    await eventually(async () => (await named('liwei8'))?.remark === '二楼')
    // The marks that turn text around are taken out; what an emoji is made of stays.
    expect((await named('liwei8'))?.name).toBe('李伟 👩‍🔧')
    await eventually(async () => (await desk.page.getByTestId('employee-form').count()) === 0)
  })

  it('gets a new password, made and shown once', async () => {
    const before = await asking.lastEffect()
    await tabTo('reset-password')
    await press('Enter')
    await at('password-form').waitFor()
    await tabTo('confirm')
    await press('Enter')
    await at('hand-over').waitFor()
    expect((await asking.effects(before)).map(({ operation }) => operation)).toEqual(['member.resetPassword'])
    await at('show-secret').click()
    const made = await at('shown-secret').innerText()
    canaries.push(made)
    await press('Escape')
    expect(await desk.page.content()).not.toContain(made)
  })

  it('is deleted, with what is still held named before', async () => {
    const holder = (await employees()).find(
      ({ assetNums, borrowNum }) => (assetNums ?? []).length > 0 && borrowNum !== null,
    )
    await find(holder?.userName ?? '?')
    await tabTo('delete-employee')
    await press('Enter')
    const text = await at('delete-form').innerText()
    expect(text).toContain(`${String(holder?.assetNums?.length)} asset`)
    expect(text).toContain('borrowed lock')
    expect(text).toContain('Withdraw the assets first')
    await press('Escape')
    await find('liwei8')
    await tabTo('delete-employee')
    await press('Enter')
    await at('delete-form').waitFor()
    await tabTo('confirm')
    await press('Enter')
    await at('deletion-summary').waitFor()
    expect(await at('deletion-summary').innerText()).toBe('1 deleted')
    expect(await named('liwei8')).toBeUndefined()
    await at('close-deletion').click()
  })

  it('says of somebody deleted meanwhile that they are gone, and reads the list anew', async () => {
    await at('employee-search').fill('')
    const gone = await named('imp101')
    await find('imp101@')
    await asking.succeed('member.deleteEmployee', {
      path: { enterpriseGlobalId: northBridge, memberGlobalId: gone?.globalId ?? '' },
    })
    const left = (await employees()).length
    await tabTo('edit-employee')
    await press('Enter')
    await at('employee-name').fill('Somebody')
    await press('Enter')
    await at('change-outcome').waitFor()
    await eventually(async () =>
      (await at('change-outcome').innerText()).includes('The platform knows no such employee'),
    )
    await isReadAnew(left)
    await press('Escape')
    await at('employee-search').fill('')
  })

  it('goes many at once, as one job', async () => {
    await at('employee-search').fill('导入12')
    await eventually(async () => (await desk.page.getByTestId('employee-row').count()) === 10)
    const before = (await employees()).length
    await tabTo('employee-table')
    await press('Control+a')
    await tabTo('delete-picked')
    await press('Enter')
    await at('delete-form').waitFor()
    await tabTo('confirm')
    await press('Enter')
    await at('deletion-summary').waitFor()
    expect(await at('deletion-summary').innerText()).toBe('10 deleted')
    expect((await employees()).length).toBe(before - 10)
    await at('employee-search').fill('')
  })
})

describe('the page', () => {
  it('breaks no rule of accessibility, light and dark, and stays inside 960 × 640', async () => {
    for (const theme of ['light', 'dark'] as const) {
      await desk.command('settings/change', { theme })
      for (const open of [null, 'add-employee', 'open-import'] as const) {
        if (open !== null) await at(open).click()
        const { violations } = await new AxeBuilder({ page: desk.page }).setLegacyMode(true).analyze()
        expect(violations.map(({ id, nodes }) => `${id} ${nodes.map(({ html }) => html).join(' ')}`)).toEqual(
          [],
        )
        if (open === 'add-employee') await press('Escape')
        if (open === 'open-import') await at('import-back').click()
      }
    }
    await desk.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setContentSize(960, 640))
    const overflow = await desk.page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow).toBe(0)
  })

  it('has left no password behind: not on the page, in the journal, the log, or any file of the profile', async () => {
    expect(canaries.length).toBeGreaterThan(60)
    const page = await desk.page.content()
    const files = await everyFile(desk.userData)
    const found: string[] = []
    for (const file of files) {
      const content = await readFile(file, 'latin1').catch(() => '')
      if (canaries.some((canary) => content.includes(canary))) found.push(file)
    }
    expect(found).toEqual([])
    expect(canaries.filter((canary) => page.includes(canary) || desk.said().includes(canary))).toEqual([])
    expect(files.some((file) => file.endsWith('journal.log'))).toBe(true)
  })
})
