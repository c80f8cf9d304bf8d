// @vitest-environment happy-dom
import { flushPromises, mount } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createMemoryHistory, createRouter } from 'vue-router'
import { leftOut } from '#shared/diagnose-commands'
import type { CheckId, Diagnosis, Finding } from '#shared/model/diagnosis'
import { fail, succeed } from '#shared/outcome'
import DiagnosePage from '../../../../src-renderer/features/diagnose/DiagnosePage.vue'
import { createTexts } from '../../../../src-renderer/i18n/i18n'
import { en } from '../../../../src-renderer/i18n/messages'
import { createBridgeDouble } from '../../support/bridge-double'
import type { Answers } from '../../support/bridge-double'

const line = (id: CheckId, finding: Finding | null): Diagnosis['lines'][number] => ({
  id,
  state: finding === null ? 'running' : 'done',
  finding,
  checkedAt: finding === null ? null : 1,
  tookMs: finding === null ? null : 12,
})
const ok: Finding = { code: 'owner-here', level: 'ok', facts: {}, action: { kind: 'again' } }
const rule: Finding = {
  code: 'rule-missing',
  level: 'warning',
  facts: {},
  action: { kind: 'copy', what: 'rule', text: 'KERNEL==…' },
}
const vault: Finding = {
  code: 'vault',
  level: 'note',
  facts: { state: 'memory', backend: 'x', kept: 0, unreadable: 0 },
  action: { kind: 'open', place: 'settings#vault' },
}
const done = (...lines: Diagnosis['lines']): Diagnosis => ({
  state: 'done',
  startedAt: Date.now(),
  endedAt: Date.now(),
  lines,
})
const three = done(line('usb-permission', rule), line('owner', ok), line('vault', vault))
const runs: Diagnosis = { ...three, state: 'running', endedAt: null, lines: [line('owner', null)] }
const never: Diagnosis = { state: 'never', startedAt: null, endedAt: null, lines: [] }

let stop: () => void = () => undefined
afterEach(() => stop())

const show = async (answers: Answers) => {
  const double = createBridgeDouble({ 'app/copy': () => succeed(null), ...answers })
  Object.defineProperty(window, 'lockDesk', { value: double.api, configurable: true })
  const pinia = createPinia()
  setActivePinia(pinia)
  const router = createRouter({
    history: createMemoryHistory(),
    routes: [
      { name: 'diagnose', path: '/', component: DiagnosePage },
      { name: 'settings', path: '/settings', component: { template: '<i />' } },
    ],
  })
  const page = mount(DiagnosePage, {
    attachTo: document.body,
    global: { plugins: [createTexts('en', en), pinia, router] },
  })
  stop = () => page.unmount()
  await flushPromises()
  const at = (testId: string) => page.get(`[data-testid="${testId}"]`)
  const given = (name: string) => double.given.filter((one) => one.name === name).map(({ input }) => input)
  return { page, at, given, router, double }
}

describe('the page Diagnose', () => {
  it('looks by itself where nobody has, and shows each answer as it comes', async () => {
    const { at, given, double } = await show({
      'diagnose/read': () => succeed(never),
      'diagnose/start': () => succeed(runs),
    })
    expect(given('diagnose/start')).toEqual([{ only: null }])
    expect(at('diagnose-summary').text()).toMatch(/0 of 1 looked at/)
    double.tell('diagnose/changed', three)
    await flushPromises()
    expect(at('diagnose-summary').text()).toBe('1 to look at')
    expect(at('check-vault').text()).toMatch(/Note.*no keyring/s)
  })

  it('shows what was found a moment ago without looking again', async () => {
    const { given } = await show({ 'diagnose/read': () => succeed(three) })
    expect(given('diagnose/start')).toEqual([])
  })

  it('gives each line one thing to do', async () => {
    const { at, given, router } = await show({
      'diagnose/read': () => succeed(three),
      'diagnose/start': () => succeed(runs),
    })
    const push = vi.spyOn(router, 'push')
    await at('act-usb-permission').trigger('click')
    await flushPromises()
    expect(given('app/copy')).toEqual([{ text: 'KERNEL==…' }])
    expect(at('check-usb-permission').text()).toContain('Copied.')
    await at('act-vault').trigger('click')
    expect(push).toHaveBeenCalledWith({ name: 'settings', hash: '#vault' })
    await at('act-owner').trigger('click')
    await flushPromises()
    expect(given('diagnose/start')).toEqual([{ only: ['owner'] }])
  })

  it('can be stopped', async () => {
    const { at, given } = await show({
      'diagnose/read': () => succeed(runs),
      'diagnose/cancel': () => succeed({ ...runs, state: 'stopped', endedAt: 1 }),
    })
    await at('check-stop').trigger('click')
    await flushPromises()
    expect(given('diagnose/cancel')).toHaveLength(1)
    expect(at('diagnose-summary').text()).toMatch(/^Stopped/)
  })

  it('keeps the button under the keyboard, with the same meaning, from the first line to the last', async () => {
    const { at, given, double } = await show({
      'diagnose/read': () => succeed(three),
      'diagnose/start': () => succeed(runs),
    })
    const button = at('check-all')
    ;(button.element as HTMLElement).focus()
    await button.trigger('click')
    await flushPromises()
    const words = button.text()
    await button.trigger('click')
    expect([given('diagnose/start').length, given('diagnose/cancel').length]).toEqual([1, 0])
    expect([button.attributes('aria-disabled'), button.attributes('disabled')]).toEqual(['true', undefined])
    double.tell('diagnose/changed', three)
    await flushPromises()
    expect(document.activeElement).toBe(button.element)
    expect([at('check-all').text(), at('check-all').attributes('aria-disabled')]).toEqual([words, 'false'])
    await at('check-stop').trigger('click')
    expect(given('diagnose/cancel')).toEqual([])
  })

  it('says why it could not begin, and lets it be tried again', async () => {
    const { at } = await show({
      'diagnose/read': () => fail({ code: 'switching', message: 'not now' }),
    })
    expect(at('diagnose-failed').text()).toMatch(/The checks did not begin/)
    expect(at('diagnose-failed').find('button').exists()).toBe(true)
  })

  it('says what a bundle holds and leaves out before it is saved, and saves what was shown', async () => {
    const manifest = {
      bundleId: 'b-1',
      name: 'lock-desk-support',
      files: [{ file: 'report.json' as const, bytes: 2048 }],
      leftOut,
      hidden: 3,
    }
    const { at, given } = await show({
      'diagnose/read': () => succeed(three),
      'diagnose/prepare-bundle': () => succeed({ manifest, report: three }),
      'diagnose/save-bundle': () => succeed({ savedAs: '/there/x.zip', bytes: 5_000 }),
      'diagnose/drop-bundle': () => succeed(null),
    })
    await at('save-bundle').trigger('click')
    await flushPromises()
    expect(at('manifest').text()).toMatch(/as codes.*Keys, secrets, passwords and tokens.*3 places/s)
    await at('bundle-save').trigger('click')
    await flushPromises()
    expect(given('diagnose/save-bundle')).toMatchObject([
      { bundleId: 'b-1', text: expect.stringContaining('[vault: vault]') as string },
    ])
    expect(at('bundle-said').text()).toMatch(/Saved as \/there\/x\.zip/)
  })
})
