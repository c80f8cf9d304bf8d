// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { defineComponent, h, nextTick, ref } from 'vue'
import { actionIds } from '../../../../src-renderer/actions/action-table'
import { useActionsStore } from '../../../../src-renderer/actions/actions-store'
import { shortcutSections } from '../../../../src-renderer/app/actions/shortcut-sections'
import type { Key } from '../../../../src-renderer/actions/keys'
import { useAction } from '../../../../src-renderer/actions/use-action'
import { useWindowKeys } from '../../../../src-renderer/app/actions/use-window-keys'

const go = vi.fn()
const perform = vi.fn()
const mayRun = ref(true)
const isHidden = vi.fn(() => false)
const registered = actionIds.filter((id) => id !== 'use-number' && id !== 'type-number')

let wrapper: ReturnType<typeof mount>

beforeEach(() => {
  vi.clearAllMocks()
  isHidden.mockReturnValue(false)
  mayRun.value = true
  setActivePinia(createPinia())
  const frame = defineComponent(() => {
    useWindowKeys({ go, isHidden, perform })
    for (const id of registered) useAction(id, () => undefined, { isEnabled: () => mayRun.value })
    return () => h('input')
  })
  wrapper = mount(frame, { attachTo: document.body })
})
afterEach(() => {
  wrapper.unmount()
  document.body.replaceChildren()
})

const press = ({ key, mod = false, alt = false, shift = false }: Key, over: KeyboardEventInit = {}) => {
  const code = /^[A-Z]$/.test(key)
    ? `Key${key}`
    : /^\d$/.test(key)
      ? `Digit${key}`
      : key === ','
        ? 'Comma'
        : key
  const init = {
    key,
    code,
    ctrlKey: mod,
    altKey: alt,
    shiftKey: shift,
    bubbles: true,
    cancelable: true,
    ...over,
  }
  const event = new KeyboardEvent('keydown', init)
  document.querySelector('input')?.dispatchEvent(event)
  return event
}

describe('window keys', () => {
  it('perform every action of the key list, and no others', () => {
    const t = (key: string) => key
    const sections = shortcutSections({ page: 'desk', t, of: useActionsStore().of, isHidden })
    const listed = sections.filter(({ name }) => name !== 'lists').flatMap(({ rows }) => rows)
    for (const { keys, text } of listed) {
      vi.clearAllMocks()
      const [key] = keys
      if (key === undefined) throw new Error(`${text} has no key`)
      expect(press(key).defaultPrevented, text).toBe(true)
      const called = perform.mock.calls.flat().map((id) => `actions.title.${String(id)}`)
      if (text === 'actions.keys.goTo') expect(go).toHaveBeenCalledOnce()
      else expect(called).toEqual([text])
    }
    expect(listed.length).toBeGreaterThan(18)
    expect(press({ key: 'J', mod: true }).defaultPrevented).toBe(false)
  })

  it('are ignored where the action is unavailable', () => {
    mayRun.value = false
    expect(press({ key: 'K', mod: true }).defaultPrevented).toBe(false)
    expect(perform).not.toHaveBeenCalled()
  })

  it('of hidden pages do nothing and are not listed', () => {
    isHidden.mockReturnValue(true)
    expect(press({ key: '2', mod: true }).defaultPrevented).toBe(false)
    expect(go).not.toHaveBeenCalled()
    const t = (key: string) => key
    const sections = shortcutSections({ page: 'desk', t, of: useActionsStore().of, isHidden })
    expect(sections.flatMap(({ rows }) => rows).map(({ text }) => text)).not.toContain('actions.keys.goTo')
  })

  it('are ignored during input method composition, key repeat and handled events', () => {
    press({ key: 'Escape' }, { isComposing: true })
    press({ key: 'F1' }, { repeat: true })
    expect(perform).not.toHaveBeenCalled()
  })

  it('are ignored while a dialog is open', () => {
    const sheet = document.createElement('dialog')
    sheet.open = true
    document.body.append(sheet)
    press({ key: 'K', mod: true })
    expect(perform).not.toHaveBeenCalled()
    sheet.remove()
    press({ key: 'K', mod: true })
    expect(perform).toHaveBeenCalledWith('palette')
  })
})

describe('an offered action', () => {
  it('is removed with its component', async () => {
    const store = useActionsStore()
    expect(store.of('palette')).not.toBeNull()
    wrapper.unmount()
    await nextTick()
    expect(store.of('palette')).toBeNull()
  })

  it('is awaited while its page loads', async () => {
    const store = useActionsStore()
    wrapper.unmount()
    const run = vi.fn()
    const coming = store.whenRegistered('new-order')
    const stop = store.register('new-order', { run, isEnabled: () => true })
    await (await coming)?.run(null)
    expect(run).toHaveBeenCalledOnce()
    stop()
  })
})
