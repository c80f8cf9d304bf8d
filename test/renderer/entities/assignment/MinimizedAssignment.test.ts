// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { expect, it } from 'vitest'
import type { Job } from '#shared/model/changes/job'
import { succeed } from '#shared/outcome'
import MinimizedAssignment from '../../../../src-renderer/entities/assignment/MinimizedAssignment.vue'
import { useAssignStore } from '../../../../src-renderer/entities/assignment/assign-store'
import { useSettingsStore } from '../../../../src-renderer/stores/settings-store'
import { always } from '../../support/bridge-double'
import { mountComponent, withBridge } from '../../support/mount-component'
import { job, record, settings } from '../../support/samples'

it('says what the minimized assignment does: it starts, sends, has stopped or has ended', async () => {
  const counts = { intent: 3, sent: 1, done: 0, failed: 0, unknown: 0, 'not-sent': 0 }
  const running = job({ action: 'assign', state: 'running', rows: 4, counts })
  let start = (): void => undefined
  const double = withBridge({
    'settings/read': always<'settings/read'>(settings),
    'jobs/start': async () => {
      await new Promise<void>((done) => (start = done))
      return succeed(running)
    },
    'jobs/read': () => succeed({ job: running, rows: [] }),
  })
  const wrapper = mountComponent(MinimizedAssignment, {})
  await useSettingsStore().load()
  const store = useAssignStore()
  store.withdraw([record('8000000017', 0)])
  void store.send('Li Wei')
  store.close()
  await flushPromises()
  expect(wrapper.text()).toContain('Starting…')

  start()
  await flushPromises()
  expect(wrapper.text()).toContain('Assigning assets: 0 of 4 requests.')
  const change = async (part: Partial<Job>) => {
    double.emit('jobs/changed', { ...running, ...part })
    await flushPromises()
  }
  await change({ state: 'paused', pause: { kind: 'requested' }, counts: { ...counts, sent: 0, done: 1 } })
  expect(wrapper.text()).not.toContain('Assigning assets')
  await change({ state: 'ended', counts: { ...counts, intent: 0, sent: 0, failed: 4 } })
  expect(wrapper.text()).toContain('Result of the last assignment')
  wrapper.unmount()
})
