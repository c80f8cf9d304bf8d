import { AxeBuilder } from '@axe-core/playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { statesOf } from '#shared/model/lock-record'
import { eventually } from '../support/app'
import type { RunningApp } from '../support/app'
import type { ServiceClient } from '../support/service-client'
import type { TestService } from '../support/service'
import { startCounter } from './support/counter'

const northBridge = '5317046820917364501'
const riverside = '5520871346290018733'
const malformed = [
  '80000OO102',
  '800000001',
  '80000000170',
  '7000000017',
  '8.00E+09',
  'LD-?',
  '8000000017.00',
]
const unknown = ['8999999901', '8999999902', '6999999903']

let service: TestService
let asking: ServiceClient
let desk: RunningApp

beforeAll(async () => {
  ;({ service, asking, desk } = await startCounter({
    register: ['northBridge', 'riverside'],
    settings: { chunkSize: 50 },
  }))
  await answerDialogs(0)
})
afterAll(async () => {
  await desk.stop()
  await service.stop()
})

const at = (testId: string) => desk.page.getByTestId(testId).first()
const isHere = async (testId: string) => (await desk.page.getByTestId(testId).count()) > 0

/** Answers the system's own dialogs, as the person would, and counts them. */
const answerDialogs = (response: 0 | 1) =>
  desk.app.evaluate(({ dialog, app }, answer) => {
    const counted = app as unknown as { dialogsAsked?: number }
    dialog.showMessageBox = () => {
      counted.dialogsAsked = (counted.dialogsAsked ?? 0) + 1
      return Promise.resolve({ response: answer, checkboxChecked: false })
    }
  }, response)
const dialogsAsked = () =>
  desk.app.evaluate(({ app }) => (app as unknown as { dialogsAsked?: number }).dialogsAsked ?? 0)

/** What a paste gives the page; the system's clipboard is everybody's, also of tests beside this one. */
const paste = async (text: string) => {
  await at('desk-input').focus()
  await desk.page.evaluate((given) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', given)
    const told = { clipboardData, bubbles: true, cancelable: true }
    document.activeElement?.dispatchEvent(new ClipboardEvent('paste', told))
  }, text)
}
const chooseAction = (action: 'look-up' | 'disable' | 'enable') =>
  desk.page.getByTestId(`desk-action-${action}`).check({ force: true })

/** Read in one go: a chip may be gone before the next is asked. */
const chips = async (): Promise<Partial<Record<string, number>>> => {
  const counts = await desk.page
    .locator('[data-testid=list-chips] [data-count]')
    .evaluateAll((shown) =>
      shown.map((chip) => [chip.getAttribute('data-testid') ?? '', chip.getAttribute('data-count')] as const),
    )
  return Object.fromEntries(counts.map(([name, count]) => [name.replace('chip-', ''), Number(count)]))
}
const lookedUp = async () => {
  await at('list-chips').waitFor()
  await eventually(async () => !(await isHere('chip-checking')) && !(await isHere('list-looking')))
}

const assetsOf = async (enterpriseGlobalId: string) => {
  const assets = await asking.succeed('order.listAssets', { path: { enterpriseGlobalId } })
  return assets.map(({ keyShellNumber, assetNum, licenseType, locked }) => ({
    number: keyShellNumber,
    assetNum,
    isReissuable: licenseType.startsWith('normal_recover'),
    locked,
  }))
}
type Asset = Awaited<ReturnType<typeof assetsOf>>[number]
const lockedTargets = async (after: number, operation = 'order.lockAssets') =>
  (await asking.effects(after)).flatMap((effect) => (effect.operation === operation ? [effect.target] : []))

const rowsOf = (groups: Readonly<Record<string, readonly string[]>>): string[] => {
  // One of each kind in turn, so that no kind stands at one end.
  const left = Object.values(groups).map((group) => [...group])
  const rows: string[] = []
  while (left.some((group) => group.length > 0)) {
    for (const group of left) rows.push(...group.splice(0, 1))
  }
  return rows
}

