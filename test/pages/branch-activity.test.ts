import { describe, expect, it } from 'vitest'
import type { SharedResult } from '#shared/model/branch/shared-results'
import { succeed } from '#shared/outcome'
import { onPage } from './support/on-page'

// The activity log in a branch: what other computers did, by their names.

const resultOf = (row: number, part: Partial<SharedResult> = {}): SharedResult => ({
  entryId: `00000000-0000-4000-8000-000000000009.${row}`,
  jobId: '00000000-0000-4000-8000-000000000009',
  computer: 'Counter 2',
  action: 'disable',
  key: `LD800000002${row}`,
  shellNumber: `800000002${row}`,
  enterpriseName: 'North Bridge',
  memberName: null,
  operatorIdentity: 'Zhang Jing',
  endedAt: Date.now() - row * 60_000,
  state: 'done',
  reason: null,
  businessCode: null,
  ...part,
})
let results: SharedResult[] = []
let isInBranch = true

const desk = onPage({
  prepare: () => {
    isInBranch = true
    results = [
      resultOf(1),
      resultOf(2, { state: 'failed', reason: 'status-no-such-lock', operatorIdentity: 'Wang Fang' }),
      resultOf(3, { action: 'lend', memberName: 'Chen Yu', computer: 'Counter 3', enterpriseName: 'South' }),
    ]
  },
  handlers: () => ({
    'journal/shared-slice': () => succeed({ rows: results, total: results.length, version: 1, isInBranch }),
  }),
})
const openBranch = async (): Promise<void> => {
  await desk.at('rail-journal').click()
  await desk.page.getByTestId('activity-place-branch').check({ force: true })
  await desk.at('branch-activity-count').waitFor()
}
const rows = () => desk.page.getByTestId('branch-activity-row').allInnerTexts()

describe('the activity log of a computer in a branch', () => {
  it('shows what other computers did, follows them, and finds, filters and exports it', async () => {
    await openBranch()
    await expect.poll(async () => (await rows()).join('\n')).toContain('Counter 3')
    const text = (await rows()).join('\n')
    for (const word of ['Counter 2', 'Zhang Jing', 'Chen Yu', 'North Bridge']) expect(text).toContain(word)

    results = [resultOf(0), ...results]
    desk.world.emit('journal/shared-changed', null)
    await expect.poll(async () => (await rows()).join('\n').replaceAll(/\s/g, '')).toContain('8000000020')

    await desk.at('journal-filter').fill('chen yu')
    await expect.poll(rows).toHaveLength(1)
    await desk.at('journal-filter').fill('')
    await desk.at('filter-branch-activity-computer').click()
    await desk.at('filter-branch-activity-computer-Counter 3').click()
    await expect.poll(rows).toHaveLength(1)
    await desk.at('export-list').click()
    await desk.at('export-csv').click()
    await expect.poll(() => desk.savedText()).toContain('Counter 3')
    expect(desk.savedText()).not.toContain('Counter 2')
  })

  it('is filtered by result and action, and shows the details of a change', async () => {
    await openBranch()
    await expect.poll(rows).toHaveLength(3)
    await desk.at('journal-result-failed').click()
    await expect.poll(rows).toHaveLength(1)
    await desk.page.getByTestId('branch-activity-row').click()
    const details = desk.at('branch-entry-details')
    await details.waitFor()
    const text = await details.innerText()
    for (const word of ['Counter 2', 'Wang Fang', 'North Bridge', 'LD8000000022'])
      expect(text).toContain(word)
    expect(await desk.at('branch-entry-reason').innerText()).not.toBe('')
    await desk.press('Escape')
    await details.waitFor({ state: 'detached' })
    expect(
      await desk.page.evaluate(() => document.activeElement?.closest('[data-testid=branch-activity]')),
    ).not.toBe(null)
    await desk.at('journal-result-failed').click()
    await desk.at('filter-journal-action').click()
    await desk.at('filter-journal-action-lend').click()
    await expect.poll(async () => (await rows()).join('\n')).toContain('Counter 3')
    expect(await rows()).toHaveLength(1)
  })

  it('hides the names of others too', async () => {
    await openBranch()
    await expect.poll(async () => (await rows()).join('\n')).toContain('Chen Yu')
    await desk.press('Control+Shift+H')
    await desk.at('names-hidden').waitFor()
    await expect.poll(async () => (await rows()).join('\n')).not.toMatch(/Chen Yu|Zhang Jing|North Bridge/)
  })

  it('shows results to their ends in a narrow window, with and without details', async () => {
    results = [
      resultOf(4, { state: 'unknown' }),
      resultOf(5, { action: 'enable', state: 'failed' }),
      ...results,
    ]
    await desk.resize(960, 640)
    await openBranch()
    const cut = () =>
      desk.at('branch-activity').evaluate((table) => {
        const { right } = table.getBoundingClientRect()
        const tags = [...table.querySelectorAll('.result-tag')]
        const outside = tags.filter((tag) => tag.getBoundingClientRect().right > right)
        return [table.scrollWidth - table.clientWidth, ...outside.map((tag) => tag.textContent.trim())]
      })
    const name = desk.at('branch-activity').getByText('Chen Yu')
    await name.waitFor()
    expect(await name.evaluate((text) => text.scrollWidth - text.clientWidth)).toBe(0)
    expect(await cut()).toEqual([0])
    await desk.page.getByTestId('branch-activity-row').first().click()
    await desk.at('branch-entry-details').waitFor()
    await expect.poll(cut).toEqual([0])
  })

  it('has no such choice without a branch', async () => {
    isInBranch = false
    await desk.reload()
    await desk.at('rail-journal').click()
    await desk.at('journal-count').waitFor()
    expect(await desk.page.getByTestId('activity-place').count()).toBe(0)
  })
})
