// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { readFileSync } from 'node:fs'
import { fail, succeed } from '#shared/outcome'
import { useAppStore } from '../../../../src-renderer/stores/app-store'
import { noPolicy } from '#shared/model/app/policy'
import ExampleListPage from './ExampleListPage.vue'
import { always } from '../../support/bridge-double'
import { mountComponent, withBridge } from '../../support/mount-component'
import { enterprises, registerSlice } from '../../support/samples'

// The test DOM has no popovers.
HTMLElement.prototype.showPopover = () => undefined
HTMLElement.prototype.hidePopover = () => undefined

let unmount = (): void => undefined
afterEach(() => unmount())

const open = async () => {
  const known = enterprises(0)
  const double = withBridge({
    'views/list': always<'views/list'>({}),
    'views/keep-last': always<'views/keep-last'>({}),
    'enterprises/list': always<'enterprises/list'>(registerSlice(known)),
    'files/save': () => succeed({ savedAs: 'list.csv' }),
  })
  const wrapper = mountComponent(ExampleListPage, {})
  unmount = () => wrapper.unmount()
  await flushPromises()
  const at = (testid: string) => wrapper.get(`[data-testid=${testid}]`)
  const rows = () => wrapper.findAll('[data-testid=row]')
  return { double, wrapper, at, rows, known }
}

describe('a list page', () => {
  it('shows all rows, and those that the search finds', async () => {
    const { at, rows, known } = await open()
    expect(rows()).toHaveLength(known.length)
    const [first] = known
    await at('search').setValue(first?.enterpriseName ?? '')
    await flushPromises()
    expect(rows().map((row) => row.get('strong').text())).toEqual([first?.enterpriseName])
    await at('search').setValue('nothing has this name')
    await flushPromises()
    await at('clear').trigger('click')
    await flushPromises()
    expect(rows()).toHaveLength(known.length)
  })

  it('opens the details of a row; the table has the focus after they are closed', async () => {
    const { at, rows, wrapper, known } = await open()
    await rows()[1]?.trigger('click')
    expect(at('details').text()).toBe(known[1]?.enterpriseName)
    await at('close').trigger('click')
    await flushPromises()
    expect(wrapper.find('[data-testid=details]').exists()).toBe(false)
    expect(document.activeElement).toBe(at('table').element)
  })

  it('exports what it shows, and says where', async () => {
    const { at, double, known } = await open()
    const [first] = known
    await at('search').setValue(first?.enterpriseName ?? '')
    await flushPromises()
    await at('export-list').trigger('click')
    await flushPromises()
    document.querySelector<HTMLElement>('[data-testid=export-csv]')?.click()
    await flushPromises()
    const saved = () =>
      double.calls.flatMap(({ name, input }) =>
        name === 'files/save' ? [(input as { readonly bytes: Uint8Array }).bytes] : [],
      )
    await vi.waitFor(() => expect(saved()).toHaveLength(1))
    await flushPromises()
    const lines = new TextDecoder().decode(saved()[0]).trim().split(/\r?\n/)
    expect(lines).toHaveLength(2)
    expect(at('message').text()).toContain('list.csv')
  })

  it('says in the color of a failure that a file could not be written', async () => {
    const { at, double } = await open()
    double.handlers['files/save'] = () => fail({ code: 'not-saved', message: 'EACCES' })
    const exportIt = async () => {
      await at('export-list').trigger('click')
      await flushPromises()
      document.querySelector<HTMLElement>('[data-testid=export-csv]')?.click()
    }
    await exportIt()
    await vi.waitFor(() => expect(at('message').classes()).toContain('text-danger'))
    double.handlers['files/save'] = () => succeed({ savedAs: 'list.csv' })
    await exportIt()
    await vi.waitFor(() => expect(at('message').text()).toContain('list.csv'))
    expect(at('message').classes()).not.toContain('text-danger')
  })

  it.each([true, false])('says in the name of its file whether it is of training: %s', async (training) => {
    const { at, double } = await open()
    useAppStore().description = {
      version: '1',
      electron: '33',
      training,
      simulatedLocks: training,
      systemLanguage: 'en',
      policy: noPolicy,
      notices: [],
    }
    await at('export-list').trigger('click')
    await flushPromises()
    document.querySelector<HTMLElement>('[data-testid=export-csv]')?.click()
    const names = () =>
      double.calls.flatMap(({ name, input }) =>
        name === 'files/save' ? [(input as { readonly name: string }).name] : [],
      )
    await vi.waitFor(() => expect(names()).toHaveLength(1))
    expect(names()[0]?.startsWith('training-')).toBe(training)
  })

  it('is less than 150 lines', () => {
    const source = readFileSync('test/renderer/entities/list-page/ExampleListPage.vue', 'utf8')
    expect(source.split('\n').length).toBeLessThan(150)
  })
})
