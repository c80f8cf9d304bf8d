import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { eventually, freshUserData, startApp } from '../support/app'
import type { RunningApp } from '../support/app'
import { waitForPresses } from '../support/press-keys'
import { steps } from '../support/steps'

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

describe('shell numbers', () => {
  const step = steps()
  step('are allocated by keyboard, and recorded in the journal', async () => {
    await desk.at('rail-shell-numbers').focus()
    await desk.press('Enter')
    await desk.at('allocate-count').waitFor()
    await desk.at('allocate-count').focus()
    await desk.press('Control+A')
    await desk.page.keyboard.type('１２')
    await desk.press('Enter')
    await expect.poll(() => desk.at('allocate-fact').innerText()).toContain('12 new shell numbers')
    await desk.press('Enter')
    await desk.at('batch-count').getByText('12 shell numbers').waitFor()
    await eventually(async () =>
      desk.page.evaluate(() => document.activeElement?.closest('[data-testid=batch-numbers]') != null),
    )

    const [job] = await desk.command('jobs/list', { limit: 1 })
    const { rows } = await desk.command('jobs/read', { jobId: job?.jobId ?? '' })
    const allocatedNumbers = rows.flatMap(({ result }) => result as string[])
    expect(allocatedNumbers).toHaveLength(12)
    expect(allocatedNumbers.every((number) => /^[86]\d{9}$/.test(number))).toBe(true)
    // On disk, not only on the screen.
    const journal = await readFile(join(userData, 'journal/journal.log'), 'utf8')
    for (const number of allocatedNumbers) expect(journal).toContain(number)
  })

  step('survive a reload of the page', async () => {
    await desk.page.reload()
    await desk.at('rail-shell-numbers').click()
    await desk.at('batch-count').getByText('12 shell numbers').waitFor()
  })

  step('are requested in chunks, as one allocation', async () => {
    await desk.command('settings/change', { numbersPerCall: 10 })
    await desk.at('allocate-count').fill('25')
    await desk.at('allocate').click()
    await desk.at('allocate-confirm').click()
    await desk.at('batch-count').getByText('25 shell numbers').waitFor()
    const [job] = await desk.command('jobs/list', { limit: 1 })
    expect(job).toMatchObject({ rows: 3, counts: { done: 3 } })
  })

  step('are not requested for an invalid count', async () => {
    await desk.at('allocate-count').fill('0')
    await desk.at('allocate').click()
    await desk.page.getByText('Enter a whole number from 1 to').waitFor()
    expect(await desk.page.getByTestId('allocate-fact').count()).toBe(0)
  })

  step('become labels on sheets and rolls, in the size of the paper', async () => {
    await desk.at('to-labels').click()
    await desk.at('label-count').getByText('25 labels').waitFor()
    await desk.app.evaluate(
      ({ dialog }, path) => {
        dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath: path })
      },
      join(desk.saves, 'labels.pdf'),
    )
    await desk.at('labels-pdf').click()
    await desk.at('labels-message').getByText('Saved as').waitFor()
    const boxes = async () => {
      const pdf = (await readFile(join(desk.saves, 'labels.pdf'))).toString('latin1')
      return [...pdf.matchAll(/\/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)/g)].map(([, width, height]) => [
        Math.round(Number(width)),
        Math.round(Number(height)),
      ])
    }
    // 24 labels per sheet, so two sheets of A4 (595 × 842 points).
    const sheets = await boxes()
    expect(sheets).toHaveLength(2)
    for (const [width = 0, height = 0] of sheets) {
      expect(Math.abs(width - 595)).toBeLessThanOrEqual(1)
      expect(Math.abs(height - 842)).toBeLessThanOrEqual(1)
    }

    await desk.at('label-paper').selectOption('roll-50x30')
    await waitForPresses(desk.page)
    await desk.at('label-code-both').check({ force: true })
    await desk.at('label-numbers').fill('')
    await desk.page.getByText('Paste numbers on the left.').waitFor()
    // A label is not drawn as a field.
    const title = desk.page.locator('label').filter({ hasText: /^Numbers$/ })
    expect(await title.evaluate((label) => getComputedStyle(label).borderTopWidth)).toBe('0px')
    await desk.at('label-numbers').fill('8000 000 017\n6000000203\nnonsense')
    await desk.at('label-count').getByText('2 labels').waitFor()
    await desk.page.getByText('1 line is not a shell number').waitFor()
    await desk.at('labels-pdf').click()
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

  step('show a warning for a symbol too small for scanners', async () => {
    await desk.at('label-paper').selectOption('own')
    await desk.at('measure-labelWidth').fill('22')
    await desk.at('measure-labelWidth').blur()
    await desk.at('measure-pageWidth').fill('20')
    await desk.at('measure-pageWidth').blur()
    await expect.poll(() => desk.at('label-warning').innerText()).toContain('exceed the page width')
    await desk.at('measure-pageWidth').fill('22')
    await desk.at('measure-pageWidth').blur()
    await desk.at('label-code-both').check({ force: true })
    await expect.poll(() => desk.at('label-warning').innerText()).toContain('0.19 mm')
  })
})
