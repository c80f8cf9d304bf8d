import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { reportOf } from '../../src-main/journal/verify'
import { intentOf, keyAt, linesOf } from '../journal/support/journals'
import { eventually, freshUserData, startApp } from '../support/app'
import type { RunningApp } from '../support/app'

// A desk that has worked for a while: 10,000 changes of all sorts, in a journal that an earlier start wrote.

const count = 10_000

const row = { ...intentOf(keyAt(0)).rows[0]! }
const ended = (job: string, state: string, result?: unknown) => ({
  kind: 'ended',
  job,
  ends: [{ row: 0, state, reason: state === 'done' ? null : { kind: 'status', status: 4 }, result }],
})
const written = (): string => {
  const records: Record<string, unknown>[] = []
  for (let index = 0; index < count; index += 1) {
    const job = `job-${index}`
    const shellNumber = keyAt(index).slice(2)
    const intent = {
      ...intentOf(keyAt(index)),
      operatorIdentity: index % 7 === 0 ? 'Wang Siyuan' : 'Li Wei',
      rows: [
        { ...row, key: keyAt(index), shellNumber, enterpriseName: index % 3 === 0 ? '临港设计院' : '北桥' },
      ],
    }
    records.push({ kind: 'job', job, intent }, ended(job, index % 50 === 0 ? 'failed' : 'done'))
  }
  const allocation = {
    ...intentOf('3 0a1b2c3d'),
    operation: 'order.allocateShellNumbers',
    rows: [{ ...row, key: '3 0a1b2c3d', shellNumber: null, enterpriseName: null, request: { size: 3 } }],
  }
  records.push({ kind: 'job', job: 'allocation', intent: allocation })
  records.push(ended('allocation', 'done', ['8000000901', '8000000902', '8000000903']))
  return linesOf(records, 3)
}

let userData: string
let desk: RunningApp
let folder: string

beforeAll(async () => {
  userData = await freshUserData()
  folder = join(userData, 'journal')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'journal.log'), written())
  desk = await startApp({ userData })
  await desk.command('settings/change', { language: 'en', operatorIdentity: 'Li Wei' })
})
afterAll(async () => {
  await desk.stop()
  await rm(userData, { recursive: true, force: true })
})

const at = (testId: string) => desk.page.getByTestId(testId).first()
const press = (key: string) => desk.page.keyboard.press(key)
const countShown = () => at('journal-count').innerText()
const told = async () => {
  await at('journal-told').waitFor()
  return eventually(async () => {
    const text = await at('journal-told').innerText()
    return text.includes('…') ? null : text
  })
}

/** Answers the system's own file dialogs, as the person would. */
const answerFileDialogs = (path: string) =>
  desk.app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath })
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [filePath] })
  }, path)
const chooseIn = async (menu: string, choice: string) => {
  await at(menu).click()
  await at(`${menu}-${choice}`).click()
}

