// @vitest-environment happy-dom
import { setStatusBarHost } from '../../../../../src-renderer/ui/layout/status-bar'
import { flushPromises, mount } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { h } from 'vue'
import { createMemoryHistory, createRouter } from 'vue-router'
import { noPolicy } from '#shared/model/app/policy'
import type { AppDescription } from '#shared/bridge/app-commands'
import type { Settings } from '#shared/model/app/settings'
import type { JournalEntry } from '#shared/model/changes/change'
import { initialTourProgress } from '#shared/model/app/tour'
import type { TourProgress } from '#shared/model/app/tour'
import type { PluggedLock, SimulatedLock } from '#shared/model/locks/plugged-lock'
import { succeed } from '#shared/outcome'
import { useAppStore } from '../../../../../src-renderer/stores/app-store'
import { useTourStore } from '../../../../../src-renderer/stores/tour-store'
import { useJournalStore } from '../../../../../src-renderer/stores/journal-store'
import { useSettingsStore } from '../../../../../src-renderer/stores/settings-store'
import TourProgressItem from '../../../../../src-renderer/features/lock-desk/onboarding/TourProgressItem.vue'
import TourPanel from '../../../../../src-renderer/features/lock-desk/onboarding/TourPanel.vue'
import { usePluggedStore } from '../../../../../src-renderer/entities/lock/plugged-store'
import { useRecordsStore } from '../../../../../src-renderer/entities/lock/records-store'
import { useSimulatorStore } from '../../../../../src-renderer/entities/lock/simulator-store'
import { createTexts } from '../../../support/texts'
import { always } from '../../../support/bridge-double'
import { withBridge } from '../../../support/mount-component'
import { entry, plugged, record, settings, shell } from '../../../support/samples'

// happy-dom has no popovers.
HTMLElement.prototype.hidePopover = () => undefined
const there = '8000000017'
const number = '8000000024'
/** Later than the start of the tour. */
const later = Date.now() + 1000

let unmount = (): void => undefined
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => {
  unmount()
  vi.useRealTimers()
})

const trayLock = (shellNumber: string, part: Partial<SimulatedLock> = {}): SimulatedLock => ({
  trayId: `lock-${shellNumber}`,
  kind: 'lock',
  shellNumber: shell(shellNumber),
  label: { en: 'Lock', zh: '锁' },
  pluggedIn: false,
  condition: 'well',
  ...part,
})

interface Scene {
  readonly opening?: TourProgress
  readonly training?: boolean
  readonly journal?: readonly JournalEntry[]
  readonly simulator?: readonly SimulatedLock[]
}

/** Mounts the tour line with its watcher and the tour panel, over a bridge that emits events. */
const open = async ({
  opening = initialTourProgress,
  training = true,
  journal = [],
  simulator = [],
}: Scene = {}) => {
  let kept: Settings = { ...settings, opening }
  let rows = [...journal]
  const description: AppDescription = {
    version: '1',
    electron: '45',
    training,
    simulatedLocks: training,
    systemLanguage: 'en',
    policy: noPolicy,
    notices: [],
  }
  const double = withBridge({
    'app/describe': always<'app/describe'>(description),
    'settings/read': () => succeed(kept),
    'settings/change': (part) => {
      kept = { ...kept, ...part }
      return succeed(kept)
    },
    'locks/list': always<'locks/list'>([plugged(there, 1)]),
    'simulator/list': () => succeed(simulator),
    'simulator/act': always<'simulator/act'>(null),
    'journal/slice': ({ from, limit }) =>
      succeed({ rows: rows.slice(from, from + limit), total: rows.length }),
    'locks/look-up': ({ number: requested }) =>
      succeed({ state: 'found', record: record(requested, Date.now()), failure: null }),
    'locks/look-up-many': ({ numbers }) =>
      succeed({
        results: numbers.map((requested) => ({
          state: 'found' as const,
          record: record(requested, Date.now(), requested === there ? { locked: true } : {}),
        })),
        enterprises: 1,
        unread: 0,
        failure: null,
      }),
  })
  const pinia = createPinia()
  setActivePinia(pinia)
  await useAppStore().load()
  await useSettingsStore().load()
  await usePluggedStore().load()
  await useSimulatorStore().load()
  await useJournalStore().load()
  const nothing = () => h('p')
  const router = createRouter({
    history: createMemoryHistory(),
    routes: [
      { path: '/', name: 'desk', component: nothing },
      { path: '/journal', name: 'journal', component: nothing },
      { path: '/receipt/:jobId', name: 'receipt', component: nothing },
      { path: '/lending', name: 'lending', component: nothing },
    ],
  })
  await router.push({ name: 'desk' })
  const both = () => [h(TourProgressItem), h(TourPanel, { connectable: true })]
  const wrapper = mount(both, {
    attachTo: document.body,
    global: { plugins: [pinia, createTexts('en'), router] },
  })
  unmount = () => wrapper.unmount()
  await flushPromises()

  const comeIn = async (lock: PluggedLock): Promise<void> => {
    double.emit('locks/changed', [plugged(there, 1), lock])
    await useRecordsStore().track(number)
    await flushPromises()
  }
  const happen = async (...more: JournalEntry[]): Promise<void> => {
    rows = [...rows, ...more]
    for (const { jobId } of more) double.emit('journal/changed', { jobId })
    await vi.advanceTimersByTimeAsync(500)
    await flushPromises()
  }
  const statesOf = () =>
    wrapper.findAll('[data-testid^=tour-step-]').map((step) => step.attributes('data-state'))
  return { double, wrapper, router, comeIn, happen, statesOf, kept: () => kept.opening }
}

