// @vitest-environment happy-dom
import { flushPromises, mount } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createMemoryHistory, createRouter } from 'vue-router'
import type { AppDescription } from '#shared/bridge/app-commands'
import type { CommandOutcome } from '#shared/bridge/commands'
import type { Policy } from '#shared/model/app/policy'
import type { Job } from '#shared/model/changes/job'
import type { QueuedChange } from '#shared/model/changes/queued-change'
import { fail, succeed } from '#shared/outcome'
import { usePageRequestsStore } from '../../../../../src-renderer/actions/open-page'
import { usePlatformStore } from '../../../../../src-renderer/stores/platform-store'
import { useAppStore } from '../../../../../src-renderer/stores/app-store'
import { useSettingsStore } from '../../../../../src-renderer/stores/settings-store'
import { useDeskStore } from '../../../../../src-renderer/entities/lock/desk-store'
import { useContinuousStore } from '../../../../../src-renderer/features/lock-desk/continuous/continuous-store'
import ListView from '../../../../../src-renderer/features/lock-desk/list/ListView.vue'
import { useListStore } from '../../../../../src-renderer/features/lock-desk/list/list-store'
import { useSuccessStore } from '../../../../../src-renderer/stores/success-store'
import { usePluggedStore } from '../../../../../src-renderer/entities/lock/plugged-store'
import { createTexts } from '../../../support/texts'
import { always } from '../../../support/bridge-double'
import { withBridge } from '../../../support/mount-component'
import {
  entry,
  job,
  platform,
  plugged,
  queuedChange,
  record,
  settings,
  shell,
  unreachable,
} from '../../../support/samples'

const [one, two, three] = ['8000000017', '8000000018', '8000000019']
let unmount = (): void => undefined
afterEach(() => unmount())

const rows = [one, three].map((number, place) =>
  entry({ entryId: `e${String(place)}`, key: number, shellNumber: shell(number), state: 'intent' }),
)

const openList = async (started: CommandOutcome<'jobs/start'> = succeed(job())) => {
  const double = withBridge({
    'settings/read': always<'settings/read'>(settings),
    'locks/look-up-many': ({ numbers }) =>
      succeed({
        results: numbers.map((number) =>
          number.length === 10
            ? { state: 'found' as const, record: record(number, Date.now(), { locked: number === two }) }
            : { state: 'not-a-number' as const },
        ),
        enterprises: 1,
        unread: 0,
        failure: null,
      }),
    'jobs/start': () => started,
    'jobs/read': () => succeed({ job: job(), rows }),
  })
  const pinia = createPinia()
  setActivePinia(pinia)
  await useSettingsStore().load()
  useDeskStore().choose('disable')
  const router = createRouter({
    history: createMemoryHistory(),
    routes: [{ path: '/:all(.*)*', component: { template: '<p />' } }],
  })
  const wrapper = mount(ListView, {
    attachTo: document.body,
    props: { shown: true },
    global: { plugins: [pinia, createTexts('en'), router] },
  })
  unmount = () => wrapper.unmount()
  await useListStore().add([one, two, three, 'x'])
  await flushPromises()
  const at = (testId: string) => wrapper.find(`[data-testid=${testId}]`)
  const press = async (testId: string): Promise<void> => {
    await at(testId).trigger('click')
    await flushPromises()
  }
  const run = async (): Promise<void> => {
    await press('run-list')
    await wrapper.get('#list-form').trigger('submit')
    await flushPromises()
  }
  const change = async (part: Partial<Job>): Promise<void> => {
    double.emit('jobs/changed', job(part))
    await flushPromises()
  }
  return { double, wrapper, at, press, run, change, router }
}

const usePolicy = async (policy: Policy): Promise<void> => {
  useAppStore().description = { policy: { state: 'active', source: 'test', policy } } as AppDescription
  await flushPromises()
}

/** The first row is disabled, the second one failed. */
const resultRows = [
  { entryId: 'e0', state: 'done' as const, reason: null, endedAt: 1 },
  { entryId: 'e1', state: 'failed' as const, reason: { kind: 'status' as const, status: 3 }, endedAt: 1 },
]

