// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import type { AppDescription } from '#shared/bridge/app-commands'
import { succeed } from '#shared/outcome'
import { useBatchesStore } from '../../../../src-renderer/features/shell-numbers/batches-store'
import { useAppStore } from '../../../../src-renderer/stores/app-store'
import { withBridge } from '../../support/mount-component'
import { job } from '../../support/samples'

it.each([true, false])('numbers of training are never among others (training: %s)', async (training) => {
  const all = [true, false].map((isTraining) =>
    job({ jobId: String(isTraining), action: 'allocate', state: 'ended', training: isTraining }),
  )
  const { emit } = withBridge({
    'jobs/list': () => succeed(all),
    'jobs/read': () => succeed({ job: job({ action: 'allocate' }), rows: [] }),
  })
  useAppStore().description = { training } as AppDescription
  const batches = useBatchesStore()
  await batches.load()
  expect(batches.listed.map(({ jobId }) => jobId)).toEqual([String(training)])
  emit('jobs/changed', job({ jobId: 'new', action: 'allocate', training }))
  expect(batches.listed.map(({ jobId }) => jobId)).toContain('new')
})
