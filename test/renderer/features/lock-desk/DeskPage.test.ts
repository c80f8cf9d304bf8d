// @vitest-environment happy-dom
import { flushPromises, mount } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { afterEach, describe, expect, it } from 'vitest'
import { createMemoryHistory, createRouter } from 'vue-router'
import type { JournalEntry } from '#shared/model/change'
import { succeed } from '#shared/outcome'
import { useSettingsStore } from '../../../../src-renderer/app/stores/settings-store'
import DeskPage from '../../../../src-renderer/features/lock-desk/DeskPage.vue'
import { useArmedStore } from '../../../../src-renderer/features/lock-desk/armed/armed-store'
import { useDeskStore } from '../../../../src-renderer/features/lock-desk/desk-store'
import { usePluggedStore } from '../../../../src-renderer/features/lock-desk/plugged-store'
import { createTexts } from '../../support/texts'
import { always } from '../../support/bridge-double'
import { withBridge } from '../../support/draw'
import { entry, licences, plugged, record, settings } from '../../support/samples'

const number = '8000000017'
let unmount = (): void => undefined
afterEach(() => unmount())

const openDesk = async (outcome: Partial<JournalEntry> = {}) => {
  let locked = false
  const double = withBridge({
    'settings/read': always<'settings/read'>(settings),
    'locks/list': () => succeed([plugged(number, Date.now())]),
    'journal/slice': always<'journal/slice'>({ rows: [], total: 0 }),
    'desk/licences': () => succeed(licences(Date.now())),
    'desk/look-up': ({ number: asked }) =>
      succeed(
        asked === number
          ? { state: 'found', record: record(number, Date.now(), { locked }), failure: null }
          : { state: 'not-a-number' },
      ),
    'desk/change': ({ action }) => {
      locked = outcome.state === undefined && action === 'disable'
      return succeed(entry({ action, askedAt: Date.now(), ...outcome }))
    },
  })
  const pinia = createPinia()
  setActivePinia(pinia)
  await useSettingsStore().load()
  await usePluggedStore().load()
  const router = createRouter({
    history: createMemoryHistory(),
    routes: [{ path: '/', name: 'desk', component: DeskPage }],
  })
  const drawn = mount(DeskPage, {
    attachTo: document.body,
    global: { plugins: [pinia, createTexts('en'), router] },
  })
  unmount = () => drawn.unmount()
  await flushPromises()
  const at = (testId: string) => drawn.get(`[data-testid=${testId}]`)
  const press = async (testId: string): Promise<void> => {
    await at(testId).trigger('click')
    await flushPromises()
  }
  return { double, drawn, at, press }
}
const confirm = async (drawn: Awaited<ReturnType<typeof openDesk>>['drawn']) => {
  await drawn.get('#change-form').trigger('submit')
  await flushPromises()
}

describe('the desk', () => {
  it('says that it is usable once its first cards stand', async () => {
    delete document.documentElement.dataset['desk']
    await openDesk()
    expect(document.documentElement.dataset['desk']).toBe('usable')
    expect(performance.getEntriesByName('desk-usable')).not.toHaveLength(0)
  })

  it('disables a plugged-in lock after confirmation, and shows it disabled', async () => {
    const { double, drawn, at, press } = await openDesk()
    await press('disable')
    expect(double.given.some(({ name }) => name === 'desk/change')).toBe(false)
    await confirm(drawn)
    expect(double.given.find(({ name }) => name === 'desk/change')?.input).toMatchObject({
      action: 'disable',
      assetNum: number,
      operatorIdentity: 'Li Wei',
    })
    expect(at('change-result').text()).toContain('Disabled')
    expect(at('state').attributes('data-state')).toBe('disabled')
    expect(at('receipt').text()).toContain('North Bridge')
    expect(at('said').text()).toContain('8000 000 017: The lock is disabled.')
  })

  it('says why a lock was not disabled, and keeps its state', async () => {
    const { drawn, at, press } = await openDesk({ state: 'failed', reason: { kind: 'status', status: 2 } })
    await press('disable')
    await confirm(drawn)
    expect(at('change-result').text()).toContain('The platform knows no lock with this number.')
    expect(at('state').attributes('data-state')).toBe('enabled')
  })

  it('says aloud what comes, goes and cannot be read, and the same again when it happens again', async () => {
    const { double, at } = await openDesk()
    const now = Date.now()
    const told = async (...locks: ReturnType<typeof plugged>[]) => {
      const before = at('said').get('p').element
      double.tell('locks/changed', locks)
      await flushPromises()
      return { text: at('said').text(), isNew: at('said').get('p').element !== before }
    }
    const first = plugged(number, now)
    await told()
    expect(await told(first)).toEqual({ text: 'Plugged in: 8000 000 017', isNew: true })
    expect(await told(first)).toMatchObject({ isNew: false })
    expect(await told()).toEqual({ text: 'Pulled out: 8000 000 017', isNew: true })
    const busy = plugged(number, now + 1, {
      reading: { state: 'failed', reason: 'busy', detail: '', candidate: null },
    })
    expect(await told(busy)).toEqual({ text: 'Another program is using the lock.', isNew: true })
    await told()
    expect(await told({ ...busy, plugId: 'again' })).toMatchObject({ isNew: true })
  })

  it('looks up full-width digits with spaces', async () => {
    const { double, drawn, at } = await openDesk()
    await at('desk-input').setValue('８０００ ０００ ０１７')
    await drawn.get('form[role=search]').trigger('submit')
    await flushPromises()
    expect(double.given.at(-1)).toMatchObject({ name: 'desk/look-up', input: { number } })
    expect(at(`record-${number}`).text()).toContain('Steel Take-off')
  })

  it('tells plainly that something is no number', async () => {
    const { drawn, at } = await openDesk()
    await at('desk-input').setValue('hello')
    await drawn.get('form[role=search]').trigger('submit')
    await flushPromises()
    expect(at('not-a-number').text()).toContain('“hello” is no shell number')
  })

  it('copies bare digits', async () => {
    const { double, press } = await openDesk()
    await press('copy')
    expect(double.given.at(-1)).toEqual({ name: 'app/copy', input: { text: number } })
  })

  it('keeps the open record when another lock comes', async () => {
    const { double, drawn, press } = await openDesk()
    await press('open')
    double.tell('locks/changed', [plugged(number, 1), plugged('8000000018', Date.now())])
    await flushPromises()
    expect(drawn.find(`[data-testid=record-${number}]`).exists()).toBe(true)
  })

  it('puts a batch that is over aside for the list that lay under it', async () => {
    const { drawn } = await openDesk()
    const desk = useDeskStore()
    desk.choose('disable')
    await flushPromises()
    const armed = useArmedStore()
    armed.batch = {
      action: 'disable',
      operatorIdentity: 'Li Wei',
      beganAt: Date.now(),
      rows: [],
      ended: 'asked',
    }
    armed.show()
    await flushPromises()
    expect(drawn.find('[data-testid=armed-batch]').exists()).toBe(true)
    desk.show('list')
    await flushPromises()
    expect(drawn.find('[data-testid=armed-batch]').exists()).toBe(false)
  })
})