describe('ListView', () => {
  it('explains scanning while it is empty', async () => {
    const { at, press } = await openList()
    await press('clear-list')
    expect(at('list-empty').text()).toContain('Scan or paste locks to disable')
  })

  it('is brought back by Undo as it was, unless other rows are there', async () => {
    const { at, press } = await openList()
    const list = useListStore()
    const success = useSuccessStore()
    const shown = () => list.shown.map(({ number, ticked, checked }) => [number, ticked, checked.result])
    list.tick([list.rows[1]?.id ?? 0], true)
    const before = shown()
    await press('clear-list')
    expect(list.rows).toHaveLength(0)
    if (success.current?.jobId === null) success.current.undo()
    await flushPromises()
    expect(shown()).toEqual(before)
    await press('clear-list')
    expect(success.current).not.toBeNull()
    await list.add([three])
    await flushPromises()
    expect(success.current).toBeNull()
    expect(at('run-list').exists()).toBe(true)
  })

  it('says once what is the same in all rows, and in a row what differs', async () => {
    const { wrapper, at, press } = await openList()
    const titles = () => wrapper.findAll('[role=columnheader]').map((title) => title.text())
    // Of an invalid number no enterprise is known.
    expect(at('list-customer').text()).toBe('All locks found: North Bridge Engineering Ltd')
    expect(titles()).not.toContain('Enterprise')
    await vi.waitFor(() => expect(wrapper.find('[data-check=malformed]').exists()).toBe(true))
    expect(wrapper.find('[data-check=malformed]').text()).toBe('Invalid number')
    expect(wrapper.find('[data-check=ready]').text()).toBe('')
    await press('clear-list')
    await useListStore().add([one, three])
    await flushPromises()
    expect(at('list-customer').text()).toBe('All rows: North Bridge Engineering Ltd')
    expect(titles()).not.toContain('Enterprise')
  })

  it('leaves to the offline queue what was added to it', async () => {
    const { double, wrapper, at, press } = await openList()
    let changes: readonly QueuedChange[] = []
    double.handlers['outbox/list'] = () => succeed({ changes, ended: [], isChecking: false })
    double.handlers['outbox/add'] = ({ rows: added }) => {
      changes = added.map(({ assetNum }) => queuedChange(assetNum))
      return succeed({ queued: added.length, already: 0 })
    }
    usePlatformStore().status = { ...platform(Date.now()), state: 'unreachable' }
    await flushPromises()
    expect(at('queue-list').text()).toBe('Queue 2 locks')
    await press('queue-list')
    await wrapper.get('#list-form').trigger('submit')
    await flushPromises()
    // Neither button sends them again.
    expect([at('queue-list').exists(), at('run-list').attributes('aria-disabled')]).toEqual([false, 'true'])
    expect(at('list-queued').text()).toBe('2 queued')
    expect([at('chip-queued').text(), at('chip-ready').exists()]).toEqual(['Queued 2', false])
    await vi.waitFor(() => expect(wrapper.findAll('[data-testid=queued]')).toHaveLength(2))
    expect(useListStore().unsent.map(({ text }) => text)).toEqual([two, 'x'])
    // All rows are selected, except those that the queue sends.
    await press('select-all')
    expect(useListStore().ticked.map(({ number }) => number)).toEqual([two])
  })

  it('is not sent with more rows than the policy allows, and says so', async () => {
    const { double, wrapper, at, press } = await openList()
    await usePolicy({ maxRowsPerJob: 1 })
    expect(at('managed').text()).toBe('At most 1 at once. Managed by your organization.')
    await press('run-list')
    expect(wrapper.find('#list-form').exists()).toBe(false)
    // A signed work order is the way on.
    await usePolicy({ maxRowsPerJob: 2, maxRowsWithoutWorkOrder: 1 })
    expect(at('managed').text()).toBe(
      'More than 1 change in 10 minutes needs a signed work order. Required by your organization.',
    )
    await press('run-list')
    expect(wrapper.find('#list-form').exists()).toBe(false)
    expect(at('sign-list').attributes('aria-disabled')).toBeUndefined()
    await usePolicy({ maxRowsPerJob: 2, maxRowsWithoutWorkOrder: 2 })
    expect(at('managed').exists()).toBe(false)
    await press('run-list')
    expect(wrapper.find('#list-form').exists()).toBe(true)
    expect(double.calls.some(({ name }) => name === 'jobs/start')).toBe(false)
  })

  it('repeats the facts, then sends exactly the selected rows', async () => {
    const { double, wrapper, at, press } = await openList()
    expect(at('chip-ready').attributes('data-count')).toBe('2')
    await press('run-list')
    expect(at('list-consequence').text()).toBe('Disabled locks stop working. Operator: Li Wei')
    expect(at('list-customers').text()).toMatch(/^North Bridge Engineering Ltd2 locks$/)
    expect(double.calls.some(({ name }) => name === 'jobs/start')).toBe(false)
    await wrapper.get('#list-form').trigger('submit')
    await flushPromises()
    const row = (number: string) => ({
      assetNum: number,
      shellNumber: number,
      enterpriseGlobalId: '1846372910564738291',
      plugId: null,
    })
    expect(double.calls.find(({ name }) => name === 'jobs/start')?.input).toEqual({
      action: 'disable',
      operatorIdentity: 'Li Wei',
      rows: [row(one), row(three)],
      retryOf: null,
    })
  })

  it('selects all rows except those that need no change, unless only these are shown', async () => {
    const { at, press } = await openList()
    await press('select-all')
    expect(at('run-list').text()).toBe('Disable')
    await press('select-all')
    expect(at('run-list').text()).toBe('Disable 2 locks')
    await press('chip-already')
    await vi.waitFor(() => expect(at('select-all').exists()).toBe(true))
    await press('select-all')
    // The two selected before are not among the rows that are shown.
    expect(at('run-list').text()).toBe('Disable 3 locks (2 not shown)')
    await press('run-list')
    expect(at('list-warnings').text()).toContain('1 already disabled')
  })

  it('asks for the operator where none is set', async () => {
    const { at, press } = await openList()
    useSettingsStore().settings = { ...settings, operatorIdentity: '' }
    await press('run-list')
    expect(at('confirm-operator-field').exists()).toBe(true)
    expect(at('confirm-list').attributes('disabled')).toBeDefined()
  })

  it('stays unchanged when the system dialog is canceled', async () => {
    const { at, run } = await openList(fail({ code: 'not-confirmed', message: '' }))
    await run()
    expect(at('not-confirmed').text()).toContain('Nothing was sent')
    expect(at('run-list').text()).toBe('Disable 2 locks')
  })

  it('warns at once when a lock is removed during the confirmation', async () => {
    const { double, wrapper, at, press } = await openList()
    const tell = async (...numbers: readonly string[]): Promise<void> => {
      double.emit(
        'locks/changed',
        numbers.map((number) => plugged(number, 1)),
      )
      await flushPromises()
    }
    usePluggedStore()
    await tell(one, two)
    await press('run-list')
    expect(at('list-pulled-out').exists()).toBe(false)
    // A lock that is not in the list does not matter.
    await tell(one)
    expect(at('list-pulled-out').exists()).toBe(false)
    await tell()
    expect(at('list-pulled-out').text()).toBe('Lock removed: 8000 000 017. You can still confirm.')
    await tell(one)
    expect(at('list-pulled-out').exists()).toBe(false)
    await tell()
    await wrapper.get('#list-form').trigger('submit')
    await flushPromises()
    expect(double.calls.some(({ name }) => name === 'jobs/start')).toBe(true)
  })

  it('shows why a job could not start', async () => {
    const { at, run } = await openList(fail({ code: 'not-saved', message: 'ENOSPC' }))
    await run()
    expect(at('run-failure').text()).toContain('Couldn’t save to disk')
  })
})

