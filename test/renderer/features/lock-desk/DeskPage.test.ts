// @vitest-environment happy-dom
import { flushPromises, mount } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { afterEach, describe, expect, it } from 'vitest'
import { createMemoryHistory, createRouter } from 'vue-router'
import type { JournalEntry } from '#shared/model/changes/change'
import { succeed } from '#shared/outcome'
import { useSettingsStore } from '../../../../src-renderer/stores/settings-store'
import DeskPage from '../../../../src-renderer/features/lock-desk/DeskPage.vue'
import { useContinuousStore } from '../../../../src-renderer/features/lock-desk/continuous/continuous-store'
import { useDeskStore } from '../../../../src-renderer/entities/lock/desk-store'
import { usePluggedStore } from '../../../../src-renderer/entities/lock/plugged-store'
import { setStatusBarHost } from '../../../../src-renderer/ui/layout/status-bar'
import { createTexts } from '../../support/texts'
import type { Handlers } from '../../support/bridge-double'
import { always } from '../../support/bridge-double'
import { withBridge } from '../../support/mount-component'
import { entry, job, licenses, plugged, record, settings } from '../../support/samples'
import { changesIn, oneLockJobs } from '../../support/one-lock-job'

const number = '8000000017'
let unmount = (): void => undefined
afterEach(() => {
  unmount()
  setStatusBarHost(null)
})

const openDesk = async (
  outcome: Partial<JournalEntry> = {},
  changes: readonly JournalEntry[] = [],
  over: Handlers = {},
) => {
  let locked = false
  const double = withBridge({
    'settings/read': always<'settings/read'>(settings),
    'locks/list': () => succeed([plugged(number, Date.now())]),
    'journal/slice': always<'journal/slice'>({ rows: changes, total: changes.length }),
    'locks/licenses': () => succeed(licenses(Date.now())),
    'locks/look-up': ({ number: requested }) =>
      succeed(
        requested === number
          ? { state: 'found', record: record(number, Date.now(), { locked }), failure: null }
          : { state: 'not-a-number' },
      ),
    ...oneLockJobs(({ action }) => {
      locked = outcome.state === undefined && action === 'disable'
      return succeed(entry({ action, requestedAt: Date.now(), ...outcome }))
    }),
    ...over,
  })
  const pinia = createPinia()
  setActivePinia(pinia)
  await useSettingsStore().load()
  await usePluggedStore().load()
  const router = createRouter({
    history: createMemoryHistory(),
    routes: [{ path: '/', name: 'desk', component: DeskPage }],
  })
  const wrapper = mount(DeskPage, {
    attachTo: document.body,
    global: { plugins: [pinia, createTexts('en'), router] },
  })
  unmount = () => wrapper.unmount()
  await flushPromises()
  const at = (testId: string) => wrapper.get(`[data-testid=${testId}]`)
  const press = async (testId: string): Promise<void> => {
    await at(testId).trigger('click')
    await flushPromises()
  }
  return { double, wrapper, at, press }
}
const confirm = async (wrapper: Awaited<ReturnType<typeof openDesk>>['wrapper']) => {
  await wrapper.get('#change-form').trigger('submit')
  await flushPromises()
}

