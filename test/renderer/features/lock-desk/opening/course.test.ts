// @vitest-environment happy-dom
import { flushPromises, mount } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { h } from 'vue'
import { createMemoryHistory, createRouter } from 'vue-router'
import type { AppDescription, Settings } from '#shared/commands'
import type { JournalEntry } from '#shared/model/change'
import { freshOpening } from '#shared/model/opening'
import type { Opening } from '#shared/model/opening'
import type { PluggedLock, SimulatedLock } from '#shared/model/plugged-lock'
import { succeed } from '#shared/outcome'
import { useAppStore } from '../../../../../src-renderer/app/stores/app-store'
import { useCourseStore } from '../../../../../src-renderer/app/stores/course-store'
import { useJournalStore } from '../../../../../src-renderer/app/stores/journal-store'
import { useSettingsStore } from '../../../../../src-renderer/app/stores/settings-store'
import CourseLine from '../../../../../src-renderer/features/lock-desk/opening/CourseLine.vue'
import CoursePanel from '../../../../../src-renderer/features/lock-desk/opening/CoursePanel.vue'
import { usePluggedStore } from '../../../../../src-renderer/features/lock-desk/plugged-store'
import { useRecordsStore } from '../../../../../src-renderer/features/lock-desk/records-store'
import { useTrayStore } from '../../../../../src-renderer/features/lock-desk/tray-store'
import { createTexts } from '../../../support/texts'
import { always } from '../../../support/bridge-double'
import { withBridge } from '../../../support/draw'
import { entry, plugged, record, settings, shell } from '../../../support/samples'

const there = '8000000017'
const number = '8000000024'
/** Later than the course began. */
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
  readonly opening?: Opening
  readonly training?: boolean
  readonly journal?: readonly JournalEntry[]
  readonly tray?: readonly SimulatedLock[]
}

/** The frame's line with its watch, the desk's panel, and a bridge that tells what happens. */
const open = async ({ opening = freshOpening, training = true, journal = [], tray = [] }: Scene = {}) => {
  let kept: Settings = { ...settings, opening }
  let rows = [...journal]
  const description: AppDescription = {
    version: '1',
    electron: '45',
    training,
    simulatedLocks: training,
    systemLanguage: 'en',
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
    'tray/list': () => succeed(tray),
    'tray/act': always<'tray/act'>(null),
    'journal/slice': ({ from, limit }) =>
      succeed({ rows: rows.slice(from, from + limit), total: rows.length }),
    'desk/look-up': ({ number: asked }) =>
      succeed({ state: 'found', record: record(asked, Date.now()), failure: null }),
    'desk/look-up-many': ({ numbers }) =>
      succeed({
        looked: numbers.map((asked) => ({
          state: 'found' as const,
          record: record(asked, Date.now(), asked === there ? { locked: true } : {}),
        })),
        enterprises: 1,
        failure: null,
      }),
  })
  const pinia = createPinia()
  setActivePinia(pinia)
  await useAppStore().load()
  await useSettingsStore().load()
  await usePluggedStore().load()
  await useTrayStore().load()
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
  const both = () => [h(CourseLine), h(CoursePanel, { connectable: true })]
  const drawn = mount(both, {
    attachTo: document.body,
    global: { plugins: [pinia, createTexts('en'), router] },
  })
  unmount = () => drawn.unmount()
  await flushPromises()

  const comeIn = async (lock: PluggedLock): Promise<void> => {
    double.tell('locks/changed', [plugged(there, 1), lock])
    await useRecordsStore().track(number)
    await flushPromises()
  }
  const happen = async (...more: JournalEntry[]): Promise<void> => {
    rows = [...rows, ...more]
    for (const { jobId } of more) double.tell('journal/changed', { jobId })
    await vi.advanceTimersByTimeAsync(500)
    await flushPromises()
  }
  const statesOf = () =>
    drawn.findAll('[data-testid^=course-step-]').map((step) => step.attributes('data-state'))
  return { double, drawn, router, comeIn, happen, statesOf, kept: () => kept.opening }
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
    askedAt: later + turn,
    ...part,
  })
}

