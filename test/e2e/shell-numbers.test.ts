import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually, freshUserData, startApp } from '../support/app'
import type { RunningApp } from '../support/app'

let userData: string
let desk: RunningApp

beforeAll(async () => {
  userData = await freshUserData()
  desk = await startApp({ userData })
  await desk.command('settings/change', { language: 'en', operatorIdentity: 'Li Wei' })
  await eventually(async () => ((await desk.command('platform/status')).state === 'reachable' ? true : null))
})
afterAll(async () => {
  await desk.stop()
  await rm(userData, { recursive: true, force: true })
})

const at = (testId: string) => desk.page.getByTestId(testId).first()
const press = (key: string) => desk.page.keyboard.press(key)
const look = process.env['LOCK_DESK_LOOK']
const picture = async (name: string) => {
  if (look !== undefined) await desk.page.screenshot({ path: join(look, `${name}.png`) })
}

describe('shell numbers', () => {
  it('are allocated by keyboard alone; what the platform gave stands in the journal', async () => {
    await at('rail-shell-numbers').focus()
    await press('Enter')
    await at('allocate-count').waitFor()
    await picture('empty')
    await at('allocate-count').focus()
    await press('Control+A')
    await desk.page.keyboard.type('１２')
    await press('Enter')
    expect(await at('allocate-fact').innerText()).toContain('12 new shell numbers')
    await picture('dialog')
    await press('Enter')
    await at('batch-count').getByText('12 shell numbers').waitFor()
    await picture('batch')

    const [job] = await desk.command('jobs/list', { limit: 1 })
    const { rows } = await desk.command('jobs/read', { jobId: job?.jobId ?? '' })
    const given = rows.flatMap(({ result }) => result as string[])
    expect(given).toHaveLength(12)
    expect(given.every((number) => /^[86]\d{9}$/.test(number))).toBe(true)
    // On the disk, not on the screen alone.
    const journal = await readFile(join(userData, 'journal/journal.log'), 'utf8')
    for (const number of given) expect(journal).toContain(number)
  })

  it('outlive the window: a page that is loaded anew shows them', async () => {
    await desk.page.reload()
    await at('rail-shell-numbers').click()
    await at('batch-count').getByText('12 shell numbers').waitFor()
  })

  it('go out in calls of the chunk’s size, as one allocation', async () => {
    await desk.command('settings/change', { chunkSize: 10 })
    await at('allocate-count').fill('25')
    await at('allocate').click()
    await at('allocate-confirm').click()
    await at('batch-count').getByText('25 shell numbers').waitFor()
    const [job] = await desk.command('jobs/list', { limit: 1 })
    expect(job).toMatchObject({ rows: 3, counts: { done: 3 } })
  })

  it('refuse a count that is none, in the field', async () => {
    await at('allocate-count').fill('0')
    await at('allocate').click()
    await desk.page.getByText('Type a whole number from 1 to').waitFor()
    expect(await desk.page.getByTestId('allocate-fact').count()).toBe(0)
  })

  it('become labels on sheets and rolls, as large as the paper', async () => {
    await at('to-labels').click()
    await at('label-count').getByText('25 labels').waitFor()
    await picture('labels')
    await desk.app.evaluate(
      ({ dialog }, path) => {
        dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath: path })
      },
      join(desk.saves, 'labels.pdf'),
    )
    await at('labels-pdf').click()
    await at('labels-told').getByText('Saved as').waitFor()
    const boxes = async () => {
      const pdf = (await readFile(join(desk.saves, 'labels.pdf'))).toString('latin1')
      return [...pdf.matchAll(/\/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)/g)].map(([, width, height]) => [
        Math.round(Number(width)),
        Math.round(Number(height)),
      ])
    }
    // 24 labels a sheet, so two sheets of A4 (595 × 842 points).
    const sheets = await boxes()
    expect(sheets).toHaveLength(2)
    for (const [width = 0, height = 0] of sheets) {
      expect(Math.abs(width - 595)).toBeLessThanOrEqual(1)
      expect(Math.abs(height - 842)).toBeLessThanOrEqual(1)
    }

    await at('label-paper').selectOption('roll-50x30')
    await at('label-code-both').check({ force: true })
    await at('label-numbers').fill('8000 000 017\n6000000203\nnonsense')
    await at('label-count').getByText('2 labels').waitFor()
    await desk.page.getByText('1 line is no shell number').waitFor()
    await picture('roll')
    await at('labels-pdf').click()
    const twoLabels = await eventually(async () => {
      const found = await boxes()
      return found.length === 2 && (found[0]?.[0] ?? 999) < 200 ? found : null
    })
    // 50 × 30 mm.
    for (const [width = 0, height = 0] of twoLabels) {
      expect(Math.abs(width - 142)).toBeLessThanOrEqual(1)
      expect(Math.abs(height - 85)).toBeLessThanOrEqual(1)
    }
  })

  it('warn of a symbol that no scanner would read', async () => {
    await at('label-paper').selectOption('own')
    await at('measure-labelWidth').fill('22')
    await at('measure-labelWidth').blur()
    await at('measure-pageWidth').fill('20')
    await at('measure-pageWidth').blur()
    expect(await at('label-warning').innerText()).toContain('do not fit across')
    await at('measure-pageWidth').fill('22')
    await at('measure-pageWidth').blur()
    await at('label-code-both').check({ force: true })
    expect(await at('label-warning').innerText()).toContain('0.19 mm')
    await picture('warning')
    if (look !== undefined) {
      await desk.command('settings/change', { language: 'zh', theme: 'dark' })
      await at('label-paper').selectOption('a4-65')
      await picture('labels-zh-dark')
      await at('labels-back').click()
      await at('batch-count').waitFor()
      await picture('batch-zh-dark')
    }
  })
})
