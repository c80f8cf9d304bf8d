// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { defineComponent, h, nextTick, ref } from 'vue'
import { actionIds } from '../../../../src-renderer/app/actions/action-table'
import { useActionsStore } from '../../../../src-renderer/app/actions/actions-store'
import { keyList } from '../../../../src-renderer/app/actions/key-list'
import type { Key } from '../../../../src-renderer/app/actions/keys'
import { useAction } from '../../../../src-renderer/app/actions/use-action'
import { useWindowKeys } from '../../../../src-renderer/app/use-window-keys'

const go = vi.fn()
const perform = vi.fn()
const mayRun = ref(true)
const offered = actionIds.filter((id) => id !== 'take-number' && id !== 'type-number')

let drawn: ReturnType<typeof mount>

beforeEach(() => {
  vi.clearAllMocks()
  mayRun.value = true
  setActivePinia(createPinia())
  const frame = defineComponent(() => {
    useWindowKeys({ go, perform })
    for (const id of offered) useAction(id, () => undefined, { may: () => mayRun.value })
    return () => h('input')
  })
  drawn = mount(frame, { attachTo: document.body })
})
afterEach(() => {
  drawn.unmount()
  document.body.replaceChildren()
})

const press = ({ key, mod = false, shift = false }: Key, over: KeyboardEventInit = {}) => {
  const code = /^[A-Z]$/.test(key)
    ? `Key${key}`
    : /^\d$/.test(key)
      ? `Digit${key}`
      : key === ','
        ? 'Comma'
        : key
  const told = { key, code, ctrlKey: mod, shiftKey: shift, bubbles: true, cancelable: true, ...over }
  const event = new KeyboardEvent('keydown', told)
  document.querySelector('input')?.dispatchEvent(event)
  return event
}

describe('the keys of the window', () => {
  it('do what the list of keys says, each of them, and nothing that it does not say', () => {
    const t = (key: string) => key
    const sections = keyList({ page: 'desk', t, of: useActionsStore().of })
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

  it('are not taken where nobody can do it', () => {
    mayRun.value = false
    expect(press({ key: 'K', mod: true }).defaultPrevented).toBe(false)
    expect(perform).not.toHaveBeenCalled()
  })

  it('wait for an input method, and for whoever has taken the key', () => {
    press({ key: 'Escape' }, { isComposing: true })
    press({ key: 'F1' }, { repeat: true })
    expect(perform).not.toHaveBeenCalled()
  })

  it('wait for an open sheet', () => {
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

describe('what is offered', () => {
  it('goes with whoever offers it', async () => {
    const store = useActionsStore()
    expect(store.of('palette')).not.toBeNull()
    drawn.unmount()
    await nextTick()
    expect(store.of('palette')).toBeNull()
  })

  it('is waited for while its page is on its way', async () => {
    const store = useActionsStore()
    drawn.unmount()
    const run = vi.fn()
    const coming = store.soon('new-order')
    const stop = store.offer('new-order', { run, may: () => true })
    await (await coming)?.run(null)
    expect(run).toHaveBeenCalledOnce()
    stop()
  })
})
