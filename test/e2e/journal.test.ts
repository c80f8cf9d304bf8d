import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { reportOf } from '../../src-main/journal/verify/verify'
import { intentOf, keyAt, linesOf } from '../journal/support/journals'
import { eventually, freshUserData, startApp } from '../support/app'
import type { RunningApp } from '../support/app'
import { changeLock } from '../support/change-lock'
import { axeViolations } from './support/axe'

// A journal of an earlier start with 10,000 changes of all kinds.

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

const showAll = async () => {
  await desk.at('rail-journal').click()
  await desk.at('views-menu').click()
  await desk.at('view-act-reset').click()
  await eventually(async () => (await countShown()) === '10,001 entries')
}
/** Each test begins with all entries, whatever the one before left open or filtered. */
beforeEach(async () => {
  await desk.page.reload()
  await desk.setAppearance({ language: 'en' })
  await showAll()
})

const countShown = () => desk.at('journal-count').innerText()
const messageText = async () => {
  await desk.at('journal-message').waitFor()
  return eventually(async () => {
    const text = await desk.at('journal-message').innerText()
    return text.includes('…') ? null : text
  })
}

const chooseIn = async (menu: string, choice: string) => {
  await desk.at(menu).click()
  await desk.at(`${menu}-${choice}`).click()
}
const openVerifyDialog = async () => {
  await desk.at('journal-care').click()
  await desk.at('verify-journal').click()
}

const chooseFilter = async (filter: 'action' | 'operator', value: string): Promise<void> => {
  await desk.at(`filter-journal-${filter}`).click()
  await desk.at(`filter-journal-${filter}-${value}`).click()
}

/** Filters by customer, result and operator, which leaves every 1050th of the changes. */
const filterTogether = async () => {
  await desk.at('journal-filter').fill('临港')
  await desk.at('journal-result-failed').click()
  await chooseFilter('operator', 'Wang Siyuan')
  const expected = Array.from({ length: count }, (_one, index) => index).filter(
    (index) => index % 1050 === 0,
  ).length
  await eventually(async () => (await countShown()) === `${expected} of 10,001`)
}
/** Of all files of the journal, as the disk has them: one more for each file that was started. */
const recordsOnDisk = async () => {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.log')).sort(byAge)
  return reportOf(await Promise.all(names.map((name) => readFile(join(folder, name)))), names)
}
const byAge = (one: string, other: string) =>
  Number(one !== 'journal.log') - Number(other !== 'journal.log') || one.localeCompare(other)

describe('the journal of 10,000 changes', () => {
  it('is loaded in full, searched by a grouped number, and operated by keyboard', async () => {
    await desk.at('journal-filter').focus()
    // At typing speed: faster would be a scan.
    await desk.page.keyboard.type('8000 004 321', { delay: 80 })
    await eventually(async () => (await countShown()) === '1 of 10,001')
    expect(await desk.at('journal-result-done').getAttribute('data-count')).toBe('1')
    await desk.at('journal-table').focus()
    await desk.press('Enter')
    await desk.at('entry-details').waitFor()
    await expect
      .poll(() => desk.at('entry-summary').innerText())
      .toBe('Li Wei requested to disable this lock.')
    await desk.press('Escape')
    await desk.at('entry-details').waitFor({ state: 'detached' })
    await expect
      .poll(() => desk.page.evaluate(() => document.activeElement?.getAttribute('data-testid')))
      .toBe('journal-table')
  })

  it('finds and copies response data', async () => {
    await desk.at('journal-filter').fill('8000000902')
    // A disabled lock has this number, too.
    await eventually(async () => (await countShown()) === '2 of 10,001')
    await chooseFilter('action', 'allocate')
    await eventually(async () => (await countShown()) === '1 of 10,001')
    await desk.at('journal-row').click()
    await expect.poll(() => desk.at('entry-response-data').innerText()).toContain('8000000903')
    await desk.at('entry-response-data').getByTestId('copy').click()
    const copied = await desk.app.evaluate(({ clipboard }) => clipboard.readText())
    expect(copied).toBe('8000000901\n8000000902\n8000000903')
    await desk.at('close-details').click()
  })

  it('filters by result, operator and customer together', async () => {
    await filterTogether()
  })

  it('exports the shown entries with the journal’s checksum', async () => {
    await filterTogether()
    const path = join(desk.saves, 'shown.json')
    await desk.chooseFile(path)
    await chooseIn('journal-export', 'json')
    expect(await messageText()).toContain('shown.json')
    const json = JSON.parse(await readFile(path, 'utf8')) as {
      count: number
      entries: unknown[]
      journal: { records: number; head: { hash: string } }
    }
    const report = await recordsOnDisk()
    expect(json).toMatchObject({ count: 10, journal: { records: report.records, head: report.head } })
    expect(json.entries).toHaveLength(10)
    for (const kind of ['csv', 'xlsx']) {
      const sheet = join(desk.saves, `shown.${kind}`)
      await desk.chooseFile(sheet)
      await chooseIn('journal-export', kind)
      await eventually(async () => (await messageText()).includes(sheet))
      expect((await readFile(sheet)).length).toBeGreaterThan(500)
    }
  })

  it('is verified without blocking main, with its record count, start and checksum', async () => {
    // Each record is parsed once; counting the parses in main's thread does not depend on the load.
    await desk.app.evaluate(() => {
      const { parse } = JSON
      const counting = Object.assign(globalThis, { parsed: 0, stopCounting: () => void (JSON.parse = parse) })
      JSON.parse = (...given: Parameters<typeof parse>): unknown => {
        counting.parsed += 1
        return parse(...given)
      }
    })
    await openVerifyDialog()
    await desk.at('journal-report').waitFor()
    const parsed = await desk.app.evaluate(() => {
      const counting = globalThis as unknown as { parsed: number; stopCounting: () => void }
      counting.stopCounting()
      return counting.parsed
    })
    await expect.poll(() => desk.at('journal-report').getAttribute('data-whole')).toBe('true')
    const report = await recordsOnDisk()
    expect(report.records).toBeGreaterThanOrEqual(20_002)
    await expect.poll(() => desk.at('journal-head').innerText()).toBe(report.head.hash)
    await expect
      .poll(() => desk.at('journal-report').innerText())
      .toContain(`${report.records.toLocaleString('en')} records since`)
    expect(parsed).toBeLessThan(200)
    await desk.press('Escape')
  })

  it('rotates and is intact over both files', async () => {
    const before = await recordsOnDisk()
    const files = before.files.length + 1
    await chooseIn('journal-care', 'startFile')
    await eventually(async () => (await messageText()).includes(`${files} files`))
    const report = (await desk.command('journal/verify'))!
    expect(report).toMatchObject({ isWhole: true, records: before.records + 1 })
    expect(report.files.map(({ name }) => name)).toEqual([
      ...before.files.map(({ name }) => name),
      `journal.${String(files).padStart(4, '0')}.log`,
    ])
  })

  it('reports damage in plain words', async () => {
    const path = join(folder, 'journal.log')
    const good = await readFile(path)
    const bytes = Buffer.from(good)
    bytes[40] = bytes[40]! ^ 1
    await writeFile(path, bytes)
    await openVerifyDialog()
    await desk.at('journal-report').waitFor()
    await expect.poll(() => desk.at('journal-report').innerText()).toContain('1 line was changed or moved')
    await desk.press('Escape')
    await writeFile(path, good)
  })

  it.each(['en', 'zh'] as const)('has no axe violations in its dialogs, in %s', async (language) => {
    await desk.setAppearance({ language })
    await openVerifyDialog()
    await desk.at('journal-report').waitFor()
    expect(await axeViolations(desk.page)).toEqual([])
    await desk.press('Escape')
    await desk.command('settings/change', { language: 'en' })
    // The next announcement uses the page's language.
    await desk.page.getByRole('heading', { name: 'Activity log' }).waitFor()
  })
})

