// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { succeed } from '#shared/outcome'
import { useBatchesStore } from '../../../../src-renderer/features/shell-numbers/batches-store'
import { withBridge } from '../../support/mount-component'
import { job } from '../../support/samples'

it.each(['training', 'https://other.example'])('numbers of %s are never among others', async (elsewhere) => {
  const all = [
    job({ jobId: 'here', action: 'allocate' }),
    job({ jobId: 'there', action: 'allocate', elsewhere }),
  ]
  const { emit } = withBridge({
    'jobs/list': () => succeed(all),
    'jobs/read': () => succeed({ job: job({ action: 'allocate' }), rows: [] }),
  })
  const batches = useBatchesStore()
  await batches.load()
  expect(batches.listed.map(({ jobId }) => jobId)).toEqual(['here'])
  emit('jobs/changed', job({ jobId: 'new', action: 'allocate' }))
  expect(batches.listed.map(({ jobId }) => jobId)).toContain('new')
})
