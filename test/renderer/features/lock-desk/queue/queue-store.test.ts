// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import type { QueuedChange } from '#shared/model/changes/queued-change'
import { succeed } from '#shared/outcome'
import { useQueueStore } from '../../../../../src-renderer/features/lock-desk/queue/queue-store'
import { withBridge } from '../../../support/mount-component'
import { queuedChange } from '../../../support/samples'

const open = async (...changes: readonly QueuedChange[]) => {
  withBridge({ 'outbox/list': () => succeed({ changes, ended: [], isChecking: false }) })
  const queue = useQueueStore()
  await queue.load()
  return (...numbers: readonly (string | null)[]) => queue.changeOf(numbers)?.id ?? null
}

it('a change of one of two assets with the same digits is not said to be one of the other', async () => {
  const changeOf = await open(queuedChange('LD8000000017'))
  expect(changeOf('8000000017', 'LD8000000017')).toBe('LD8000000017')
  expect(changeOf('8000000017', 'XX8000000017')).toBeNull()
  // Which of them is plugged in is not known.
  expect(changeOf('8000000017')).toBe('LD8000000017')
  expect(changeOf('8000000017', null)).toBe('LD8000000017')
})

it('a change that was queued without a record is of the lock that has one by now', async () => {
  const changeOf = await open(queuedChange('8000000017'))
  expect(changeOf('8000000017', 'LD8000000017')).toBe('8000000017')
})
