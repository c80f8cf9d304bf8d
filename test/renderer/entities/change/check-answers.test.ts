// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { getActivePinia } from 'pinia'
import { expect, it } from 'vitest'
import { nextTick } from 'vue'
import type { ChangeAction } from '#shared/model/changes/change'
import { fail, succeed } from '#shared/outcome'
import { useCheckAnnouncements } from '../../../../src-renderer/app/use-check-announcements'
import ChangeOutcome from '../../../../src-renderer/entities/change/ChangeOutcome.vue'
import { useCheckTextOfAll } from '../../../../src-renderer/entities/change/use-check-text'
import { useDeletionsStore } from '../../../../src-renderer/features/employees/delete/deletions-store'
import DeletionSummary from '../../../../src-renderer/features/employees/delete/DeletionSummary.vue'
import { useJobsStore } from '../../../../src-renderer/stores/jobs-store'
import { announcements } from '../../../../src-renderer/ui/feedback/announcer'
import { withBridge } from '../../support/mount-component'
import { entry, job, unresolved } from '../../support/samples'
import { createTexts } from '../../support/texts'

const unchanged = 'Checked just now: unchanged.'

/** A job with unconfirmed rows, whose check finds nothing new or fails. */
const begin = (answer: 'unchanged' | 'fails', action: ChangeAction = 'assign', rowCount = 1) => {
  const rows = Array.from({ length: rowCount }, (_, at) =>
    entry({
      entryId: `job-1.${at}`,
      jobId: 'job-1',
      action,
      state: 'unknown',
      reason: { kind: 'interrupted' },
    }),
  )
  const counts = { ...job().counts, unknown: rowCount }
  const ended = job({ jobId: 'job-1', action, state: 'ended', rows: rowCount, counts })
  let isChecked = false
  withBridge({
    'jobs/start': () => succeed(ended),
    'jobs/read': () => succeed({ job: ended, rows }),
    'jobs/check-results': () => {
      isChecked = answer === 'unchanged'
      return isChecked ? succeed(ended) : fail({ code: 'internal', message: '' })
    },
    'changes/unresolved': () =>
      succeed({
        total: rowCount,
        changes: rows.map((row) =>
          unresolved(row, { look: isChecked ? { seen: 'not-visible', at: Date.now() } : null }),
        ),
      }),
  })
  const plugins = [createTexts('en'), getActivePinia()!]
  return { rows, ended, jobs: useJobsStore(), global: { plugins } }
}

it.each(['lend', 'assign', 'edit-employee', 'add-employee', 'bind-customer'] as const)(
  'a check of %s answers where it was requested, and is announced',
  async (action) => {
    const { rows, ended, jobs, global } = begin('unchanged', action)
    mount({ setup: useCheckAnnouncements, template: '<i />' }, { global })
    await jobs.read('job-1')
    const props = { progress: { state: 'ended' as const, job: ended, rows }, isCheckingResult: false }
    const shown = mount(ChangeOutcome, { props, global })
    expect(shown.text()).not.toContain('Checked')
    await jobs.checkResult('job-1')
    await nextTick()
    expect(shown.text()).toContain(unchanged)
    expect(announcements.polite.value.text).toContain(unchanged)
  },
)

it('a check that fails answers why, there and aloud, until one succeeds', async () => {
  const { rows, ended, jobs, global } = begin('fails')
  mount({ setup: useCheckAnnouncements, template: '<i />' }, { global })
  await jobs.read('job-1')
  const props = { progress: { state: 'ended' as const, job: ended, rows }, isCheckingResult: false }
  const shown = mount(ChangeOutcome, { props, global })
  const before = shown.text()
  await jobs.checkResult('job-1')
  await nextTick()
  expect(shown.text()).not.toBe(before)
  expect(announcements.assertive.value.text).not.toBe('')
  expect(shown.text()).toContain(announcements.assertive.value.text)
})

it('a deletion answers at each employee', async () => {
  const { global } = begin('unchanged', 'delete-employee', 2)
  const deletions = useDeletionsStore()
  await deletions.remove(
    [{ enterpriseGlobalId: 'one', memberGlobalId: 'member-1', name: 'Chen Yu' }] as never,
    'Li Wei',
  )
  const shown = mount(DeletionSummary, { global })
  await shown.get('[data-testid=deletion-check-result]').trigger('click')
  await new Promise((done) => setTimeout(done, 0))
  expect(shown.text().split(unchanged)).toHaveLength(3)
})

it('a deletion has no result to check once a person left each as unknown', async () => {
  const { rows, global } = begin('unchanged', 'delete-employee', 2)
  const reason = { kind: 'left-unknown', operatorIdentity: 'Li Wei', note: '' } as const
  const deletions = useDeletionsStore()
  const employee = { enterpriseGlobalId: 'one', memberGlobalId: 'member-1', name: 'Chen Yu' }
  const offersCheck = async (): Promise<boolean> => {
    await deletions.remove([employee] as never, 'Li Wei')
    const shown = mount(DeletionSummary, { global })
    return shown.find('[data-testid=deletion-check-result]').exists()
  }
  for (const isOffered of [true, false]) {
    const at = rows.findIndex((row) => row.reason?.kind !== 'left-unknown')
    rows[at] = entry({ ...rows[at], reason })
    expect(await offersCheck()).toBe(isOffered)
  }
})

it('several rows have one answer, or say that they differ', async () => {
  const { rows, jobs, global } = begin('unchanged', 'assign', 2)
  let ofAll: ReturnType<typeof useCheckTextOfAll> = () => ''
  mount({ setup: () => void (ofAll = useCheckTextOfAll()), template: '<i />' }, { global })
  await jobs.read('job-1')
  expect(ofAll(rows)).toBeNull()
  await jobs.checkResult('job-1')
  expect(ofAll(rows)).toContain(unchanged)
  expect(ofAll([entry({ entryId: 'job-1.0', state: 'done' })])).toBeNull()
  const left = { kind: 'left-unknown', operatorIdentity: 'Li Wei', note: '' } as const
  expect(ofAll([entry({ entryId: 'job-1.0', state: 'unknown', reason: left })])).toBeNull()
})
