// @vitest-environment happy-dom
import { flushPromises, mount } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { defineComponent, h, onMounted } from 'vue'
import { RouterView, createMemoryHistory, createRouter } from 'vue-router'
import { usePageFocus } from '../../../src-renderer/app/use-page-focus'

const focusInput = vi.fn()
const onField = vi.fn()
const pageWith = (id: string) => defineComponent(() => () => h('div', [h('h1', id), h('button', { id })]))
const pageWithOwnField = defineComponent(() => {
  onMounted(() => document.getElementById('field')?.focus())
  return () => h('div', [h('h1', 'search'), h('input', { id: 'field' })])
})

let wrapper: ReturnType<typeof mount>
let router: ReturnType<typeof createRouter>
const focus = (id: string) => wrapper.get<HTMLElement>(`#${id}`).element.focus()
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
      { path: '/search', name: 'search', component: pageWithOwnField },
    ],
  })
  await router.push('/')
  const frame = defineComponent(() => {
    const page = () => document.querySelector<HTMLElement>('.page')
    usePageFocus({ router, page, focusInput, onField })
    return () => h('div', [h('button', { id: 'rail' }), h(RouterView, { class: 'page' })])
  })
  wrapper = mount(frame, { global: { plugins: [router] }, attachTo: document.body })
  await flushPromises()
  vi.clearAllMocks()
})
afterEach(() => wrapper.unmount())

describe('focus on page changes', () => {
  it.each(['on-desk', 'rail'])('moves to the heading of the new page, also from %s', async (id) => {
    focus(id)
    await open('/receipt')
    expect(document.activeElement?.outerHTML).toBe('<h1 tabindex="-1">on-receipt</h1>')
    expect(onField).not.toHaveBeenCalled()
  })

  it('moves to the input bar on the lock desk and announces the page', async () => {
    await open('/receipt')
    vi.clearAllMocks()
    await open('/')
    expect(focusInput).toHaveBeenCalledOnce()
    expect(onField).toHaveBeenCalledOnce()
  })

  it('stays where the new page set it, and the page is announced', async () => {
    await open('/search')
    expect(document.activeElement?.id).toBe('field')
    expect(onField).toHaveBeenCalledOnce()
  })

  it('stays within the same page', async () => {
    await open('/receipt')
    focus('on-receipt')
    await open('/receipt?of=8000000017')
    expect(document.activeElement?.id).toBe('on-receipt')
  })
})