describe('a number with multiple matches', () => {
  it('is sent once one match is chosen', async () => {
    const { double, wrapper, at, press } = await openList()
    const several = [record('8000000777', 0), record('8000000777', 0, { assetNum: 'LD8000000777' })]
    double.handlers['locks/look-up-many'] = ({ numbers }) =>
      succeed({
        results: numbers.map(() => ({ state: 'ambiguous', records: several })),
        enterprises: 1,
        unread: 0,
        failure: null,
      })
    await press('clear-list')
    await useListStore().add(['8000000777'])
    await flushPromises()
    expect(at('run-list').attributes('aria-disabled')).toBe('true')
    await press('choose-match')
    await wrapper.findAll('[data-testid=ambiguous] button').at(1)?.trigger('click')
    await flushPromises()
    await press('run-list')
    await wrapper.get('#list-form').trigger('submit')
    await flushPromises()
    expect(double.calls.find(({ name }) => name === 'jobs/start')?.input).toMatchObject({
      rows: [{ assetNum: 'LD8000000777', shellNumber: '8000000777' }],
    })
  })
})

it('a number that is pasted beside the field goes into the field that is shown', async () => {
  await openList()
  const paste = (text: string): void => {
    const event = Object.assign(new Event('paste'), {
      clipboardData: { getData: () => text, files: [] },
    })
    window.dispatchEvent(event)
  }
  const [desk, continuous] = [useDeskStore(), useContinuousStore()]
  paste('8000000020')
  expect(desk.typed).toBe('8000000020')
  continuous.batch = {
    action: 'disable',
    operatorIdentity: 'Li Wei',
    startedAt: 1,
    rows: [],
    ended: null,
  }
  paste('8000000021')
  expect([desk.typed, continuous.typed]).toEqual(['8000000020', '8000000021'])
})

