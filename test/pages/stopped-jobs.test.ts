import { beforeEach, describe, expect, it } from 'vitest'
import type { JobPause } from '#shared/model/changes/job'
import type { ChangeReason } from '#shared/model/changes/change'
import { onPage } from './support/on-page'
import { idOf } from './support/world/world'

const wrongType: ChangeReason = { kind: 'status', status: 4 }

const desk = onPage({ register: ['northBridge', 'riverside'] })

/** A list of thirty locks of which main stopped the job: so many rows failed. */
const stopList = async (failedCount: number, pause: JobPause) => {
  const numbers = desk.world.records
    .filter(
      ({ enterpriseGlobalId, licenseType, locked }) =>
        enterpriseGlobalId === idOf('northBridge') &&
        licenseType?.startsWith('normal_recover') === true &&
        locked === false,
    )
    .slice(0, 30)
    .map(({ shellNumber }) => shellNumber)
  await desk.chooseAction('disable')
  await desk.paste(numbers.join('\n'))
  await desk.waitForLookup()
  desk.hold()
  await desk.at('run-list').click()
  await desk.at('confirm-list').click()
  await desk.at('job-progress').waitFor()
  const { world } = desk
  const [job] = world.jobs
  if (job === undefined) throw new Error('the list is not sent')
  const rows = (world.rows.get(job.jobId) ?? []).map((row, at) => ({
    ...row,
    ...(at < failedCount
      ? { state: 'failed' as const, reason: wrongType, endedAt: Date.now() }
      : { state: 'intent' as const }),
  }))
  world.rows.set(job.jobId, rows)
  const counts = { ...job.counts, intent: rows.length - failedCount, sent: 0, failed: failedCount }
  const stopped = { ...job, state: 'paused' as const, pause, counts }
  world.jobs = [stopped, ...world.jobs.slice(1)]
  world.emit('jobs/rows', { jobId: job.jobId, rows })
  world.emit('jobs/changed', stopped)
  await desk.at('job-paused').waitFor()
}
const why = () => desk.at('job-paused').innerText()

describe('a list that stopped itself', () => {
  beforeEach(() => desk.resize(960, 640))

  it('after its first row says why, and offers to stop first', async () => {
    await stopList(1, { kind: 'first-failed', state: 'failed', reason: wrongType })
    expect(await why()).toBe('The first lock failed: wrong lock type. Nothing else was sent.')
    const buttons = desk.at('job-action-bar').getByRole('button')
    expect(await buttons.allInnerTexts()).toEqual(['Stop', 'Continue', 'Show failed'])
    expect(await desk.at('job-cancel').getAttribute('class')).toContain('primary')
    await desk.setAppearance({ language: 'zh', theme: 'dark' })
    await expect.poll(why).toBe('第一把加密锁失败：授权类型不符。其余均未发送。')
  })

  it('after too many failures shows them, and continues', async () => {
    const pause = { kind: 'many-failed', tried: 12, failed: 5, unconfirmed: 0, reason: wrongType } as const
    await stopList(5, pause)
    expect(await why()).toBe('5 of 12 locks failed: wrong lock type.')
    await desk.at('job-show-failed').click()
    await expect.poll(() => desk.page.getByTestId('list-table').getByTestId('table-row').count()).toBe(5)
    await desk.at('rail-assets').click()
    await expect.poll(() => desk.at('running-job').innerText()).toContain('Paused')
    expect(await desk.at('running-job').getAttribute('title')).toBe('5 of 12 locks failed: wrong lock type.')
    await desk.at('running-job').click()
    await desk.at('job-resume').click()
    await expect.poll(() => desk.callsOf('jobs/resume').length).toBe(1)
  })

  it('ends without the other rows', async () => {
    await stopList(1, { kind: 'first-failed', state: 'failed', reason: wrongType })
    await desk.at('job-cancel').click()
    await expect.poll(() => desk.callsOf('jobs/cancel').length).toBe(1)
    await desk.at('job-summary').waitFor()
  })
})