describe('DeskPage', () => {
  it('reports that it is usable once its first cards are shown', async () => {
    delete document.documentElement.dataset['desk']
    await openDesk()
    expect(document.documentElement.dataset['desk']).toBe('usable')
    expect(performance.getEntriesByName('desk-usable')).not.toHaveLength(0)
  })

  it('disables a plugged lock after confirmation, and shows it as disabled', async () => {
    const { double, wrapper, at, press } = await openDesk()
    await press('disable')
    expect(changesIn(double.calls)).toEqual([])
    await confirm(wrapper)
    expect(changesIn(double.calls)).toMatchObject([
      { action: 'disable', assetNum: number, operatorIdentity: 'Li Wei' },
    ])
    expect(at('change-result').text()).toContain('Disabled')
    expect(at('state').attributes('data-state')).toBe('disabled')
    expect(at('announcements').text()).toContain('8000 000 017: The lock was disabled.')
  })

  it('shows a list that was started before, and keeps what is typed meanwhile', async () => {
    const rows = [entry({ state: 'intent', endedAt: null })]
    let answer = (): void => undefined
    const answered = new Promise<void>((done) => (answer = done))
    await openDesk({}, [], {
      'jobs/list': () => succeed([job({ state: 'paused', pause: { kind: 'requested' } })]),
      'jobs/read': async () => {
        await answered
        return succeed({ job: job({ state: 'paused', pause: { kind: 'requested' } }), rows })
      },
    })
    useDeskStore().typed = '80000'
    answer()
    await flushPromises()
    expect(useDeskStore()).toMatchObject({ side: 'list', typed: '80000' })
  })

  it('lists all changes of the opened lock on the open platform', async () => {
    const request = { addAssets: [number], deleteAssets: [] }
    const { wrapper, press } = await openDesk({}, [
      entry({ entryId: 'a', jobId: 'a', elsewhere: 'training' }),
      entry({ entryId: 'b', jobId: 'b', action: 'assign', key: 'm1', memberName: 'Emma Clarke', request }),
    ])
    await press('open')
    const history = wrapper.findAll('[data-testid=history] > li').map((row) => row.text())
    expect(history).toEqual([expect.stringContaining('assigned to Emma Clarke')])
  })

  it('shows the result of a change in one place, and reads it aloud once', async () => {
    const statusBar = document.createElement('section')
    document.body.append(statusBar)
    setStatusBarHost(statusBar)
    const { double, wrapper, at, press } = await openDesk()
    const places = () =>
      ['change-result', 'receipt-result'].flatMap((testId) =>
        [...document.querySelectorAll(`[data-testid=${testId}]`)].map(() => testId),
      )
    await press('disable')
    const heard: string[] = []
    const region = at('announcements').element
    const observer = new MutationObserver(() => heard.push(region.textContent))
    observer.observe(region, { childList: true, subtree: true, characterData: true })
    await confirm(wrapper)
    observer.disconnect()
    expect(heard).toEqual(['8000 000 017: The lock was disabled. Its products stopped working.'])
    expect(places()).toEqual(['change-result'])
    await press('open')
    expect(places()).toEqual(['change-result'])
    expect(wrapper.find('[data-testid=card-8000000017] [data-testid=change-result]').exists()).toBe(false)
    // Neither the chips beside the list nor the line of an unplugged lock have the result.
    useDeskStore().choose('disable')
    useDeskStore().show('list')
    await flushPromises()
    // Behind its chip in the status bar: the list has its buttons at its foot.
    expect(places()).toEqual(['receipt-result'])
    expect(statusBar.querySelector('[data-testid=receipt]')?.textContent).toContain('North Bridge')
    useDeskStore().choose('look-up')
    useDeskStore().show('record')
    await flushPromises()
    expect(places()).toEqual(['change-result'])
    await press('close-result')
    expect(places()).toEqual(['change-result'])
    double.emit('locks/changed', [])
    await flushPromises()
    expect(places()).toEqual(['receipt-result'])
    expect(at(`removed-${number}`).text()).not.toContain('Disabled')
  })

  it('explains why a lock was not disabled, and keeps its status', async () => {
    const { wrapper, at, press } = await openDesk({ state: 'failed', reason: { kind: 'status', status: 2 } })
    await press('disable')
    await confirm(wrapper)
    expect(at('change-result').text()).toContain('The platform found no lock with this number.')
    expect(at('state').attributes('data-state')).toBe('enabled')
  })

  it('announces plugging, unplugging and read failures, also when repeated', async () => {
    const { double, at } = await openDesk()
    const now = Date.now()
    const announced = async (...locks: ReturnType<typeof plugged>[]) => {
      const before = at('announcements').get('p').element
      double.emit('locks/changed', locks)
      await flushPromises()
      return { text: at('announcements').text(), isNew: at('announcements').get('p').element !== before }
    }
    const first = plugged(number, now)
    await announced()
    expect(await announced(first)).toEqual({ text: 'Plugged in: 8000 000 017', isNew: true })
    expect(await announced(first)).toMatchObject({ isNew: false })
    expect(await announced()).toEqual({ text: 'Removed: 8000 000 017', isNew: true })
    const busy = plugged(number, now + 1, {
      reading: { state: 'failed', reason: 'busy', detail: '', candidate: null },
    })
    expect(await announced(busy)).toEqual({ text: 'Another program is using the lock.', isNew: true })
    await announced()
    expect(await announced({ ...busy, plugId: 'again' })).toMatchObject({ isNew: true })
  })

  it('searches full-width digits with spaces', async () => {
    const { double, wrapper, at } = await openDesk()
    await at('desk-input').setValue('８０００ ０００ ０１７')
    await wrapper.get('form[role=search]').trigger('submit')
    await flushPromises()
    expect(double.calls.at(-1)).toMatchObject({ name: 'locks/look-up', input: { number } })
    expect(at(`record-${number}`).text()).toContain('Steel Take-off')
  })

  it('reports an invalid number', async () => {
    const { wrapper, at } = await openDesk()
    await at('desk-input').setValue('hello 5')
    await wrapper.get('form[role=search]').trigger('submit')
    await flushPromises()
    expect(at('not-a-number').text()).toContain('Not a lock number: “hello 5”')
  })

  it('copies plain digits', async () => {
    const { double, press } = await openDesk()
    await press('copy')
    expect(double.calls.at(-1)).toEqual({ name: 'app/copy', input: { text: number } })
  })

  it('keeps the open details when another lock is plugged in', async () => {
    const { double, wrapper, press } = await openDesk()
    await press('open')
    double.emit('locks/changed', [plugged(number, 1), plugged('8000000018', Date.now())])
    await flushPromises()
    expect(wrapper.find(`[data-testid=record-${number}]`).exists()).toBe(true)
  })

  it('shows the locks as chips while the list is open; a chip opens the details with the actions', async () => {
    const { double, wrapper, at, press } = await openDesk()
    const unreadable = plugged('8000000018', Date.now(), {
      reading: { state: 'failed', reason: 'unreadable', detail: '', candidate: null },
    })
    double.emit('locks/changed', [plugged(number, 1), unreadable])
    useDeskStore().choose('disable')
    await flushPromises()
    expect(wrapper.find(`[data-testid=card-${number}]`).exists()).toBe(false)
    const chip = at(`lock-chip-${number}`)
    expect(chip.element.tagName).toBe('BUTTON')
    expect(chip.text()).toContain('Open 8000 000 017')
    expect(chip.get('[data-testid=state]').attributes('data-state')).toBe('enabled')
    await at(`lock-chip-${unreadable.plugId}`).trigger('click')
    await press('read-again')
    expect(double.calls.some(({ name }) => name === 'locks/rescan')).toBe(true)
    await press(`lock-chip-${number}`)
    const details = at(`record-${number}`)
    expect(details.find('[data-testid=disable]').exists()).toBe(true)
    expect(details.find('[data-testid=lend-link-lend]').exists()).toBe(true)
    expect(wrapper.find(`[data-testid=lock-chip-${number}]`).exists()).toBe(false)
  })

  it('shows the list after a finished batch is dismissed', async () => {
    const { wrapper } = await openDesk()
    const desk = useDeskStore()
    desk.choose('disable')
    await flushPromises()
    const continuous = useContinuousStore()
    continuous.batch = {
      action: 'disable',
      operatorIdentity: 'Li Wei',
      startedAt: Date.now(),
      rows: [],
      ended: 'requested',
    }
    desk.show('batch')
    await flushPromises()
    expect(wrapper.find('[data-testid=continuous-batch]').exists()).toBe(true)
    desk.show('list')
    await flushPromises()
    expect(wrapper.find('[data-testid=continuous-batch]').exists()).toBe(false)
  })
})
