import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../support/app'
import { steps } from '../support/steps'
import { appOnService } from './support/app-on-service'
import { axeViolations } from './support/axe'

const northBridge = '5317046820917364501'
/** The enterprise code that the service appends to every account. */
const code = '@nbc'

const { serviceClient, desk } = appOnService({ settings: { theme: 'light' } })
let folder: string
/** Every password of this file; none may be found anywhere afterwards. */
const usedSecrets: string[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lock-desk-employees-'))
  await desk.answerDialogs(0)
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
})

/** The path for the app's next save dialog. */
const saveAs = async (name: string) => {
  const filePath = join(folder, name)
  await desk.chooseFile(filePath)
  return filePath
}
/** The service's list, without the app. */
const employees = async () => {
  const all = []
  for (let pageNum = 1; ; pageNum += 1) {
    const page = await serviceClient.succeed('member.listEmployees', {
      path: { enterpriseGlobalId: northBridge },
      query: { pageNum, pageSize: 100 },
    })
    all.push(...page.list)
    if (!page.hasNextPage) return all
  }
}
const named = async (userName: string) => (await employees()).find((one) => one.userName === userName + code)
const isReloaded = (count: number) =>
  eventually(async () => {
    const slice = await desk.command('employees/list', { enterpriseGlobalId: northBridge, from: 0, limit: 1 })
    return slice.isComplete && !slice.isReading && slice.count === count
  })
