import { expect, it } from 'vitest'
import { succeed } from '#shared/outcome'
import { entry } from '../renderer/support/samples'
import { onPage } from './support/on-page'

const reason = {
  kind: 'said',
  message: 'A reason that is longer than its column beside the details',
} as const
const rows = [
  entry({ entryId: 'entry-open', jobId: 'open', action: 'allocate', state: 'unknown', reason }),
  entry({ entryId: 'entry-failed', jobId: 'failed', state: 'failed', reason }),
  entry({ entryId: 'entry-other', jobId: 'other', action: 'add-employee', state: 'failed', reason }),
]
const desk = onPage({
  handlers: () => ({
    'journal/slice': ({ from }) => succeed({ rows: from === 0 ? rows : [], total: rows.length }),
  }),
})

/** How many lines the results take. */
const lines = () =>
  desk
    .at('journal-table')
    .locator('.outcome .result-tag')
    .evaluateAll((tags) =>
      tags.map((tag) => {
        const text = document.createRange()
        text.selectNodeContents(
          [...tag.childNodes].find(({ nodeName, nodeValue }) => nodeName === '#text' && nodeValue !== '') ??
            tag,
        )
        return text.getClientRects().length
      }),
    )

it('what was done is read in one line beside the details, before the reason is', async () => {
  await desk.resize(1440, 900)
  await desk.at('rail-journal').click()
  await desk.page.getByTestId('journal-row').first().click()
  await desk.at('entry-details').waitFor()
  expect(await lines()).toEqual([1, 1, 1])
})
