import { expect, it } from 'vitest'
import { trainingPlatform } from '#shared/model/app/saved-platform'
import { succeed } from '#shared/outcome'
import { entry } from '../renderer/support/samples'
import { onPage } from './support/on-page'

const enterpriseName = 'North Bridge Construction and Mechanical Engineering Holding'
const host = 'licenses.south-harbor.example'
const of = (entryId: string, jobId: string, elsewhere?: string) =>
  entry({ entryId, jobId, enterpriseName, ...(elsewhere === undefined ? {} : { elsewhere }) })
const rows = [
  of('one', 'one', trainingPlatform),
  of('two', 'several', trainingPlatform),
  of('three', 'several', trainingPlatform),
  of('four', 'here'),
  of('five', 'five', `https://${host}/licensing/api`),
]
const desk = onPage({
  handlers: () => ({
    'journal/slice': ({ from }) => succeed({ rows: from === 0 ? rows : [], total: rows.length }),
  }),
})

/** What can be seen of the mark of each row; a host may be cut. */
const marked = () =>
  desk.page.getByTestId('journal-row').evaluateAll((all) =>
    all.map((row) => {
      const tag = row.querySelector('[data-testid=of-platform]')
      const cell = tag?.closest('[role=gridcell]')
      if (tag == null || cell == null) return null
      const [inner, outer] = [tag.getBoundingClientRect(), cell.getBoundingClientRect()]
      const isSeen = inner.width > 30 && inner.left >= outer.left && inner.right <= outer.right
      return isSeen ? tag.textContent : 'cut'
    }),
  )

it('a change of training or of another platform says so in its row, at every width, for each row and job', async () => {
  await desk.at('rail-journal').click()
  await desk.at('journal-row').waitFor()
  for (const [width, height] of [
    [1280, 800],
    [960, 640],
  ] as const) {
    await desk.resize(width, height)
    await expect.poll(marked).toEqual([host, null, 'Training', 'Training'])
    await desk.page.getByTestId('journal-row').last().click()
    await desk.at('entry-details').waitFor()
    await expect.poll(marked).toEqual([host, null, 'Training', 'Training'])
    await desk.press('Escape')
    await desk.at('entry-details').waitFor({ state: 'detached' })
  }
})
