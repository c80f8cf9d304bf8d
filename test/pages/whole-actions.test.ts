import { beforeEach, describe, expect, it } from 'vitest'
import { succeed } from '#shared/outcome'
import { entry } from '../renderer/support/samples'
import { onPage } from './support/on-page'

const states = ['done', 'failed', 'unknown', 'not-sent'] as const
const passwords = states.flatMap((state, kind) =>
  Array.from({ length: 11 - kind }, (_, at) =>
    entry({
      action: 'reset-password',
      state,
      entryId: `entry-${kind}-${at}`,
      jobId: 'passwords',
      key: `user-${kind}-${at}`,
    }),
  ),
)
// With a second row, the columns with one value for all have no place of their own.
const rows = [...passwords, entry({ entryId: 'entry-other', jobId: 'other' })]
const wholes = {
  en: ['Password reset: 11', 'Password not reset: 10', 'Not sent: 8', 'Unconfirmed: 9'],
  zh: ['密码已重置：11', '密码未重置：10', '未发送：8', '结果未知：9'],
}
const desk = onPage({
  handlers: () => ({
    'journal/slice': ({ from }) => succeed({ rows: from === 0 ? rows : [], total: rows.length }),
  }),
})

/** Results whose icon or number is outside the cell of their row. */
const cut = () =>
  desk.at('journal-table').evaluate((table) =>
    [...table.querySelectorAll<HTMLElement>('.result-tag')]
      .filter((tag) => {
        const cell = tag.closest('[role=gridcell]')?.getBoundingClientRect()
        const row = tag.closest('[role=row]')?.getBoundingClientRect()
        const { right, top, bottom } = tag.getBoundingClientRect()
        return !cell || !row || right > cell.right + 1 || top < row.top || bottom > row.bottom
      })
      .map(({ textContent }) => textContent.trim()),
  )
const results = () => desk.at('job-result').locator('.result-tag')

describe.each(['en', 'zh'] as const)('the activity log, in %s', (language) => {
  beforeEach(() => desk.setAppearance({ language }))

  it('says beside the details of a change what was done, to the end', async () => {
    await desk.resize(960, 640)
    await desk.at('rail-journal').click()
    await desk.at('toggle-job').click()
    await desk.at('journal-table').locator('[data-index]').nth(2).click()
    await desk.at('entry-details').waitFor()
    expect(await cut()).toEqual([])
    // Each result of the job, in the row and in words.
    expect((await results().allTextContents()).map((text) => text.trim())).toEqual(wholes[language])
    expect(await desk.at('entry-job-results').getByRole('listitem').allTextContents()).toEqual(
      wholes[language],
    )
  })

  it('says the results of a job in words where they have room', async () => {
    await desk.at('rail-journal').click()
    const hidden = () =>
      desk
        .at('job-result')
        .locator('.word')
        .evaluateAll((words) => words.map((word) => getComputedStyle(word).clipPath))
    await expect.poll(hidden).toEqual(['none', 'none', 'none', 'none'])
    expect(await cut()).toEqual([])
  })
})
