// @vitest-environment happy-dom
import { effectScope } from 'vue'
import { expect, it, vi } from 'vitest'
import type { Job } from '#shared/model/changes/job'
import { useSoundStore } from '../../../src-renderer/stores/sound-store'
import { useJobSound } from '../../../src-renderer/app/use-job-sound'
import { withBridge } from '../support/mount-component'

const none = { intent: 0, sent: 0, done: 0, failed: 0, 'not-sent': 0, unknown: 0 }
const job = (jobId: string, part: Partial<Job>): Job => ({
  jobId,
  action: 'disable',
  operatorIdentity: 'Li Wei',
  training: true,
  environment: 'training',
  requestedAt: 1,
  endedAt: null,
  state: 'running',
  pause: null,
  chunkSize: 100,
  rows: 3,
  counts: { ...none, intent: 3 },
  enterprises: 1,
  retryOf: null,
  ...part,
})

it('plays one sound when a job of this page ends, by its result; a single change has its own sound', () => {
  const { emit } = withBridge({})
  const heard = vi.spyOn(useSoundStore(), 'play').mockImplementation(() => undefined)
  const scope = effectScope()
  scope.run(useJobSound)
  const well = { state: 'ended', counts: { ...none, done: 3 } } as const
  const badly = { state: 'ended', counts: { ...none, done: 2, unknown: 1 } } as const

  emit('jobs/changed', job('before', well))
  emit('jobs/changed', job('single', { rows: 1, counts: { ...none, sent: 1 } }))
  emit('jobs/changed', job('single', { rows: 1, state: 'ended', counts: { ...none, done: 1 } }))
  expect(heard).not.toHaveBeenCalled()

  for (const [jobId, ending] of [
    ['a', well],
    ['b', badly],
  ] as const) {
    emit('jobs/changed', job(jobId, {}))
    emit('jobs/changed', job(jobId, ending))
    emit('jobs/changed', job(jobId, ending))
  }
  expect(heard.mock.calls).toEqual([['success'], ['attention']])
  scope.stop()
})
