// @vitest-environment happy-dom
import { flushPromises, mount } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import type { Pinia } from 'pinia'
import { afterEach, expect, it, vi } from 'vitest'
import { createMemoryHistory, createRouter } from 'vue-router'
import { succeed } from '#shared/outcome'
import { usePageRequestsStore } from '../../../../src-renderer/actions/open-page'
import { currentScanTarget } from '../../../../src-renderer/actions/scan-target'
import { useLabelPileStore } from '../../../../src-renderer/features/shell-numbers/label-pile-store'
import { useDraftsStore } from '../../../../src-renderer/stores/drafts-store'
import { useSettingsStore } from '../../../../src-renderer/stores/settings-store'
import LabelsPage from '../../../../src-renderer/features/shell-numbers/LabelsPage.vue'
import { placesKey } from '../../../../src-renderer/ui/place/use-place'
import type { Places } from '../../../../src-renderer/ui/place/use-place'
import { always } from '../../support/bridge-double'
import type { Handlers } from '../../support/bridge-double'
import { withBridge } from '../../support/mount-component'
import { entry, job, settings } from '../../support/samples'
import { createTexts } from '../../support/texts'

let unmount = (): void => undefined
afterEach(() => unmount())

interface Shown {
  /** Numbers of another page, which opens this one. */
  readonly given?: readonly string[]
  /** The allocation whose labels are opened. */
  readonly jobId?: string
  /** What the place of the history kept, by name; the page puts there what it leaves. */
  readonly place?: Map<string, unknown>
}

/** The page, with these lines in its field. */
const openPage = async (numbers = '', handlers: Handlers = {}, shown: Shown = {}) => {
  withBridge({ 'settings/read': always<'settings/read'>(settings), ...handlers })
  const pinia = createPinia()
  setActivePinia(pinia)
  await useSettingsStore().load()
  const pile = useLabelPileStore()
  pile.text = numbers
  return { pile, ...(await mountPage(pinia, shown)) }
}

const mountPage = async (pinia: Pinia, { given, jobId, place = new Map() }: Shown) => {
  if (given !== undefined)
    usePageRequestsStore().give('labels', { numbers: given, title: null, from: 'assets' })
  const parts = new Map<string, () => unknown>()
  const router = createRouter({
    history: createMemoryHistory(),
    routes: [{ path: '/:all(.*)*', component: { template: '<p />' } }],
  })
  const wrapper = mount(LabelsPage, {
    attachTo: document.body,
    props: jobId === undefined ? {} : { jobId },
    global: {
      plugins: [pinia, createTexts('en'), router],
      provide: {
        [placesKey]: {
          kept: (name) => place.get(name),
          add: (name, { take }) => {
            parts.set(name, take)
            return () => undefined
          },
        } satisfies Places,
      },
    },
  })
  const leave = (): void => {
    for (const [name, take] of parts) place.set(name, take())
    wrapper.unmount()
    unmount = () => undefined
  }
  unmount = leave
  await flushPromises()
  const at = (testId: string) => wrapper.find(`[data-testid=${testId}]`)
  const isPrintable = (): boolean => at('labels-print').attributes('disabled') === undefined
  const field = () => (at('label-numbers').element as HTMLTextAreaElement).value
  return { at, field, isPrintable, leave, pinia }
}

it('a number that is listed several times gets one label, which the page says', async () => {
  const { at } = await openPage()
  await at('label-numbers').setValue('8000000017\n8000000018')
  expect(at('label-repeated').exists()).toBe(false)
  await at('label-numbers').setValue('8000000017\n8000000018\n8000 000 017\n8000000017')
  expect(at('label-count').text()).toBe('2 labels')
  expect(at('label-repeated').text()).toBe('2 duplicate lines are skipped.')
})