describe('a number that is scanned while the job runs', () => {
  const scanWhileRunning = async () => {
    const made = await openList()
    await made.run()
    useListStore().addOne('8000000020')
    const done = (entryId: string) => ({ entryId, state: 'done' as const, reason: null, endedAt: 1 })
    made.double.emit('jobs/rows', { jobId: 'job-1', rows: [done('e0'), done('e1')] })
    await made.change({ state: 'ended', counts: { ...job().counts, intent: 0, done: 2 } })
    await vi.waitFor(() => expect(made.at('job-reverse').exists()).toBe(true))
    return made
  }

  it('stays during “Enable again”', async () => {
    const { wrapper, press } = await scanWhileRunning()
    await press('job-reverse')
    await wrapper.get('#list-form').trigger('submit')
    await flushPromises()
    expect(useListStore().rows.map(({ number }) => number)).toEqual([one, three, '8000000020'])
  })

  it('is not replaced by locks of another page without a question', async () => {
    await scanWhileRunning()
    usePageRequestsStore().give('desk', { action: 'enable', numbers: [two], reverses: null })
    await flushPromises()
    expect(document.querySelector('[data-testid=replace-list]')).not.toBeNull()
    expect(useListStore().rows.map(({ number }) => number)).toEqual(['8000000020'])
  })
})

describe('while a job is being started', () => {
  it('keeps the rows, and what is scanned meanwhile', async () => {
    const { double, wrapper, at, press, change } = await openList()
    let answer = (): void => undefined
    const answered = new Promise<void>((done) => (answer = done))
    double.handlers['jobs/start'] = async () => {
      await answered
      return succeed(job())
    }
    const list = useListStore()
    const numbers = () => list.rows.map(({ number }) => number)
    await press('run-list')
    await wrapper.get('#list-form').trigger('submit')
    await flushPromises()
    expect(at('clear-list').attributes('aria-disabled')).toBe('true')
    await press('clear-list')
    list.remove(list.rows[0]?.id ?? 0)
    expect(numbers()).toEqual([one, two, three, 'x'])
    list.addOne('8000000020')
    answer()
    await flushPromises()
    expect(numbers()).toEqual([one, two, three, 'x', '8000000020'])
    expect(at('job-action-bar').exists()).toBe(true)
    await change({ state: 'ended' })
    list.addOne('8000000021')
    await flushPromises()
    expect(numbers()).toEqual(['8000000020', '8000000021'])
  })

  it('starts no second one, and keeps a number scanned during “Enable again”', async () => {
    const { double, wrapper, at, press, run, change } = await openList()
    await run()
    const done = (entryId: string) => ({ entryId, state: 'done' as const, reason: null, endedAt: 1 })
    double.emit('jobs/rows', { jobId: 'job-1', rows: [done('e0'), done('e1')] })
    await change({ state: 'ended', counts: { ...job().counts, intent: 0, done: 2 } })
    await vi.waitFor(() => expect(at('job-reverse').exists()).toBe(true))
    let answer = (): void => undefined
    const answered = new Promise<void>((resolve) => (answer = resolve))
    double.handlers['jobs/start'] = async () => {
      await answered
      return succeed(job({ jobId: 'job-2', action: 'enable' }))
    }
    await press('job-reverse')
    await wrapper.get('#list-form').trigger('submit')
    await flushPromises()
    for (const action of ['job-reverse', 'clear-list']) {
      expect(at(action).attributes('aria-disabled')).toBe('true')
      await press(action)
    }
    expect(wrapper.find('#list-form').exists()).toBe(false)
    useListStore().addOne('8000000020')
    answer()
    await flushPromises()
    expect(useListStore().rows.map(({ number }) => number)).toEqual([one, three, '8000000020'])
    expect(double.calls.filter(({ name }) => name === 'jobs/start')).toHaveLength(2)
  })
})