let turn = 0
const done = (action: 'disable' | 'enable', part: Partial<JournalEntry> = {}): JournalEntry => {
  turn += 1
  return entry({
    entryId: `entry-${String(turn)}`,
    jobId: `job-${String(turn)}`,
    action,
    key: number,
    shellNumber: shell(number),
    training: true,
    state: 'done',
    requestedAt: later + turn,
    ...part,
  })
}

describe('the onboarding tour', () => {
  it('completes each step when it happens, and then ends', async () => {
    const { comeIn, happen, router, statesOf, kept, wrapper } = await open()
    expect(statesOf()).toEqual(['current', 'later', 'later', 'later'])
    expect(wrapper.findAll('[role=list] > [role=listitem]')).toHaveLength(4)
    expect(wrapper.get('[aria-current=step] h3').text()).not.toBe('')
    await comeIn(plugged(number, later))
    expect(statesOf()).toEqual(['ticked', 'current', 'later', 'later'])
    await happen(done('disable'))
    expect(statesOf()).toEqual(['ticked', 'ticked', 'current', 'later'])
    await router.push({ name: 'journal' })
    await flushPromises()
    expect(statesOf()).toEqual(['ticked', 'ticked', 'ticked', 'current'])
    await happen(done('enable'))
    expect(kept().ticked).toEqual(['plug-in', 'disable', 'look', 'enable'])
    await wrapper.get('[data-testid=tour-end]').trigger('click')
    expect(kept().state).toBe('over')
  })

  it('ignores a lock that was plugged in before', async () => {
    const { double, statesOf } = await open()
    await useRecordsStore().track(there)
    double.emit('locks/changed', [plugged(there, 1)])
    await flushPromises()
    expect(statesOf()[0]).toBe('current')
  })

  it('ignores a simulated lock that was plugged in before and is read later', async () => {
    const simulatedNumbers = '8000000018'
    const { double, comeIn, statesOf } = await open({
      simulator: [trayLock(simulatedNumbers, { pluggedIn: true })],
    })
    double.emit('locks/changed', [plugged(there, 1), plugged(simulatedNumbers, 2)])
    await useRecordsStore().track(simulatedNumbers)
    await flushPromises()
    expect(statesOf()[0]).toBe('current')
    await comeIn(plugged(number, later))
    expect(statesOf()[0]).toBe('ticked')
  })

  it('accepts that lock when it was unplugged and plugged in again', async () => {
    const out = trayLock(number)
    const { double, comeIn, statesOf } = await open({ simulator: [{ ...out, pluggedIn: true }] })
    double.emit('simulator/changed', [out])
    await flushPromises()
    double.emit('simulator/changed', [{ ...out, pluggedIn: true }])
    await comeIn(plugged(number, later))
    expect(statesOf()[0]).toBe('ticked')
  })

  it.each([
    ['was refused', { state: 'failed' }],
    ['has no response', { state: 'unknown' }],
    ['was on a real platform', { training: false }],
    ['was before it started', { requestedAt: 5 }],
  ] as const)('does not complete a disable that %s', async (_, part) => {
    const { happen, statesOf } = await open({ opening: { state: 'begun', ticked: [], since: 10 } })
    await happen(done('disable', part))
    expect(statesOf()[1]).not.toBe('ticked')
  })

  it('requires enabling the lock that was disabled, and after it', async () => {
    const { happen, statesOf } = await open()
    await happen(done('enable', { requestedAt: 20 }), done('disable'))
    expect(statesOf()[3]).not.toBe('ticked')
    await happen(done('enable', { key: there }))
    expect(statesOf()[3]).not.toBe('ticked')
    await happen(done('enable'))
    expect(statesOf()[3]).toBe('ticked')
  })

  it('counts viewing the journal only once it has an entry', async () => {
    const { happen, router, kept } = await open()
    await router.push({ name: 'journal' })
    await flushPromises()
    expect(kept().ticked).toEqual([])
    await router.push({ name: 'desk' })
    await happen(done('disable'))
    expect(kept().ticked).toEqual(['disable'])
    await router.push({ name: 'receipt', params: { jobId: 'job-1' } })
    await flushPromises()
    expect(kept().ticked).toEqual(['disable', 'look'])
  })

  it('continues where it was left', async () => {
    const { statesOf } = await open({ opening: { state: 'begun', ticked: ['plug-in', 'disable'], since: 0 } })
    expect(statesOf()).toEqual(['ticked', 'ticked', 'current', 'later'])
  })

  it('can be skipped, then completes nothing, and restarts from the guide', async () => {
    const { wrapper, comeIn, kept } = await open()
    await wrapper.get('[data-testid=tour-skip]').trigger('click')
    await comeIn(plugged(number, later))
    expect(kept()).toEqual({ state: 'aside', ticked: [], since: 0 })
    useTourStore().restart()
    await flushPromises()
    expect(kept()).toMatchObject({ state: 'begun', ticked: [] })
    expect(kept().since).toBeGreaterThan(0)
  })

  it('is not offered after earlier changes', async () => {
    const { kept } = await open({ journal: [done('disable', { requestedAt: 5 })] })
    expect(kept().state).toBe('aside')
  })

  it('is inactive on a real platform', async () => {
    const { comeIn, kept, wrapper } = await open({
      training: false,
      opening: { ...initialTourProgress, state: 'begun' },
    })
    await comeIn(plugged(number, later))
    expect(kept().ticked).toEqual([])
    expect(wrapper.find('[data-testid=tour-line]').exists()).toBe(false)
  })

  it('plugs in a lock that can be disabled, so that the first try succeeds', async () => {
    const { wrapper, double, kept } = await open({ simulator: [trayLock(there), trayLock(number)] })
    await wrapper.get('[data-testid=tour-plug-in]').trigger('click')
    await flushPromises()
    const gestures = double.calls.filter(({ name }) => name === 'simulator/act').map(({ input }) => input)
    expect(gestures).toEqual([{ trayId: `lock-${number}`, gesture: 'plug-in' }])
    expect(kept().state).toBe('begun')
  })

  it('plugs in a lock that can be disabled, also where another one is plugged in meanwhile', async () => {
    const other = trayLock('8000000031')
    const { wrapper, double } = await open({ simulator: [other, trayLock(there), trayLock(number)] })
    void wrapper.get('[data-testid=tour-plug-in]').trigger('click')
    double.emit('simulator/changed', [{ ...other, pluggedIn: true }, trayLock(there), trayLock(number)])
    await flushPromises()
    const gestures = double.calls.filter(({ name }) => name === 'simulator/act').map(({ input }) => input)
    expect(gestures).toEqual([{ trayId: `lock-${number}`, gesture: 'plug-in' }])
  })

  it('plugs in one lock for a series of presses', async () => {
    const { wrapper, double } = await open({ simulator: [trayLock(there), trayLock(number)] })
    for (let press = 0; press < 3; press += 1) {
      await wrapper.get('[data-testid=tour-plug-in]').trigger('click')
      await flushPromises()
    }
    expect(double.calls.filter(({ name }) => name === 'simulator/act')).toHaveLength(1)
  })

  it('stays visible on other pages once started, and links back', async () => {
    const host = document.body.appendChild(document.createElement('section'))
    setStatusBarHost(host)
    const { router } = await open({ opening: { state: 'begun', ticked: ['plug-in'], since: 0 } })
    expect(host.childElementCount).toBe(0)
    await router.push({ name: 'journal' })
    await flushPromises()
    expect(host.querySelector('[data-testid=chip-tour]')?.textContent).toContain('Step 2 of 4')
    host.querySelector<HTMLElement>('[data-testid=tour-to-desk]')?.click()
    await flushPromises()
    expect(router.currentRoute.value.name).toBe('desk')
    setStatusBarHost(null)
    host.remove()
  })

  it('is shown on the lock desk only while it is just offered', async () => {
    const { wrapper, router } = await open()
    await router.push({ name: 'journal' })
    await flushPromises()
    expect(wrapper.find('[data-testid=tour-line]').exists()).toBe(false)
  })
})