describe('the short course', () => {
  it('ticks each step when it has happened, in the whole', async () => {
    const { comeIn, happen, router, statesOf, kept, drawn } = await open()
    expect(statesOf()).toEqual(['current', 'later', 'later', 'later'])
    await comeIn(plugged(number, later))
    expect(statesOf()).toEqual(['ticked', 'current', 'later', 'later'])
    await happen(done('disable'))
    expect(statesOf()).toEqual(['ticked', 'ticked', 'current', 'later'])
    await router.push({ name: 'journal' })
    await flushPromises()
    expect(statesOf()).toEqual(['ticked', 'ticked', 'ticked', 'current'])
    await happen(done('enable'))
    expect(kept().ticked).toEqual(['plug-in', 'disable', 'look', 'enable'])
    await drawn.get('[data-testid=course-end]').trigger('click')
    expect(kept().state).toBe('over')
  })

  it('takes no lock that was there before for one that was plugged in', async () => {
    const { double, statesOf } = await open()
    await useRecordsStore().track(there)
    double.tell('locks/changed', [plugged(there, 1)])
    await flushPromises()
    expect(statesOf()[0]).toBe('current')
  })

  it('nor one that sat in the tray’s port and is read only now', async () => {
    const seated = '8000000018'
    const { double, comeIn, statesOf } = await open({ tray: [trayLock(seated, { pluggedIn: true })] })
    double.tell('locks/changed', [plugged(there, 1), plugged(seated, 2)])
    await useRecordsStore().track(seated)
    await flushPromises()
    expect(statesOf()[0]).toBe('current')
    await comeIn(plugged(number, later))
    expect(statesOf()[0]).toBe('ticked')
  })

  it('but does take that one when it was pulled out and plugged in again', async () => {
    const out = trayLock(number)
    const { double, comeIn, statesOf } = await open({ tray: [{ ...out, pluggedIn: true }] })
    double.tell('tray/changed', [out])
    await flushPromises()
    double.tell('tray/changed', [{ ...out, pluggedIn: true }])
    await comeIn(plugged(number, later))
    expect(statesOf()[0]).toBe('ticked')
  })

  it.each([
    ['was refused', { state: 'failed' }],
    ['has no answer', { state: 'unknown' }],
    ['was on a real platform', { training: false }],
    ['was before it began', { askedAt: 5 }],
  ] as const)('does not tick a disable that %s', async (_, part) => {
    const { happen, statesOf } = await open({ opening: { state: 'begun', ticked: [], since: 10 } })
    await happen(done('disable', part))
    expect(statesOf()[1]).not.toBe('ticked')
  })

  it('wants the lock enabled that was disabled, and after it', async () => {
    const { happen, statesOf } = await open()
    await happen(done('enable', { askedAt: 20 }), done('disable'))
    expect(statesOf()[3]).not.toBe('ticked')
    await happen(done('enable', { key: there }))
    expect(statesOf()[3]).not.toBe('ticked')
    await happen(done('enable'))
    expect(statesOf()[3]).toBe('ticked')
  })

  it('counts a look only once there is something to look at', async () => {
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

  it('goes on where it was left', async () => {
    const { statesOf } = await open({ opening: { state: 'begun', ticked: ['plug-in', 'disable'], since: 0 } })
    expect(statesOf()).toEqual(['ticked', 'ticked', 'current', 'later'])
  })

  it('can be put aside, ticks nothing then, and begins anew from the guide', async () => {
    const { drawn, comeIn, kept } = await open()
    await drawn.get('[data-testid=course-skip]').trigger('click')
    await comeIn(plugged(number, later))
    expect(kept()).toEqual({ state: 'aside', ticked: [], since: 0 })
    useCourseStore().restart()
    await flushPromises()
    expect(kept()).toMatchObject({ state: 'begun', ticked: [] })
    expect(kept().since).toBeGreaterThan(0)
  })

  it('is not offered to somebody who has worked here before', async () => {
    const { kept } = await open({ journal: [done('disable', { askedAt: 5 })] })
    expect(kept().state).toBe('aside')
  })

  it('does nothing on a real platform, and shows no line there', async () => {
    const { comeIn, kept, drawn } = await open({
      training: false,
      opening: { ...freshOpening, state: 'begun' },
    })
    await comeIn(plugged(number, later))
    expect(kept().ticked).toEqual([])
    expect(drawn.find('[data-testid=course-line]').exists()).toBe(false)
  })

  it('plugs a lock in that can be disabled, so that the first try is no refusal', async () => {
    const { drawn, double, kept } = await open({ tray: [trayLock(there), trayLock(number)] })
    await drawn.get('[data-testid=course-plug-in]').trigger('click')
    await flushPromises()
    const gestures = double.given.filter(({ name }) => name === 'tray/act').map(({ input }) => input)
    expect(gestures).toEqual([{ trayId: `lock-${number}`, gesture: 'plug-in' }])
    expect(kept().state).toBe('begun')
  })

  it('goes along on other pages once begun, and leads back', async () => {
    const { drawn, router } = await open({ opening: { state: 'begun', ticked: ['plug-in'], since: 0 } })
    expect(drawn.find('[data-testid=course-line]').exists()).toBe(false)
    await router.push({ name: 'journal' })
    await flushPromises()
    expect(drawn.get('[data-testid=course-line]').text()).toContain('Step 2 of 4')
    await drawn.get('[data-testid=course-to-desk]').trigger('click')
    await flushPromises()
    expect(router.currentRoute.value.name).toBe('desk')
  })

  it('stays on the desk alone while it is only offered', async () => {
    const { drawn, router } = await open()
    await router.push({ name: 'journal' })
    await flushPromises()
    expect(drawn.find('[data-testid=course-line]').exists()).toBe(false)
  })
})