it.each(['24', '-1', '1.5'])('nothing is printed on a sheet with %s used labels of 24', async (skip) => {
  const { at, isPrintable } = await openPage('8000000017')
  await at('label-skip').setValue('23')
  expect(isPrintable()).toBe(true)
  await at('label-skip').setValue(skip)
  expect(at('label-skip-invalid').text()).toBe('Enter a whole number from 0 to 23.')
  expect(isPrintable()).toBe(false)
})

it('names only labels printed that were sent to the printer', async () => {
  let end = (_: null | { canceled: true }): void => undefined
  const { at, pile, isPrintable } = await openPage('8000000017', {
    'window/print': async () => succeed(await new Promise<null | { canceled: true }>((done) => (end = done))),
  })
  const printTo = async (outcome: null | { canceled: true }, meanwhile = ''): Promise<void> => {
    await at('labels-print').trigger('click')
    await vi.waitFor(() => expect(isPrintable()).toBe(false))
    pile.text += meanwhile
    end(outcome)
    await vi.waitFor(() => expect(isPrintable()).toBe(true))
  }
  await printTo({ canceled: true })
  expect(at('labels-printed').exists()).toBe(false)
  await printTo(null, '\n8000000018')
  expect(at('labels-printed').text()).toContain('1 printed label is')
})

it('brings back removed labels once, with what was scanned since', async () => {
  const { at, pile } = await openPage('8000000017\n8000000018\n80000')
  useDraftsStore().keep('printed labels', '8000000017')
  await flushPromises()
  await at('remove-printed').trigger('click')
  expect(pile.text).toBe('8000000018\n80000')
  pile.text += '\n8000000019'
  await flushPromises()
  await at('undo-remove-printed').trigger('click')
  expect(pile.text).toBe('8000000017\n8000000018\n80000\n8000000019')
})

it('what is added to labels of another page waits with the other numbers where it was not printed', async () => {
  const place = new Map<string, unknown>()
  const saved: (readonly string[])[] = []
  const handlers: Handlers = {
    'drafts/read-labels': () => succeed({ numbers: [] }),
    'drafts/save-labels': ({ numbers }) => {
      saved.push(numbers)
      return succeed(null)
    },
    'window/print': () => succeed(null),
  }
  const shown = { given: ['8000000017'], place }
  const { at, pile, leave, pinia } = await openPage('8000000020', handlers, shown)
  await at('label-numbers').setValue('8000 000 017\n8000000018')
  // While the page is open, too: the app may be closed.
  await vi.waitFor(() => expect(saved.at(-1)).toEqual(['8000000020', '8000000018']))
  leave()
  expect(pile.text).toBe('8000000020\n8000000018')

  // Back brings them as they were left, and they wait at one place.
  const back = await mountPage(pinia, { place })
  expect(back.field()).toBe('8000 000 017\n8000000018')
  expect(pile.text).toBe('8000000020')
  await back.at('labels-print').trigger('click')
  await vi.waitFor(() => expect(back.isPrintable()).toBe(true))
  await back.at('label-numbers').setValue(`${back.field()}\n8000000019`)
  back.leave()
  expect(pile.text).toBe('8000000020\n8000000019')

  // Removed meanwhile, it does not come again.
  pile.text = '8000000020'
  const again = await mountPage(pinia, { place })
  expect(again.field()).toContain('8000000019')
  again.leave()
  expect(pile.text).toBe('8000000020')
})

it('a lock that is scanned while the numbers of an allocation are read is one more label', async () => {
  const rows = [entry({ result: ['8000000017', '8000000018'] })]
  let read = (): void => undefined
  const { field, pile, leave } = await openPage(
    '',
    {
      'jobs/read': async () => {
        await new Promise<void>((done) => (read = done))
        return succeed({ job: job(), rows })
      },
    },
    { jobId: 'job-1' },
  )
  currentScanTarget()?.('8000000019')
  read()
  await vi.waitFor(() => expect(field()).toBe('8000000017\n8000000018\n8000000019'))
  leave()
  expect(pile.text).toBe('8000000019')
})
