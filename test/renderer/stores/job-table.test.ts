import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { effectScope } from 'vue'
import { useJobTable } from '../../../src-renderer/stores/job-table'
import { entry, job } from '../support/samples'

const row = (entryId: string) => entry({ entryId, jobId: 'job-1', state: 'intent', endedAt: null })
const done = (entryId: string) => ({ entryId, state: 'done' as const, reason: null, endedAt: 5 })
const open = () => {
  const scope = effectScope()
  const table = scope.run(() => useJobTable()) ?? expect.unreachable()
  return { scope, table }
}
const states = ({ table }: ReturnType<typeof open>) => table.rowsOf('job-1')?.map(({ state }) => state)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('the table of jobs', () => {
  it('keeps results for rows that are being read, and drops those of other jobs', () => {
    const opened = open()
    const { table } = opened
    table.takeResults('job-1', [done('a')])
    table.beginRead('job-1')
    table.takeResults('job-1', [done('b')])
    table.endRead('job-1', { job: job(), rows: [row('a'), row('b')] })
    expect(states(opened)).toEqual(['intent', 'done'])
  })

  it('shows a job that was reported during a failed read, without rows', () => {
    const opened = open()
    opened.table.beginRead('job-1')
    opened.table.takeJob(job({ state: 'ended' }))
    expect(opened.table.of('job-1')).toBeNull()
    opened.table.endRead('job-1', null)
    expect(opened.table.of('job-1')?.state).toBe('ended')
    expect(states(opened)).toBeUndefined()
  })

  it('forgets a removed job, and ends its timer with its store', () => {
    const opened = open()
    const { table, scope } = opened
    table.endRead('job-1', { job: job({ state: 'running' }), rows: [row('a')] })
    table.takeResults('job-1', [done('a')])
    table.remove('job-1')
    vi.runAllTimers()
    expect([table.of('job-1'), states(opened)]).toEqual([null, undefined])
    table.endRead('job-1', { job: job({ state: 'running' }), rows: [row('a')] })
    table.takeResults('job-1', [done('a')])
    scope.stop()
    expect(vi.getTimerCount()).toBe(0)
  })
})
