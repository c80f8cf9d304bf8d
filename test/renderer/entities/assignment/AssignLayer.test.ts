// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { afterEach, expect, it } from 'vitest'
import type { CommandOutcome } from '#shared/bridge/commands'
import { fail } from '#shared/outcome'
import AssignLayer from '../../../../src-renderer/entities/assignment/AssignLayer.vue'
import { useAssignStore } from '../../../../src-renderer/entities/assignment/assign-store'
import { useSettingsStore } from '../../../../src-renderer/stores/settings-store'
import { always } from '../../support/bridge-double'
import { mountComponent, withBridge } from '../../support/mount-component'
import { record, settings } from '../../support/samples'

let unmount = (): void => undefined
afterEach(() => unmount())

const withdrawn = async (answer: CommandOutcome<'jobs/start'>) => {
  withBridge({ 'settings/read': always<'settings/read'>(settings), 'jobs/start': () => answer })
  const wrapper = mountComponent(AssignLayer, {})
  unmount = () => wrapper.unmount()
  await useSettingsStore().load()
  const store = useAssignStore()
  store.withdraw([record('8000000017', 0), record('8000000018', 0)])
  await flushPromises()
  await wrapper.get('#assign-form').trigger('submit')
  await flushPromises()
  return { store, at: (testId: string) => wrapper.find(`[data-testid=${testId}]`) }
}

it('a confirmation returns with its assets when the system dialog is canceled', async () => {
  const { store, at } = await withdrawn(fail({ code: 'not-confirmed', message: '' }))
  expect(at('confirm-assign').text()).toBe('Withdraw 2 assets')
  expect(at('not-confirmed').text()).toBe('Not confirmed. Nothing was sent.')
  expect(store.now).toMatchObject({ step: 'confirm', moves: [{}, {}] })
})

it('a confirmation that is opened later has no such message', async () => {
  const { store, at } = await withdrawn(fail({ code: 'not-confirmed', message: '' }))
  store.close()
  store.withdraw([record('8000000017', 0)])
  await flushPromises()
  expect(at('confirm-assign').exists()).toBe(true)
  expect(at('not-confirmed').exists()).toBe(false)
})

it('another failure ends the assignment', async () => {
  const { store } = await withdrawn(fail({ code: 'not-saved', message: 'ENOSPC' }))
  expect(store.now?.step).toBe('failed')
})
