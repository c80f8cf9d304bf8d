// @vitest-environment happy-dom
import { flushPromises, mount } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { defineComponent, h } from 'vue'
import { RouterView, createMemoryHistory, createRouter } from 'vue-router'
import { usePageFocus } from '../../../src-renderer/app/use-page-focus'

const toPage = vi.fn()
const toInput = vi.fn()
const pageWith = (id: string) => defineComponent(() => () => h('button', { id }))

let drawn: ReturnType<typeof mount>
let router: ReturnType<typeof createRouter>
const focus = (id: string) => drawn.get<HTMLElement>(`#${id}`).element.focus()
const open = async (path: string) => {
  await router.push(path)
  await flushPromises()
}

beforeEach(async () => {
  router = createRouter({
    history: createMemoryHistory(),
    routes: [
      { path: '/', name: 'desk', component: pageWith('on-desk') },
      { path: '/receipt', name: 'receipt', component: pageWith('on-receipt') },
    ],
  })
  await router.push('/')
  const frame = defineComponent(() => {
    usePageFocus({ router, toPage, toInput })
    return () => h('div', [h('button', { id: 'rail' }), h(RouterView)])
  })
  drawn = mount(frame, { global: { plugins: [router] }, attachTo: document.body })
  await flushPromises()
  vi.clearAllMocks()
})
afterEach(() => drawn.unmount())

describe('the focus when the page changes', () => {
  it('goes into the page that came where it was on the one that went', async () => {
    focus('on-desk')
    await open('/receipt')
    expect(toPage).toHaveBeenCalledOnce()
    expect(toInput).not.toHaveBeenCalled()
  })

  it('goes to the input bar where the page is the desk', async () => {
    await open('/receipt')
    focus('on-receipt')
    vi.clearAllMocks()
    await open('/')
    expect(toInput).toHaveBeenCalledOnce()
    expect(toPage).not.toHaveBeenCalled()
  })

  it('stays where it is on what stays', async () => {
    focus('rail')
    await open('/receipt')
    expect(toPage).not.toHaveBeenCalled()
    expect(document.activeElement?.id).toBe('rail')
  })
})
