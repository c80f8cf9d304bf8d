import { expect, it } from 'vitest'
import { succeed } from '#shared/outcome'
import { entry } from '../renderer/support/samples'
import { onPage } from './support/on-page'

const states = ['done', 'failed', 'unknown', 'not-sent'] as const
const passwords = states.map((state, at) =>
  entry({ action: 'reset-password', state, entryId: `entry-${at}`, jobId: 'passwords', key: `user-${at}` }),
)
const desk = onPage({
  handlers: () => ({
    'journal/slice': ({ from }) => succeed({ rows: from === 0 ? passwords : [], total: passwords.length }),
  }),
})

it('the log says beside the details of a change what was done, to the end', async () => {
  await desk.resize(960, 640)
  await desk.at('rail-journal').click()
  await desk.at('toggle-job').click()
  await desk.at('journal-table').locator('[data-index]').nth(2).click()
  await desk.at('entry-details').waitFor()
  const cut = () =>
    desk.at('journal-table').evaluate((table) =>
      [...table.querySelectorAll<HTMLElement>('.result-tag')]
        .filter((tag) => {
          const cell = tag.closest('[role=gridcell]')
          return cell !== null && tag.getBoundingClientRect().right > cell.getBoundingClientRect().right + 1
        })
        .map(({ textContent }) => textContent.trim()),
    )
  expect(await cut()).toEqual([])
  const result = desk.at('job-result')
  // Two lines, and the rest of them by their tooltip.
  expect(await result.evaluate((text) => Math.round(text.getBoundingClientRect().height / 17))).toBe(2)
})
