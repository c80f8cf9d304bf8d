// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest'
import type { Job } from '#shared/model/changes/job'
import ImportSummary from '../../../../../src-renderer/features/employees/import/ImportSummary.vue'
import { mountComponent } from '../../../support/mount-component'
import { job } from '../../../support/samples'

const shown = vi.hoisted(() => ({ job: null as Job | null }))
vi.mock('../../../../../src-renderer/features/employees/import/import-store', () => ({
  useImportStore: () => ({ rows: [{}, {}, {}, {}], unsaved: 0, job: shown.job }),
}))

it.each<[Job | null, string]>([
  [null, 'An import of 4 rows is not sent yet.'],
  [
    job({ rows: 4, counts: { intent: 1, sent: 1, done: 2, failed: 0, 'not-sent': 0, unknown: 0 } }),
    'Importing 2 of 4',
  ],
  [job({ rows: 4, state: 'ended' }), 'An import of 4 rows has ended.'],
])('says of an import only what is true of it (%#)', (of, text) => {
  shown.job = of
  const wrapper = mountComponent(ImportSummary, {})
  expect(wrapper.get('[role=status]').text()).toBe(text)
  wrapper.unmount()
})