describe('a running list', () => {
  it('is not replaced, and is not called sending while it is paused', async () => {
    const { run, change } = await openList()
    await run()
    await change({ state: 'paused', pause: { kind: 'requested' } })
    usePageRequestsStore().give('desk', { action: 'enable', numbers: [two], reverses: null })
    await flushPromises()
    const button = document.querySelector<HTMLButtonElement>('[data-testid=replace-list]')
    expect(button?.disabled).toBe(true)
    expect(button?.closest('dialog')?.textContent).toContain('The list is not finished.')
  })

  it('can be canceled again where it stays paused, because the end could not be written', async () => {
    const { double, at, press, run, change } = await openList()
    await run()
    const waiting = job({ state: 'paused', pause: { kind: 'platform', failure: unreachable } })
    await change(waiting)
    double.handlers['jobs/cancel'] = () => succeed(waiting)
    await press('job-cancel')
    expect(at('job-cancel').attributes('aria-disabled')).toBe('true')
    await change({ state: 'paused', pause: { kind: 'journal-not-writable' } })
    expect(at('job-cancel').attributes('aria-disabled')).toBe('false')
  })

  it('shows its progress and pauses with a message', async () => {
    const { double, at, press, run, change } = await openList()
    double.handlers['jobs/pause'] = () => succeed(job())
    await run()
    expect(at('job-progress').text()).toContain('0 of 2')
    await press('job-pause')
    expect(at('job-progress').text()).toContain('Pausing')
    const counts = { ...job().counts, intent: 1, done: 1 }
    await change({ state: 'paused', pause: { kind: 'platform', failure: unreachable }, counts })
    expect(at('job-paused').text()).toMatch(/The platform doesn’t respond.*1 of 2.*automatically/)
    await change({ state: 'paused', pause: { kind: 'interrupted' }, counts })
    expect(at('job-paused').text()).toContain('Nothing is sent until you resume')
    expect(at('job-resume').exists()).toBe(true)
  })

  it('updates its rows, then shows the results and the next steps', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { double, wrapper, at, press, run, change, router } = await openList()
    await run()
    double.emit('jobs/rows', { jobId: 'job-1', rows: resultRows })
    vi.advanceTimersByTime(200)
    vi.useRealTimers()
    await change({ state: 'ended', counts: { ...job().counts, intent: 0, done: 1, failed: 1 } })
    expect(at('job-summary').text()).toBe('1 disabled, 1 failed')
    expect(wrapper.find('[data-result=failed]').text()).toContain('failed without a reason')
    expect(at('job-retry').text()).toBe('Retry failed (1)')
    expect(at('job-reverse').text()).toBe('Undo 1')
    expect(at('list-announcement').text()).toBe('Finished: 1 disabled, 1 failed')
    await press('job-receipt')
    expect(router.currentRoute.value.path).toBe('/receipt/job-1')
    await press('job-retry')
    await wrapper.get('#list-form').trigger('submit')
    await flushPromises()
    const starts = double.calls.filter(({ name }) => name === 'jobs/start')
    expect(starts.at(-1)?.input).toMatchObject({ retryOf: 'job-1', rows: [{ assetNum: three }] })
  })
  it('is retried and undone only as far as the policy allows without a work order', async () => {
    const { double, wrapper, at, press, run, change } = await openList()
    double.handlers['jobs/without-order'] = () => succeed(2)
    await run()
    double.emit('jobs/rows', { jobId: 'job-1', rows: resultRows })
    await change({ state: 'ended', counts: { ...job().counts, intent: 0, done: 1, failed: 1 } })
    await usePolicy({ maxRowsWithoutWorkOrder: 2 })
    await vi.waitFor(() => expect(at('job-reverse').exists()).toBe(true))
    const starts = () => double.calls.filter(({ name }) => name === 'jobs/start').length
    for (const button of ['job-retry', 'job-reverse']) {
      await press(button)
      expect(at('managed').text()).toContain('need a signed work order')
      expect(at('confirm-list').attributes('disabled')).toBeDefined()
      await wrapper.get('#list-form').trigger('submit')
      await press('cancel')
      expect(starts()).toBe(1)
    }
    // The changes of ten minutes ago no longer count.
    double.handlers['jobs/without-order'] = () => succeed(1)
    await press('job-reverse')
    expect(at('managed').exists()).toBe(false)
    await wrapper.get('#list-form').trigger('submit')
    await flushPromises()
    expect(starts()).toBe(2)
  })
})