const importFile = async (name: string, content: string) => {
  const path = join(folder, name)
  await writeFile(path, content)
  await desk.page.getByTestId('import-file').setInputFiles(path)
  await desk.at('column-choice').waitFor()
}
const everyFile = async (inside: string): Promise<string[]> => {
  const entries = await readdir(inside, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

const openEmployees = async () => {
  await desk.at('rail-employees').click()
  await desk.at('employee-row').waitFor()
}

/** From the first added employee to the search for the passwords of all. */
const step = steps()

describe('the list of employees', () => {
  const pickerStep = steps()

  it('shows the platform’s employees, opened and searched by keyboard', async () => {
    const all = await employees()
    await desk.at('rail-employees').focus()
    await desk.press('Enter')
    await desk.at('employee-row').waitFor()
    await expect.poll(() => desk.at('employee-count').innerText()).toBe(`${String(all.length)} employees`)
    const [first] = all
    await desk.tabTo('employee-search')
    await desk.type(first?.userName ?? '')
    await eventually(async () => (await desk.page.getByTestId('employee-row').count()) === 1)
    await eventually(
      async () => (await desk.at('employee-count').innerText()) === `1 of ${String(all.length)} employees`,
    )
    await desk.tabTo('employee-table')
    await desk.press('Enter')
    await desk.at('employee-details').waitFor()
    await expect.poll(() => desk.at('employee-details').innerText()).toContain(first?.name ?? '?')
    await desk.at('close-details').click()
    await desk.at('employee-search').fill('')
  })

  pickerStep('searches on the platform while its pages are still loading', async () => {
    await openEmployees()
    await serviceClient.fault({ operation: 'member.listEmployees', fault: 'delay', ms: 1500, times: 1 })
    // Another enterprise’s list, so that the first read is in progress.
    await desk.command('enterprises/add', {
      by: 'channel',
      channelCode: 'CRM-EAST',
      channelCustomerId: 'RM-20044',
    })
    await desk.at('enterprise-picker').focus()
    await desk.type('rm-20044')
    // The page is notified of a new one shortly after.
    await desk.at('enterprise-option').waitFor()
    await desk.press('ArrowDown')
    await desk.press('Enter')
    await desk.at('employee-row').waitFor()
    for (const key of ['ArrowDown', 'ArrowUp', 'Enter']) await desk.press(key)
    await desk.at('employee-row').waitFor()
    await expect.poll(() => desk.at('employee-count').innerText()).toMatch(/employees$/)
  })

  pickerStep(
    'of another enterprise is opened by a click on the name and a search, again and again',
    async () => {
      const picker = desk.at('enterprise-picker')
      for (const [text, name] of [
        ['north', 'North Bridge'],
        ['rm-20044', 'Riverside'],
        ['north', 'North Bridge'],
        ['rm-20044', 'Riverside'],
        ['north', 'North Bridge'],
      ] as const) {
        await picker.click()
        await desk.type(text)
        await expect.poll(() => picker.inputValue()).toBe(text)
        await desk.press('Enter')
        await expect.poll(() => picker.inputValue()).toContain(name)
      }
    },
  )
})

describe('adding an employee', () => {
  const markup = '<img src=x onerror=alert(1)>'

  step('reports an invalid field in place, and sends nothing', async () => {
    await openEmployees()
    const before = await serviceClient.lastEffect()
    await desk.at('add-employee').focus()
    await desk.press('Enter')
    await desk.at('employee-form').waitFor()
    // The focus is in the first field.
    await desk.type('chen-yu')
    await desk.press('Tab')
    await desk.type('🙂'.repeat(31))
    await desk.press('Tab')
    await desk.press('Tab')
    await desk.type('123')
    await desk.press('Enter')
    const text = () => desk.at('employee-form').innerText()
    await expect.poll(text).toContain('Use letters A–Z and digits only')
    await expect.poll(text).toContain('31 characters. At most 30.')
    await expect.poll(text).toContain('Department is required')
    await expect.poll(text).toContain('Unusual length for a phone number')
    expect(await serviceClient.effects(before)).toHaveLength(0)
  })

  step('shows the platform’s error about a password at the password', async () => {
    await desk.at('employee-account').fill('ＣｈｅｎＹｕ７')
    await desk.at('employee-name').fill(markup)
    await desk.at('employee-department').selectOption({ index: 1 })
    await desk.at('employee-mobile').fill('')
    await desk.page.getByTestId('password-kind-typed').check({ force: true })
    await desk.at('employee-password').focus()
    await desk.type('abc')
    usedSecrets.push('Canary-typed-9431')
    await desk.press('Enter')
    const problem = desk.page.locator('dialog .text-danger')
    await problem.waitFor()
    await expect.poll(() => problem.innerText()).toMatch(/too short or too long.*50003/s)
    expect(await named('ChenYu7')).toBeUndefined()
  })

  step('adds by keyboard, shows the account as created, and the password once', async () => {
    await desk.at('employee-password').fill('Canary-typed-9431')
    await desk.press('Enter')
    await desk.at('password-handover').waitFor()
    expect(await desk.page.getByText('Employee added').count()).toBe(1)
    await expect.poll(() => desk.at('made-account').innerText()).toBe(`ChenYu7${code}`)
    expect((await named('ChenYu7'))?.name).toBe(markup)
    expect(await desk.at('password-handover').innerText()).not.toContain('Canary-typed-9431')
    await desk.tabTo('show-secret')
    await desk.press('Enter')
    await expect.poll(() => desk.at('shown-secret').innerText()).toBe('Canary-typed-9431')
    await desk.tabTo('hide-secret')
    await desk.press('Enter')
    await expect.poll(() => desk.page.content()).not.toContain('Canary-typed-9431')
    await expect.poll(() => desk.page.getByTestId('show-secret').count()).toBe(0)
  })

  step('generates a password where none is typed, and knows the enterprise code afterwards', async () => {
    await desk.tabTo('add-another')
    await desk.press('Enter')
    await desk.at('employee-form').waitFor()
    await desk.type('liwei8')
    await expect.poll(() => desk.at('employee-form').innerText()).toContain(`liwei8${code}`)
    await desk.at('employee-name').fill('李伟')
    await desk.at('employee-department').selectOption({ index: 1 })
    await desk.page.getByTestId('password-kind-generated').check({ force: true })
    await desk.tabTo('confirm')
    await desk.press('Enter')
    await desk.at('password-handover').waitFor()
    await desk.at('show-secret').click()
    const made = await desk.at('shown-secret').innerText()
    expect(made).toMatch(/^[A-Za-z0-9]{16}$/)
    usedSecrets.push(made)
    await desk.at('copy-secret').click()
    await eventually(async () => (await desk.at('one-time-secret').innerText()).includes('Copied'))
    await desk.at('form-done').click()
    expect(await desk.page.content()).not.toContain(made)
    // The account may have 62 characters with the code, so 58 without it.
    await desk.at('add-employee').click()
    await desk.at('employee-account').fill('a'.repeat(59))
    await desk.press('Tab')
    await expect
      .poll(() => desk.at('employee-form').innerText())
      .toContain('59 characters. At most 58 with the enterprise code.')
    await desk.press('Escape')
    // What was entered is discarded only the second time.
    await desk.press('Escape')
  })

  step('shows a hostile name as text', async () => {
    await desk.at('employee-search').fill('ChenYu7')
    await eventually(async () => (await desk.page.getByText(markup).count()) > 0)
    expect(await desk.page.locator('img[src="x"]').count()).toBe(0)
    await desk.at('employee-search').fill('')
  })
})

describe('an employee file', () => {
  const good = (from: number, count: number) =>
    Array.from({ length: count }, (_, i) => `imp${String(from + i)},导入${String(from + i)},,13800138000,,`)

  step('has its columns found below a heading, and reports the problem of each row', async () => {
    usedSecrets.push('Canary-file-5521', 'Canary-fixed-7788')
    await desk.at('open-import').focus()
    await desk.press('Enter')
    await desk.at('import-empty').waitFor()
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
    await expect.poll(() => desk.at('column-A').inputValue()).toBe('userName')
    await expect.poll(() => desk.at('column-D').inputValue()).toBe('passwordMobile')
    await expect.poll(() => desk.at('column-E').inputValue()).toBe('password')
    await expect.poll(() => desk.at('title-rows').inputValue()).toBe('2')
    await desk.tabTo('use-column')
    await desk.press('Enter')
    await desk.at('import-chips').waitFor()
    // Merged cells: the department is in their first row only.
    await desk.at('fill-above').click()
    await eventually(async () => (await desk.chips('import'))['ready'] === 62)
    await expect.poll(() => desk.chips('import')).toEqual({ ready: 62, broken: 2, repeated: 1, exists: 1 })
    await expect.poll(() => desk.at('import-tidied').innerText()).toContain('1 row was normalized')
    expect(await desk.page.content()).not.toContain('Canary-file-5521')
  })

  step('is corrected in place by keyboard, from one invalid row to the next', async () => {
    await desk.at('chip-broken').click()
    await expect
      .poll(() => desk.page.locator('[data-reason]').allInnerTexts())
      .toEqual(expect.arrayContaining(['Use letters A–Z and digits only', 'A spreadsheet removed digits']))
    await desk.tabTo('import-table')
    await desk.press('Home')
    await desk.press('Enter')
    await eventually(async () => (await desk.page.getByTestId('cell-input-userName').count()) === 1)
    await desk.press('Control+a')
    await desk.type('impa3')
    await desk.tabTo('cell-input-password')
    await desk.type('Canary-fixed-7788')
    await desk.press('Enter')
    await eventually(async () => (await desk.chips('import'))['broken'] === 1)
    await eventually(async () =>
      desk.page.evaluate(() => document.activeElement?.getAttribute('data-testid') === 'cell-input-name'),
    )
    await desk.type('Emma')
    await desk.tabTo('cell-input-passwordMobile')
    await desk.press('Control+a')
    await desk.type('13800138005')
    await desk.press('Enter')
    await eventually(async () => (await desk.chips('import'))['ready'] === 64)
    await desk.at('chip-all').click()
  })

  step('is sent as one job after one system dialog, with a result per row', async () => {
    // Meanwhile another client took one of the accounts: the platform reports that row alone (60027).
    await serviceClient.succeed('member.addEmployees', {
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
    const dialogCount = (await desk.dialogMessages()).length
    await desk.tabTo('send-import')
    await desk.press('Enter')
    await expect.poll(() => desk.at('import-consequence').innerText()).toContain('64 employees')
    await desk.press('Enter')
    await desk.at('import-summary').waitFor()
    expect((await desk.dialogMessages()).length).toBe(dialogCount + 1)
    await expect
      .poll(() => desk.chips('import'))
      .toMatchObject({ done: 63, failed: 1, repeated: 1, exists: 1 })
    expect((await employees()).length).toBe(before + 63)
    await desk.at('chip-failed').click()
    await expect.poll(() => desk.at('import-row').innerText()).toContain('The account already exists')
    // No row is left that a retry could complete.
    await expect.poll(() => desk.page.getByTestId('send-import').count()).toBe(0)
  })

  step('has failed rows corrected and sent alone', async () => {
    await desk.tabTo('import-table')
    await desk.press('Home')
    await desk.press('Enter')
    await eventually(async () => (await desk.page.getByTestId('cell-input-userName').count()) === 1)
    await desk.press('Control+a')
    await desk.type('imp110b')
    await desk.press('Enter')
    await desk.at('send-import').waitFor()
    await expect.poll(() => desk.at('send-import').innerText()).toBe('Retry 1')
    await desk.at('send-import').click()
    await desk.at('confirm').click()
    await eventually(async () => (await desk.chips('import'))['done'] === 64)
    expect((await named('imp110b'))?.name).toBe('导入110')
    const jobs = await desk.command('jobs/list', { limit: 10 })
    const added = jobs.filter(({ action, retryOf }) => action === 'add-employee' && retryOf !== null)
    expect(added).toHaveLength(1)
  })

  step('has its generated passwords saved once and then forgotten', async () => {
    const path = await saveAs('passwords.csv')
    await desk.at('export-passwords').click()
    await desk.at('passwords-csv').click()
    await desk.at('passwords-saved').waitFor()
    const lines = (await readFile(path, 'utf8')).trim().split('\r\n').slice(1)
    // Two had a password in the file, or a typed one.
    expect(lines).toHaveLength(62)
    for (const line of lines) {
      const [account = '', , password = ''] = line.slice(1, -1).split('","')
      expect(account.endsWith(code)).toBe(true)
      expect(password).toMatch(/^[A-Za-z0-9]{16}$/)
      usedSecrets.push(password)
    }
    await rm(path)
    await expect.poll(() => desk.page.getByTestId('export-passwords').count()).toBe(0)
    await desk.at('clear-import').click()
    await desk.at('import-back').click()
    await isReloaded((await employees()).length)
  })

  it('may have 100,000 rows', async () => {
    await openEmployees()
    const rows = Array.from(
      { length: 100_000 },
      (_, i) => `b${String(i % 99_000)},Name ${String(i)},1,13800138000`,
    )
    await desk.at('open-import').click()
    await importFile('long.csv', ['account,name,department,mobile', ...rows].join('\n'))
    await desk.page.evaluate(() => {
      const counters = window as unknown as { slices: number }
      counters.slices = 0
      // Work in slices asks for its next one over a channel; keys and frames come in between.
      window.MessageChannel = class extends MessageChannel {
        constructor() {
          super()
          counters.slices += 1
        }
      }
    })
    await desk.at('use-column').click()
    await eventually(async () => (await desk.chips('import'))['repeated'] === 1000)
    await expect.poll(async () => (await desk.chips('import'))['ready']).toBe(99_000)
    await expect
      .poll(() => desk.page.evaluate(() => (window as unknown as { slices: number }).slices))
      .toBeGreaterThan(5)
    await expect.poll(() => desk.page.getByTestId('import-row').count()).toBeLessThan(200)
    await desk.at('import-filter').fill('Name 99999')
    await eventually(async () => (await desk.page.getByTestId('import-row').count()) === 1)
    await desk.at('clear-import').click()
    await desk.at('import-back').click()
  })
})

describe('an existing employee', () => {
  const find = async (userName: string) => {
    await desk.at('employee-search').fill(userName)
    await eventually(async () => (await desk.page.getByTestId('employee-row').count()) === 1)
    await desk.tabTo('employee-table')
    await desk.press('Enter')
    await desk.at('employee-details').waitFor()
  }

  step('is edited in the fields of the API only', async () => {
    await find('liwei8')
    await desk.tabTo('edit-employee')
    await desk.press('Enter')
    await desk.at('employee-form').waitFor()
    await desk.at('employee-name').fill('‮李伟 ‭👩‍🔧')
    await desk.at('employee-remark').fill('二楼')
    await desk.at('employee-remark').focus()
    await desk.press('Enter')
    await eventually(async () => (await named('liwei8'))?.remark === '二楼')
    // Bidirectional control characters are removed; those of an emoji stay.
    expect((await named('liwei8'))?.name).toBe('李伟 👩‍🔧')
    await eventually(async () => (await desk.page.getByTestId('employee-form').count()) === 0)
    await expect.poll(() => desk.at('success-text').innerText()).toBe('Employee updated')
  })

  step('gets the former values again by Undo, after a confirmation', async () => {
    await desk.at('undo').focus()
    await desk.press('Enter')
    await desk.at('edit-reversal').waitFor()
    expect((await named('liwei8'))?.remark).toBe('二楼')
    await desk.tabTo('confirm-reversal')
    await desk.press('Enter')
    await eventually(async () => (await named('liwei8'))?.remark !== '二楼')
    await expect.poll(() => desk.at('success-text').innerText()).toBe('Former values restored')
    expect(await desk.page.locator('dialog[open]').count()).toBe(0)
  })

  step('gets a new password, generated and shown once', async () => {
    const before = await serviceClient.lastEffect()
    await desk.tabTo('reset-password')
    await desk.press('Enter')
    await desk.at('password-form').waitFor()
    await desk.tabTo('confirm')
    await desk.press('Enter')
    await desk.at('password-handover').waitFor()
    expect((await serviceClient.effects(before)).map(({ operation }) => operation)).toEqual([
      'member.resetPassword',
    ])
    await desk.at('show-secret').click()
    const made = await desk.at('shown-secret').innerText()
    usedSecrets.push(made)
    await desk.press('Escape')
    expect(await desk.page.content()).not.toContain(made)
  })

  step('is deleted after a confirmation that names the assigned assets', async () => {
    const holder = (await employees()).find(
      ({ assetNums, borrowNum }) => (assetNums ?? []).length > 0 && borrowNum !== null,
    )
    await find(holder?.userName ?? '?')
    await desk.tabTo('delete-employee')
    await desk.press('Enter')
    const text = () => desk.at('delete-form').innerText()
    await expect.poll(text).toContain(`${String(holder?.assetNums?.length)} asset`)
    await expect.poll(text).toContain('borrowed lock')
    await expect.poll(text).toContain('Withdraw the assets and collect the borrowed lock first')
    await desk.press('Escape')
    await find('liwei8')
    await desk.tabTo('delete-employee')
    await desk.press('Enter')
    await desk.at('delete-form').waitFor()
    await desk.tabTo('confirm')
    await desk.press('Enter')
    await desk.at('deletion-summary').waitFor()
    await expect.poll(() => desk.at('deletion-summary').innerText()).toBe('1 deleted')
    expect(await named('liwei8')).toBeUndefined()
    await desk.at('close-deletion').click()
  })

  step('who was deleted meanwhile is reported as missing, and the list is refreshed', async () => {
    await desk.at('employee-search').fill('')
    const deletedEmployee = await named('imp101')
    await find('imp101@')
    await serviceClient.succeed('member.deleteEmployee', {
      path: { enterpriseGlobalId: northBridge, memberGlobalId: deletedEmployee?.globalId ?? '' },
    })
    const left = (await employees()).length
    await desk.tabTo('edit-employee')
    await desk.press('Enter')
    await desk.at('employee-name').fill('Somebody')
    await desk.press('Enter')
    await desk.at('change-result').waitFor()
    await eventually(async () =>
      (await desk.at('change-result').innerText()).includes('The platform has no such employee'),
    )
    await isReloaded(left)
    await desk.press('Escape')
    await desk.press('Escape')
    await desk.at('employee-search').fill('')
  })

  step('is deleted with others in one job', async () => {
    await desk.at('employee-search').fill('导入12')
    await eventually(async () => (await desk.page.getByTestId('employee-row').count()) === 10)
    const before = (await employees()).length
    await desk.tabTo('employee-table')
    await desk.press('Control+a')
    await desk.tabTo('delete-picked')
    await desk.press('Enter')
    await desk.at('delete-form').waitFor()
    await desk.tabTo('confirm')
    await desk.press('Enter')
    await desk.at('deletion-summary').waitFor()
    await expect.poll(() => desk.at('deletion-summary').innerText()).toBe('10 deleted')
    expect((await employees()).length).toBe(before - 10)
    await desk.at('employee-search').fill('')
  })
})

describe('the page', () => {
  it('is accessible, light and dark, and fits into 960 × 640', async () => {
    await openEmployees()
    for (const theme of ['light', 'dark'] as const) {
      await desk.setAppearance({ theme })
      for (const open of [null, 'add-employee', 'open-import'] as const) {
        if (open !== null) await desk.at(open).click()
        expect(await axeViolations(desk.page), String(open)).toEqual([])
        if (open === 'add-employee') await desk.press('Escape')
        if (open === 'open-import') await desk.at('import-back').click()
      }
    }
    await desk.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setContentSize(960, 640))
    await expect
      .poll(() =>
        desk.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
      )
      .toBe(0)
  })

  step('leaves no password on the page, in the journal, the log, or any file of the profile', async () => {
    expect(usedSecrets.length).toBeGreaterThan(60)
    const page = await desk.page.content()
    const files = await everyFile(desk.userData)
    const found: string[] = []
    for (const file of files) {
      const content = await readFile(file, 'latin1').catch(() => '')
      if (usedSecrets.some((canary) => content.includes(canary))) found.push(file)
    }
    expect(found).toEqual([])
    expect(usedSecrets.filter((canary) => page.includes(canary) || desk.output().includes(canary))).toEqual(
      [],
    )
    expect(files.some((file) => file.endsWith('journal.log'))).toBe(true)
  })
})
