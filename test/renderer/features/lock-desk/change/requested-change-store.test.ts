// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { fail, succeed } from '#shared/outcome'
import { useSettingsStore } from '../../../../../src-renderer/stores/settings-store'
import { useRequestedChangeStore } from '../../../../../src-renderer/features/lock-desk/change/requested-change-store'
import { withBridge } from '../../../support/mount-component'
import { entry, record } from '../../../support/samples'
import { oneLockJobs } from '../../../support/one-lock-job'

const number = '8000000017'

const confirmed = async (answer: ReturnType<Parameters<typeof oneLockJobs>[0]>) => {
  withBridge(oneLockJobs(() => answer))
  const change = useRequestedChangeStore()
  change.open('disable', { number, record: record(number, Date.now()), plugId: null })
  const requested = change.requested
  await change.confirm(useSettingsStore().operator)
  return { requested, now: change.requested }
}

it('a confirmation returns when the system dialog after it was canceled', async () => {
  const { requested, now } = await confirmed(fail({ code: 'not-confirmed', message: '' }))
  expect(requested).not.toBeNull()
  expect(now).toEqual(requested)
})

it('a confirmation ends with any other result of its change', async () => {
  const { now } = await confirmed(succeed(entry({ state: 'not-sent', reason: { kind: 'lock-pulled-out' } })))
  expect(now).toBeNull()
})

it.each([
  ['the system dialog of the offline queue was canceled', 'not-confirmed' as const],
  ['the offline queue could not be saved', 'not-saved' as const],
])('a confirmation returns when %s', async (_name, code) => {
  withBridge({ 'outbox/add': () => fail({ code, message: '' }) })
  const change = useRequestedChangeStore()
  change.open('disable', { number, record: record(number, Date.now()), plugId: null })
  const requested = change.requested
  await change.enqueue(useSettingsStore().operator)
  expect(requested).not.toBeNull()
  expect(change.requested).toEqual(requested)
  expect(change.queueFailure?.code ?? 'not-confirmed').toBe(code)
})