describe('a backup', () => {
  const backup = () => join(desk.saves, 'backup.log')
  /** Backs the journal up and returns the number of its records. */
  const backUp = async (): Promise<number> => {
    const { records } = await recordsOnDisk()
    await desk.chooseFile(backup())
    await chooseIn('journal-care', 'backUp')
    const message = `${records.toLocaleString('en')} records backed up and verified`
    await eventually(async () => (await messageText()).includes(message))
    return records
  }

  it('is one intact file', async () => {
    const records = await backUp()
    expect(reportOf([await readFile(backup())], [''])).toMatchObject({ isWhole: true, records })
  })

  it('that is damaged is rejected with a message, and nothing changes', async () => {
    await backUp()
    const bytes = await readFile(backup())
    bytes[bytes.length - 60] = bytes[bytes.length - 60]! ^ 1
    const damaged = join(desk.saves, 'damaged.log')
    await writeFile(damaged, bytes)
    const before = await readdir(folder)
    await desk.chooseFile(damaged)
    await chooseIn('journal-care', 'restore')
    await desk.at('restore-dialog').waitFor()
    await expect.poll(() => desk.at('restore-dialog').innerText()).toContain('This file can’t be restored.')
    expect(await desk.page.getByTestId('restore-journal').count()).toBe(0)
    expect(await desk.outcome('journal/restore')).toMatchObject({ ok: false })
    await desk.at('keep-journal').click()
    expect(await readdir(folder)).toEqual(before)
  })

  it('is restored, also after a restart: the page reloads with it, and the replaced files are kept', async () => {
    const records = await backUp()
    const { rows } = await desk.command('journal/facts')
    const lock = await eventually(async () => {
      const assets = await desk.command('assets/list', { enterpriseGlobalId: null, from: 0, limit: 1 })
      return assets.rows[0]
    })
    await changeLock(desk, {
      action: 'disable',
      assetNum: lock.assetNum,
      shellNumber: lock.shellNumber,
      enterpriseGlobalId: lock.enterpriseGlobalId,
      operatorIdentity: 'Li Wei',
      plugId: null,
    })
    const { files } = await desk.command('journal/facts')
    await desk.command('journal/rotate')
    expect(await desk.command('journal/facts')).toMatchObject({ files: files + 1, rows: rows + 1 })
    await desk.chooseFile(backup())
    await chooseIn('journal-care', 'restore')
    await desk.at('restore-dialog').waitFor()
    await desk.at('restore-journal').click()
    await eventually(async () => {
      const facts = await desk.outcome<'journal/facts'>('journal/facts').catch(() => null)
      return facts?.ok === true && facts.value.records === records
    })
    await showAll()
    const [aside] = (await readdir(folder)).filter((name) => name.startsWith('replaced-'))
    expect(await readdir(join(folder, aside ?? ''))).toHaveLength(files + 1)

    await desk.stop()
    desk = await startApp({ userData })
    expect(await desk.command('journal/facts')).toMatchObject({ records, files: 1, rows })
    expect(await desk.command('journal/verify')).toMatchObject({ isWhole: true })
  })
})