describe('a pasted list of 300', () => {
  let ready: Asset[] = []
  let others: Asset[] = []

  it('tells each row before anything is sent', async () => {
    const north = await assetsOf(northBridge)
    const river = await assetsOf(riverside)
    const enabled = north.filter(({ isReissuable, locked }) => isReissuable && !locked)
    const disabled = north.filter(({ isReissuable, locked }) => isReissuable && locked).slice(0, 12)
    const wrongType = north.filter(({ isReissuable, locked }) => !isReissuable && !locked).slice(0, 15)
    others = river.filter(({ isReissuable, locked }) => isReissuable && !locked).slice(0, 8)
    const rest =
      300 - malformed.length - unknown.length - disabled.length - wrongType.length - others.length - 6
    ready = enabled.slice(0, rest)
    expect(ready).toHaveLength(rest)
    const numbers = (assets: readonly Asset[]) => assets.map(({ number }) => number)
    const repeated = numbers(ready).slice(0, 6)
    const rows = rowsOf({
      ready: numbers(ready),
      disabled: numbers(disabled),
      wrongType: numbers(wrongType),
      others: numbers(others),
      malformed,
      unknown,
    })
    const before = (await asking.effects(0)).length

    await chooseAction('disable')
    await at('list-empty').waitFor()
    await paste(['Shell number', ...rows, ...repeated].join('\r\n'))
    await lookedUp()
    expect(await chips()).toEqual({
      ready: rest,
      malformed: malformed.length,
      repeated: 6,
      'no-record': unknown.length,
      already: disabled.length,
      'wrong-type': wrongType.length,
      'other-enterprise': others.length,
    })
    expect(await at('run-list').innerText()).toBe(`Disable ${String(rest)} locks`)
    expect(await asking.effects(0)).toHaveLength(before)
  })

  it('shows one kind only, with what is wrong with each', async () => {
    await at('chip-malformed').click()
    const table = desk.page.getByTestId('list-table')
    await eventually(async () => (await table.getByTestId('table-row').count()) === malformed.length)
    const text = await table.innerText()
    expect(text).toContain('Fewer than 10 digits')
    expect(text).toContain('More than 10 digits')
    expect(text).toContain('Begins with neither 8 nor 6')
    expect(text).toContain('Digits lost in a spreadsheet')
    expect(await table.locator('input[type=checkbox]:visible').count()).toBe(1)
    await at('chip-all').click()
  })

  it('is told anew in the same moment when the action is another', async () => {
    await chooseAction('enable')
    expect((await chips())['ready']).toBe(12)
    await chooseAction('disable')
    expect((await chips())['ready']).toBe(ready.length)
  })

  it('lets numbers without a record be ticked after a second look', async () => {
    await at('chip-no-record').click()
    await at('look-again').click()
    await lookedUp()
    const boxes = desk.page.getByTestId('list-table').getByTestId('table-row').locator('input[type=checkbox]')
    await eventually(async () => (await boxes.filter({ visible: true }).count()) === unknown.length)
    await boxes.first().click()
    expect(await at('run-list').innerText()).toBe(`Disable ${String(ready.length + 1)} locks`)
    await at('chip-all').click()
  })

  it('repeats the facts, and sends nothing when the person says no to the system', async () => {
    const effects = await asking.effects(0)
    await answerDialogs(1)
    await at('run-list').click()
    const text = await at('dialog').innerText()
    expect(text).toContain(`${String(ready.length + 1)} locks of 1 customer will stop working. As Li Wei.`)
    expect(text).toContain('1 without a record here')
    await at('confirm-list').click()
    await at('not-confirmed').waitFor()
    expect(await dialogsAsked()).toBe(1)
    expect(await asking.effects(0)).toHaveLength(effects.length)
    await answerDialogs(0)
  })

  it('is carried out once for each ticked row, and says what was refused', async () => {
    const after = await asking.lastEffect()
    // A whole call of 50 is refused; the number without a record is refused by the platform itself.
    await asking.fault({ operation: 'order.lockAssets', fault: 'code', code: '13004', times: 1 })
    await at('run-list').click()
    await at('confirm-list').click()
    await at('job-summary').waitFor()
    const done = ready.length - 50 + ((await isUnknownIn(50)) ? 1 : 0)
    const counts = await chips()
    const targets = await lockedTargets(after)
    expect(counts['done']).toBe(targets.length)
    expect(counts['done']).toBe(done)
    expect(new Set(targets).size).toBe(targets.length)
    expect((counts['done'] ?? 0) + (counts['failed'] ?? 0)).toBe(ready.length + 1)
    expect(await at('job-summary').innerText()).toMatch(/^\d+ disabled, \d+ refused$/)
  })

  /** Whether the number without a record went out among the first rows. */
  const isUnknownIn = async (first: number): Promise<boolean> => {
    const [job] = await desk.command('jobs/list', { limit: 1 })
    const { rows } = await desk.command('jobs/read', { jobId: job?.jobId ?? '' })
    return rows.slice(0, first).some(({ key }) => unknown.includes(key))
  }

  it('sends only the refused again', async () => {
    const after = await asking.lastEffect()
    const [first] = await desk.command('jobs/list', { limit: 1 })
    await at('job-retry').click()
    await at('confirm-list').click()
    await eventually(async () => {
      const [job] = await desk.command('jobs/list', { limit: 1 })
      return job?.retryOf === first?.jobId && job?.state === 'ended'
    })
    const targets = await lockedTargets(after)
    expect(targets.length).toBeGreaterThanOrEqual(49)
    await eventually(async () => (await chips())['done'] === ready.length)
    expect((await chips())['failed']).toBe(1)
    const locked = (await assetsOf(northBridge)).filter(({ locked: is }) => is)
    const isLocked = new Set(locked.map(({ number }) => number))
    expect(ready.every(({ number }) => isLocked.has(number))).toBe(true)
  })

  it('has nothing for axe to find', async () => {
    const { violations } = await new AxeBuilder({ page: desk.page }).setLegacyMode(true).analyze()
    expect(violations.map(({ id, nodes }) => `${id} ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
  })

  it('is shown again with its list after a reload in the middle, and comes to its end', async () => {
    const after = await asking.lastEffect()
    await asking.fault({ operation: 'order.unlockAssets', fault: 'delay', ms: 700, times: 20 })
    await at('job-reverse').click()
    await at('confirm-list').click()
    await at('job-progress').waitFor()
    await desk.page.reload()
    await at('job-progress').waitFor()
    expect(await desk.page.getByTestId('list-panel').innerText()).toContain(`List · ${String(ready.length)}`)
    await at('job-summary').waitFor({ timeout: 60_000 })
    expect(await at('job-summary').innerText()).toBe(`${String(ready.length)} enabled`)
    expect(await lockedTargets(after, 'order.unlockAssets')).toHaveLength(ready.length)
    await at('clear-list').click()
  })
})

describe('scanning with an action chosen', () => {
  const scan = async (text: string) => {
    await at('desk-input').fill(text)
    await desk.page.keyboard.press('Enter')
  }

  it('puts each lock on the list once, and looks up where nothing is chosen', async () => {
    await chooseAction('disable')
    await scan('8000000017')
    await scan('8000000020')
    await scan('8000 000 017')
    await at('scanned-again').waitFor()
    expect(await at('scanned-again').innerText()).toContain('row 1')
    await lookedUp()
    expect((await chips())['ready']).toBe(2)
    await chooseAction('look-up')
    await scan('8000000024')
    await at('record-8000000024').waitFor()
    await desk.page.getByTestId('desk-side-list').check({ force: true })
    await at('list-table').waitFor()
  })

  it('pauses and is cancelled, and says what was not sent', async () => {
    await desk.command('settings/change', { chunkSize: 1 })
    await asking.fault({ operation: 'order.lockAssets', fault: 'delay', ms: 1500, times: 5 })
    await chooseAction('disable')
    const after = await asking.lastEffect()
    await at('run-list').click()
    await desk.page.keyboard.press('Enter')
    await at('job-pause').click()
    await at('job-paused').waitFor()
    await at('job-cancel').click()
    await at('job-summary').waitFor()
    expect(await at('job-summary').innerText()).toBe('1 disabled, 1 not sent')
    expect(await lockedTargets(after)).toHaveLength(1)
  })
})

describe('a file', () => {
  it('with two columns of shell numbers is asked about, then checked like any list', async () => {
    if (await isHere('clear-list')) await at('clear-list').click()
    await chooseAction('disable')
    const text = 'Customer;Old lock;New lock\nOne;8000000020;8000000022\nTwo;8000000021;8000000025\n'
    const file = { name: 'swap.csv', mimeType: 'text/csv', buffer: Buffer.from(`\ufeff${text}`) }
    await desk.page.getByTestId('file-picker').setInputFiles(file)
    await at('column-choice').waitFor()
    await desk.page.getByTestId('column-choice').locator('input[type=radio]').nth(2).check()
    await at('take-column').click()
    await lookedUp()
    const numbers = await desk.page.locator('[data-testid=table-row] .cell.number').allInnerTexts()
    expect(numbers).toEqual(['8000000022', '8000000025'])
    await at('clear-list').click()
  })

  it('that is no list is told, with what to do', async () => {
    const file = { name: 'list.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') }
    await desk.page.getByTestId('file-picker').setInputFiles(file)
    await at('file-failure').waitFor()
    expect(await at('file-failure').innerText()).toContain('This is a PDF.')
  })
})

describe('a job that takes long', () => {
  it('shows a lock as it is now wherever it is looked at, while the others wait', async () => {
    await desk.command('settings/change', { chunkSize: 1 })
    const { rows } = await desk.command('assets/list', {
      enterpriseGlobalId: northBridge,
      from: 0,
      limit: 500,
    })
    const enabled = rows.filter(
      (record) =>
        record.licenseType?.startsWith('normal_recover') && statesOf(record, Date.now())[0] === 'enabled',
    )
    const [first, ...others] = enabled.flatMap(({ shellNumber }) => shellNumber ?? []).slice(0, 8)
    if (first === undefined) throw new Error('none is enabled')
    await chooseAction('look-up')
    await at('desk-input').fill(first)
    await desk.page.keyboard.press('Enter')
    await desk.page.locator(`[data-testid=record-${first}][data-state=enabled]`).waitFor()
    await chooseAction('disable')
    await paste([first, ...others].join('\n'))
    await lookedUp()
    await asking.fault({
      operation: 'order.lockAssets',
      fault: 'delay',
      ms: 3000,
      times: 8,
    })
    await at('run-list').click()
    await at('confirm-list').click()
    await desk.page.getByTestId('desk-side-record').check({ force: true })
    await desk.page.locator(`[data-testid=record-${first}][data-state=disabled]`).waitFor()
    await desk.page.keyboard.press('Control+3')
    await at('asset-search').fill(first)
    await desk.page.locator('[data-testid=asset-table] .cell', { hasText: 'Disabled' }).waitFor()
    const [job] = await desk.command('jobs/list', { limit: 1 })
    expect(job?.state).toBe('running')
    await desk.command('jobs/cancel', { jobId: job?.jobId ?? '' })
  })
})