describe('the journal of 10,000 changes', () => {
  it('is here whole, is searched by a grouped number, and opened and left with keys alone', async () => {
    await at('rail-journal').click()
    await eventually(async () => (await countShown()) === '10,001 entries')
    await at('journal-filter').focus()
    // As a person types: faster would be a scanner.
    await desk.page.keyboard.type('8000 004 321', { delay: 80 })
    await eventually(async () => (await countShown()) === '1 of 10,001')
    await at('journal-table').focus()
    await press('Enter')
    await at('entry-details').waitFor()
    expect(await at('entry-story').innerText()).toBe('Li Wei asked for this lock to be disabled.')
    await press('Escape')
    await at('entry-details').waitFor({ state: 'detached' })
    expect(await desk.page.evaluate(() => document.activeElement?.getAttribute('data-testid'))).toBe(
      'journal-table',
    )
  })

  it('finds what the platform gave, and copies it', async () => {
    await at('journal-filter').fill('8000000902')
    // A lock has this number too, which is disabled.
    await eventually(async () => (await countShown()) === '2 of 10,001')
    await at('journal-action').selectOption('allocate')
    await eventually(async () => (await countShown()) === '1 of 10,001')
    await at('journal-row').click()
    expect(await at('entry-given').innerText()).toContain('8000000903')
    await at('entry-given').getByTestId('copy').click()
    const copied = await desk.app.evaluate(({ clipboard }) => clipboard.readText())
    expect(copied).toBe('8000000901\n8000000902\n8000000903')
    await at('close-details').click()
  })

  it('filters by outcome, operator and customer together', async () => {
    await at('journal-action').selectOption('')
    await at('journal-filter').fill('临港')
    await at('journal-outcome').selectOption('failed')
    await at('journal-operator').selectOption('Wang Siyuan')
    const expected = Array.from({ length: count }, (_one, index) => index).filter(
      (index) => index % 1050 === 0,
    ).length
    await eventually(async () => (await countShown()) === `${expected} of 10,001`)
  })

  it('exports what is shown, with the journal’s head', async () => {
    const path = join(desk.saves, 'shown.json')
    await answerFileDialogs(path)
    await chooseIn('journal-export', 'json')
    expect(await told()).toContain('shown.json')
    const json = JSON.parse(await readFile(path, 'utf8')) as {
      count: number
      entries: unknown[]
      journal: { records: number; head: { hash: string } }
    }
    const report = reportOf([await readFile(join(folder, 'journal.log'))], [''])
    expect(json).toMatchObject({ count: 10, journal: { records: report.records, head: report.head } })
    expect(json.entries).toHaveLength(10)
    for (const kind of ['csv', 'xlsx']) {
      const sheet = join(desk.saves, `shown.${kind}`)
      await answerFileDialogs(sheet)
      await chooseIn('journal-export', kind)
      await eventually(async () => (await told()).includes(sheet))
      expect((await readFile(sheet)).length).toBeGreaterThan(500)
    }
  })

  it('is verified without holding up main, and says how many records, since when, and the head', async () => {
    await desk.app.evaluate(() => {
      const measured = globalThis as unknown as { longest: number; last: number; timer: NodeJS.Timeout }
      measured.longest = 0
      measured.last = performance.now()
      measured.timer = setInterval(() => {
        const now = performance.now()
        measured.longest = Math.max(measured.longest, now - measured.last - 5)
        measured.last = now
      }, 5)
    })
    await at('verify-journal').click()
    await at('journal-report').waitFor()
    const longest = await desk.app.evaluate(() => {
      const measured = globalThis as unknown as { longest: number; timer: NodeJS.Timeout }
      clearInterval(measured.timer)
      return measured.longest
    })
    console.log(`main was held up for ${longest.toFixed(0)} ms at most`)
    expect(await at('journal-report').getAttribute('data-whole')).toBe('true')
    const report = reportOf([await readFile(join(folder, 'journal.log'))], [''])
    expect(await at('journal-head').innerText()).toBe(report.head.hash)
    expect(await at('journal-report').innerText()).toContain('20,002 records since')
    // Far below what reading and checking take here; a thread of its own, or it shows.
    expect(longest).toBeLessThan(150)
    await press('Escape')
  })

  it('begins a new file and is whole over both', async () => {
    await chooseIn('journal-care', 'beginFile')
    await eventually(async () => (await told()).includes('2 files'))
    const report = (await desk.command('journal/verify'))!
    expect(report).toMatchObject({ isWhole: true, records: 20_003 })
    expect(report.files.map(({ name }) => name)).toEqual(['journal.log', 'journal.0002.log'])
  })

  it('says in plain words what is damaged', async () => {
    const path = join(folder, 'journal.log')
    const good = await readFile(path)
    const bytes = Buffer.from(good)
    bytes[40] = bytes[40]! ^ 1
    await writeFile(path, bytes)
    await at('verify-journal').click()
    await at('journal-report').waitFor()
    expect(await at('journal-report').innerText()).toContain('1 line is not what was written')
    await press('Escape')
    await writeFile(path, good)
  })

  it.each(['en', 'zh'] as const)('has nothing for axe to find in its dialogs, in %s', async (language) => {
    await desk.command('settings/change', { language })
    await at('verify-journal').click()
    await at('journal-report').waitFor()
    await desk.page.waitForTimeout(300)
    const { violations } = await new AxeBuilder({ page: desk.page }).setLegacyMode(true).analyze()
    expect(violations.map(({ id, nodes }) => `${id} ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
    await press('Escape')
    await desk.command('settings/change', { language: 'en' })
    // What is told next is told in the page's language.
    await desk.page.getByRole('heading', { name: 'Journal' }).waitFor()
  })
})

describe('a backup', () => {
  const backup = () => join(desk.saves, 'backup.log')

  it('is one file that is whole by itself', async () => {
    await answerFileDialogs(backup())
    await chooseIn('journal-care', 'backUp')
    await eventually(async () => (await told()).includes('20,003 records were backed up'))
    expect(reportOf([await readFile(backup())], [''])).toMatchObject({ isWhole: true, records: 20_003 })
  })

  it('that is damaged is refused with words, and nothing is touched', async () => {
    const bytes = await readFile(backup())
    bytes[bytes.length - 60] = bytes[bytes.length - 60]! ^ 1
    const damaged = join(desk.saves, 'damaged.log')
    await writeFile(damaged, bytes)
    const before = await readdir(folder)
    await answerFileDialogs(damaged)
    await chooseIn('journal-care', 'restore')
    await at('restore-dialog').waitFor()
    expect(await at('restore-dialog').innerText()).toContain('This file is not restored.')
    expect(await desk.page.getByTestId('restore-journal').count()).toBe(0)
    expect(await desk.outcome('journal/restore')).toMatchObject({ ok: false })
    await at('keep-journal').click()
    expect(await readdir(folder)).toEqual(before)
  })

  it('is restored: the page begins anew with what it holds, and what was there stands beside it', async () => {
    await desk.command('journal/begin-file')
    expect((await desk.command('journal/facts')).records).toBe(20_004)
    await answerFileDialogs(backup())
    await chooseIn('journal-care', 'restore')
    await at('restore-dialog').waitFor()
    await at('restore-journal').click()
    await eventually(async () => {
      const facts = await desk.outcome<'journal/facts'>('journal/facts').catch(() => null)
      return facts?.ok === true && facts.value.records === 20_003
    })
    await at('rail-journal').click()
    await eventually(async () => (await countShown()) === '10,001 entries')
    const [aside] = (await readdir(folder)).filter((name) => name.startsWith('replaced-'))
    expect(await readdir(join(folder, aside ?? ''))).toHaveLength(3)
  })

  it('is the journal after a restart too', async () => {
    await desk.stop()
    desk = await startApp({ userData })
    expect(await desk.command('journal/facts')).toMatchObject({ records: 20_003, files: 1, rows: 10_001 })
    expect(await desk.command('journal/verify')).toMatchObject({ isWhole: true })
  })
})
