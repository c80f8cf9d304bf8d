// @vitest-environment happy-dom
import { flushPromises, mount } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createMemoryHistory, createRouter } from 'vue-router'
import { bundleExclusions } from '#shared/model/app/support-bundle'
import type { CheckId, Diagnosis, Finding } from '#shared/model/app/diagnosis'
import { fail, succeed } from '#shared/outcome'
import DiagnosePage from '../../../../src-renderer/features/diagnose/DiagnosePage.vue'
import { createBridgeDouble } from '../../support/bridge-double'
import type { Handlers } from '../../support/bridge-double'
import { createTexts, switchToChinese } from '../../support/texts'

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

const show = async (handlers: Handlers) => {
  const double = createBridgeDouble({ 'app/copy': () => succeed(null), ...handlers })
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
  const texts = createTexts('en')
  const page = mount(DiagnosePage, {
    attachTo: document.body,
    global: { plugins: [texts, pinia, router] },
  })
  stop = () => page.unmount()
  await flushPromises()
  const at = (testId: string) => page.get(`[data-testid="${testId}"]`)
  const callsOf = (name: string) => double.calls.filter((one) => one.name === name).map(({ input }) => input)
  return { page, at, callsOf, router, double, texts }
}

describe('DiagnosePage', () => {
  it('starts checks when none ran before, and shows each result as it arrives', async () => {
    const { at, callsOf, double } = await show({
      'diagnose/read': () => succeed(never),
      'diagnose/start': () => succeed(runs),
    })
    expect(callsOf('diagnose/start')).toEqual([{ only: null }])
    expect(at('diagnose-summary').text()).toMatch(/0 of 1 checked/)
    double.emit('diagnose/changed', three)
    await flushPromises()
    expect(at('diagnose-summary').text()).toBe('1 warning')
    expect(at('check-vault').text()).toMatch(/Note.*no system keychain/s)
  })

  it('shows recent results without a new run', async () => {
    const { callsOf } = await show({ 'diagnose/read': () => succeed(three) })
    expect(callsOf('diagnose/start')).toEqual([])
  })

  it.each([
    ['earlier', -3_600_000],
    ['dated later, by a clock that was set back since', 3_600_000],
  ])('starts checks where the last ones are %s', async (_when, ms) => {
    const { callsOf } = await show({
      'diagnose/read': () => succeed({ ...three, endedAt: Date.now() + ms }),
      'diagnose/start': () => succeed(runs),
    })
    expect(callsOf('diagnose/start')).toEqual([{ only: null }])
  })

  it('offers one action per line', async () => {
    const { at, callsOf, router } = await show({
      'diagnose/read': () => succeed(three),
      'diagnose/start': () => succeed(runs),
    })
    const push = vi.spyOn(router, 'push')
    await at('act-usb-permission').trigger('click')
    await flushPromises()
    expect(callsOf('app/copy')).toEqual([{ text: 'KERNEL==…' }])
    expect(at('check-usb-permission').text()).toContain('Copied')
    await at('act-vault').trigger('click')
    expect(push).toHaveBeenCalledWith({ name: 'settings', hash: '#vault' })
    await at('act-owner').trigger('click')
    await flushPromises()
    expect(callsOf('diagnose/start')).toEqual([{ only: ['owner'] }])
  })

  it('can be stopped', async () => {
    const { at, callsOf } = await show({
      'diagnose/read': () => succeed(runs),
      'diagnose/cancel': () => succeed({ ...runs, state: 'stopped', endedAt: 1 }),
    })
    await at('check-stop').trigger('click')
    await flushPromises()
    expect(callsOf('diagnose/cancel')).toHaveLength(1)
    expect(at('diagnose-summary').text()).toMatch(/^Stopped/)
  })

  it('keeps the focused button with its meaning during the run', async () => {
    const { at, callsOf, double } = await show({
      'diagnose/read': () => succeed(three),
      'diagnose/start': () => succeed(runs),
    })
    const button = at('check-all')
    ;(button.element as HTMLElement).focus()
    await button.trigger('click')
    await flushPromises()
    const words = button.text()
    await button.trigger('click')
    expect([callsOf('diagnose/start').length, callsOf('diagnose/cancel').length]).toEqual([1, 0])
    expect([button.attributes('aria-disabled'), button.attributes('disabled')]).toEqual(['true', undefined])
    double.emit('diagnose/changed', three)
    await flushPromises()
    expect(document.activeElement).toBe(button.element)
    expect([at('check-all').text(), at('check-all').attributes('aria-disabled')]).toEqual([words, 'false'])
    await at('check-stop').trigger('click')
    expect(callsOf('diagnose/cancel')).toEqual([])
  })

  it('shows why the checks could not start, and retries', async () => {
    const { at } = await show({
      'diagnose/read': () => fail({ code: 'switching', message: 'not now' }),
    })
    expect(at('diagnose-failed').text()).toMatch(/Couldn’t start the checks/)
    expect(at('diagnose-failed').find('button').exists()).toBe(true)
  })

  it('lists the content of a support bundle before saving, and saves what was shown', async () => {
    const manifest = {
      bundleId: 'b-1',
      name: 'lock-desk-support',
      files: [{ file: 'report.json' as const, bytes: 2048 }],
      excluded: bundleExclusions,
      hidden: 3,
    }
    const { at, callsOf } = await show({
      'diagnose/read': () => succeed(three),
      'diagnose/prepare-bundle': () => succeed({ manifest, report: three }),
      'diagnose/save-bundle': () => succeed({ savedAs: '/there/x.zip', bytes: 5_000 }),
      'diagnose/discard-bundle': () => succeed(null),
    })
    await at('save-bundle').trigger('click')
    await flushPromises()
    expect(at('manifest').text()).toMatch(
      /as codes.*App keys, app secrets, passwords and tokens.*3 redactions/s,
    )
    await at('bundle-save').trigger('click')
    await flushPromises()
    expect(callsOf('diagnose/save-bundle')).toMatchObject([
      { bundleId: 'b-1', text: expect.stringContaining('[vault: vault]') as string },
    ])
    expect(at('bundle-message').text()).toMatch(/Saved as \/there\/x\.zip/)
  })

  it('shows its messages in the language that is switched to', async () => {
    const { at, double, texts } = await show({ 'diagnose/read': () => succeed(three) })
    await at('act-usb-permission').trigger('click')
    await flushPromises()
    expect(at('check-usb-permission').text()).toContain('Copied')
    await switchToChinese(texts)
    expect(at('check-usb-permission').text()).toContain('已复制')
    double.handlers['app/copy'] = () => fail({ code: 'internal', message: '' })
    await at('copy-summary').trigger('click')
    await flushPromises()
    expect(at('diagnose-message').text()).toBe('发生意外错误。')
    texts.global.locale.value = 'en'
    await flushPromises()
    expect(at('diagnose-message').text()).toBe('Unexpected error.')
  })

  it('shows the saved support bundle in the language that is switched to', async () => {
    const manifest = { bundleId: 'b-1', name: 'x', files: [], excluded: bundleExclusions, hidden: 0 }
    const { at, texts } = await show({
      'diagnose/read': () => succeed(three),
      'diagnose/prepare-bundle': () => succeed({ manifest, report: three }),
      'diagnose/save-bundle': () => succeed({ savedAs: 'x.zip', bytes: 5_000 }),
      'diagnose/discard-bundle': () => succeed(null),
    })
    await at('save-bundle').trigger('click')
    await flushPromises()
    await at('bundle-save').trigger('click')
    await flushPromises()
    expect(at('bundle-message').text()).toMatch(/^Saved as x\.zip/)
    await switchToChinese(texts)
    expect(at('bundle-message').text()).toMatch(/^已保存为 x\.zip/)
  })
})
