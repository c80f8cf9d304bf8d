// @vitest-environment happy-dom
import { flushPromises, mount } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createMemoryHistory, createRouter } from 'vue-router'
import type { CommandOutcome } from '#shared/commands'
import type { Job } from '#shared/model/job'
import { fail, succeed } from '#shared/outcome'
import { useSettingsStore } from '../../../../../src-renderer/app/stores/settings-store'
import { useDeskStore } from '../../../../../src-renderer/features/lock-desk/desk-store'
import ListDesk from '../../../../../src-renderer/features/lock-desk/list/ListDesk.vue'
import { useListStore } from '../../../../../src-renderer/features/lock-desk/list/list-store'
import { createTexts } from '../../../support/texts'
import { always } from '../../../support/bridge-double'
import { withBridge } from '../../../support/draw'
import { entry, job, record, settings, shell, unreachable } from '../../../support/samples'

const [one, two, three] = ['8000000017', '8000000018', '8000000019']
let unmount = (): void => undefined
afterEach(() => unmount())

const rows = [one, three].map((number, place) =>
  entry({ entryId: `e${String(place)}`, key: number, shellNumber: shell(number), state: 'intent' }),
)

const openList = async (started: CommandOutcome<'jobs/start'> = succeed(job())) => {
  const double = withBridge({
    'settings/read': always<'settings/read'>(settings),
    'desk/look-up-many': ({ numbers }) =>
      succeed({
        looked: numbers.map((number) =>
          number.length === 10
            ? { state: 'found' as const, record: record(number, Date.now(), { locked: number === two }) }
            : { state: 'not-a-number' as const },
        ),
        enterprises: 1,
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
  const drawn = mount(ListDesk, {
    attachTo: document.body,
    props: { shown: true },
    global: { plugins: [pinia, createTexts('en'), router] },
  })
  unmount = () => drawn.unmount()
  await useListStore().add([one, two, three, 'x'])
  await flushPromises()
  const at = (testId: string) => drawn.find(`[data-testid=${testId}]`)
  const press = async (testId: string): Promise<void> => {
    await at(testId).trigger('click')
    await flushPromises()
  }
  const run = async (): Promise<void> => {
    await press('run-list')
    await drawn.get('#list-form').trigger('submit')
    await flushPromises()
  }
  const change = async (told: Partial<Job>): Promise<void> => {
    double.tell('jobs/changed', job(told))
    await flushPromises()
  }
  return { double, drawn, at, press, run, change, router }
}

describe('a list', () => {
  it('teaches the gesture while it is empty', async () => {
    const { at, press } = await openList()
    await press('clear-list')
    expect(at('list-empty').text()).toContain('Scan or paste the locks to be disabled')
  })

  it('repeats the facts, then sends exactly the ticked rows', async () => {
    const { double, drawn, at, press } = await openList()
    expect(at('chip-ready').attributes('data-count')).toBe('2')
    await press('run-list')
    expect(at('list-consequence').text()).toBe('2 locks of 1 customer will stop working. As Li Wei.')
    expect(double.given.some(({ name }) => name === 'jobs/start')).toBe(false)
    await drawn.get('#list-form').trigger('submit')
    await flushPromises()
    const row = (number: string) => ({
      assetNum: number,
      shellNumber: number,
      enterpriseGlobalId: '1846372910564738291',
      plugId: null,
    })
    expect(double.given.find(({ name }) => name === 'jobs/start')?.input).toEqual({
      action: 'disable',
      operatorIdentity: 'Li Wei',
      rows: [row(one), row(three)],
      retryOf: null,
    })
  })

  it('asks who it is where nobody is named', async () => {
    const { at, press } = await openList()
    useSettingsStore().settings = { ...settings, operatorIdentity: '' }
    await press('run-list')
    expect(at('confirm-operator-field').exists()).toBe(true)
    expect(at('confirm-list').attributes('disabled')).toBeDefined()
  })

  it('stays as it is when the person says no to the system', async () => {
    const { at, run } = await openList(fail({ code: 'not-confirmed', message: '' }))
    await run()
    expect(at('not-confirmed').text()).toContain('nothing was sent')
    expect(at('run-list').text()).toBe('Disable 2 locks')
  })

  it('says why a job could not be begun', async () => {
    const { at, run } = await openList(fail({ code: 'not-saved', message: 'ENOSPC' }))
    await run()
    expect(at('run-failure').text()).toContain('could not be saved')
  })
})

describe('a number that two records carry', () => {
  it('is sent once a person says which one is meant', async () => {
    const { double, drawn, at, press } = await openList()
    const several = [record('8000000777', 0), record('8000000777', 0, { assetNum: 'LD8000000777' })]
    double.answers['desk/look-up-many'] = ({ numbers }) =>
      succeed({
        looked: numbers.map(() => ({ state: 'ambiguous', records: several })),
        enterprises: 1,
        failure: null,
      })
    await press('clear-list')
    await useListStore().add(['8000000777'])
    await flushPromises()
    expect(at('run-list').attributes('aria-disabled')).toBe('true')
    await press('choose-record')
    await drawn.findAll('[data-testid=ambiguous] button').at(1)?.trigger('click')
    await flushPromises()
    await press('run-list')
    await drawn.get('#list-form').trigger('submit')
    await flushPromises()
    expect(double.given.find(({ name }) => name === 'jobs/start')?.input).toMatchObject({
      rows: [{ assetNum: 'LD8000000777', shellNumber: '8000000777' }],
    })
  })
})

describe('a list that runs', () => {
  it('shows how far it is, and pauses in words', async () => {
    const { double, at, press, run, change } = await openList()
    double.answers['jobs/pause'] = () => succeed(job())
    await run()
    expect(at('job-progress').text()).toContain('0 of 2')
    await press('job-pause')
    expect(at('job-progress').text()).toContain('Pausing')
    const counts = { ...job().counts, intent: 1, done: 1 }
    await change({ state: 'paused', pause: { kind: 'platform', failure: unreachable }, counts })
    expect(at('job-paused').text()).toMatch(/could not be reached.*1 of 2.*by itself/)
    await change({ state: 'paused', pause: { kind: 'interrupted' }, counts })
    expect(at('job-paused').text()).toContain('Nothing goes out until you say so')
    expect(at('job-resume').exists()).toBe(true)
  })

  it('turns its rows, then says what became of them and what can be done', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { double, drawn, at, press, run, change, router } = await openList()
    await run()
    double.tell('jobs/rows', {
      jobId: 'job-1',
      rows: [
        { entryId: 'e0', state: 'done', reason: null, endedAt: 1 },
        { entryId: 'e1', state: 'failed', reason: { kind: 'status', status: 3 }, endedAt: 1 },
      ],
    })
    vi.advanceTimersByTime(200)
    vi.useRealTimers()
    await change({ state: 'ended', counts: { ...job().counts, intent: 0, done: 1, failed: 1 } })
    expect(at('job-summary').text()).toBe('1 disabled, 1 refused')
    expect(drawn.find('[data-outcome=failed]').text()).toContain('gave no reason')
    expect(at('job-retry').text()).toBe('Retry the refused (1)')
    expect(at('job-reverse').text()).toBe('Enable it again')
    expect(at('list-said').text()).toBe('Done: 1 disabled, 1 refused')
    await press('job-receipt')
    expect(router.currentRoute.value.path).toBe('/receipt/job-1')
    await press('job-retry')
    await drawn.get('#list-form').trigger('submit')
    await flushPromises()
    const starts = double.given.filter(({ name }) => name === 'jobs/start')
    expect(starts.at(-1)?.input).toMatchObject({ retryOf: 'job-1', rows: [{ assetNum: three }] })
  })
})
