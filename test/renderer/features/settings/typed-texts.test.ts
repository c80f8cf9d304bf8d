// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { getActivePinia } from 'pinia'
import { describe, expect, it } from 'vitest'
import type { Component } from 'vue'
import { fail, succeed } from '#shared/outcome'
import DeskSection from '../../../../src-renderer/features/settings/DeskSection.vue'
import OperatorsSection from '../../../../src-renderer/features/settings/OperatorsSection.vue'
import EnterprisesSection from '../../../../src-renderer/features/settings/enterprises/EnterprisesSection.vue'
import UpdateServer from '../../../../src-renderer/features/settings/updates/UpdateServer.vue'
import { withBridge } from '../../support/mount-component'
import { enterprises, registerSlice, settings } from '../../support/samples'
import { createTexts } from '../../support/texts'

const show = (component: Component, props: Record<string, unknown> = {}) =>
  mount(component, {
    props,
    attachTo: document.body,
    global: { plugins: [createTexts('en'), getActivePinia()!] },
  })
const field = (shown: ReturnType<typeof show>, testid: string) =>
  shown.get<HTMLInputElement>(`[data-testid=${testid}]`)

/** Types into a field, leaves the page without pressing anything, and returns the text when the page is back. */
const afterLeaving = async (component: Component, testid: string, text: string, props = {}) => {
  const first = show(component, props)
  await field(first, testid).setValue(text)
  first.unmount()
  const again = show(component, props)
  const { value } = field(again, testid).element
  again.unmount()
  return value
}

describe('what is typed in the settings and not used yet comes back with the page', () => {
  it('a new operator', async () => {
    withBridge({})
    expect(await afterLeaving(OperatorsSection, 'operator-field', 'Emma C', { settings })).toBe('Emma C')
    const used = show(OperatorsSection, { settings })
    await used.get('form').trigger('submit')
    expect(field(used, 'operator-field').element.value).toBe('')
    used.unmount()
    const later = show(OperatorsSection, { settings })
    expect(field(later, 'operator-field').element.value).toBe('')
    later.unmount()
  })

  it('the address of an update server', async () => {
    withBridge({})
    const state = { choices: { mode: 'off', server: 'https://a.example' }, builtInServer: null }
    const value = await afterLeaving(UpdateServer, 'update-server', 'https://b.exam', { state })
    expect(value).toBe('https://b.exam')
  })

  it('the form of an enterprise, until it is added', async () => {
    let added = 0
    withBridge({
      'enterprises/list': () => succeed(registerSlice(enterprises(0))),
      'enterprises/add': () => {
        added += 1
        return succeed(registerSlice(enterprises(0)))
      },
    } as never)
    const first = show(EnterprisesSection)
    await field(first, 'channel-code').setValue('CH-1')
    await field(first, 'channel-customer-id').setValue('77')
    first.unmount()
    const again = show(EnterprisesSection)
    expect(['channel-code', 'channel-customer-id'].map((id) => field(again, id).element.value)).toEqual([
      'CH-1',
      '77',
    ])
    await again.get('[data-testid=add-enterprise-form]').trigger('submit')
    await new Promise((resolve) => setTimeout(resolve))
    expect([added, field(again, 'channel-code').element.value]).toEqual([1, ''])
    again.unmount()
  })

  it('why an enterprise was not added, although the answer came while another page was open', async () => {
    let answer = (): void => undefined
    withBridge({
      'enterprises/list': () => succeed(registerSlice(enterprises(0))),
      'enterprises/add': async () => {
        await new Promise<void>((done) => (answer = done))
        return fail({ code: 'not-found', message: 'no such customer' })
      },
    } as never)
    const first = show(EnterprisesSection)
    await field(first, 'channel-code').setValue('ch-1')
    await field(first, 'channel-customer-id').setValue('77')
    await first.get('[data-testid=add-enterprise-form]').trigger('submit')
    first.unmount()
    answer()
    await new Promise((resolve) => setTimeout(resolve))
    const again = show(EnterprisesSection)
    expect(again.find('[data-testid=enterprises-failure]').exists()).toBe(true)
    expect(field(again, 'channel-code').element.value).toBe('ch-1')
    again.unmount()
  })

  it('a number that cannot be saved, with the reason; another one is saved', async () => {
    withBridge({})
    const wrong = await afterLeaving(DeskSection, 'chunk-size', '5000', { settings })
    expect(wrong).toBe('5000')
    const back = show(DeskSection, { settings })
    expect(back.get('[role=alert]').text()).toBe('Enter a whole number from 1 to 1,000.')
    back.unmount()
    const changes: unknown[] = []
    const again = show(DeskSection, { settings, onChange: (part: unknown) => changes.push(part) })
    await field(again, 'chunk-size').setValue('250')
    again.unmount()
    expect(changes).toEqual([{ chunkSize: 250 }])
  })
})

it('an update server is saved as an address, though an input method made it full-width', async () => {
  withBridge({})
  const state = { choices: { mode: 'off', server: null }, builtInServer: null }
  const shown = show(UpdateServer, { state })
  await field(shown, 'update-server').setValue('https：//updates．example')
  await shown.get('form').trigger('submit')
  expect(shown.emitted('choose')).toEqual([['https://updates.example']])
  shown.unmount()
})
