// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { defineComponent, h, nextTick, ref } from 'vue'
import StatusItem from '../../../../src-renderer/ui/layout/StatusItem.vue'
import { announcements } from '../../../../src-renderer/ui/feedback/announcer'
import { offerFoot, setStatusBarHost } from '../../../../src-renderer/ui/layout/status-bar'
import { stubMedia } from '../../support/media-double'

const icon = defineComponent(() => () => h('svg'))
let setLow: (isLow: boolean) => void
let host: HTMLElement
let unmount = (): void => undefined
beforeEach(() => {
  setLow = stubMedia(false)
  host = document.body.appendChild(document.createElement('section'))
  setStatusBarHost(host)
})
afterEach(() => {
  unmount()
  setStatusBarHost(null)
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

const page = defineComponent((_, { slots }) => {
  offerFoot(() => isFree.value)
  return () => slots['default']?.()
})
const isFree = ref(true)

/** Bars of a page that offers its foot, one for each `isRead`. */
const mountComponent = (areRead: readonly boolean[], atFoot = true) => {
  const label = ref('Queue: 1 waiting')
  const drawn = mount(page, {
    slots: {
      default: () =>
        areRead.map((isRead, at) =>
          h(
            StatusItem,
            { label: label.value, icon, isRead, atFoot, testid: `chip-${String(at)}` },
            { default: () => h('p', { id: `bar-${String(at)}` }, 'One change waits.') },
          ),
        ),
    },
    attachTo: document.body,
  })
  unmount = () => drawn.unmount()
  return label
}
const isInChip = (at = 0) => document.querySelector(`#bar-${String(at)}`)?.closest('[popover]') !== null

describe('what there is to say', () => {
  it('is behind a chip, whatever the height of the window', async () => {
    mountComponent([false], false)
    expect(isInChip()).toBe(true)
    setLow(true)
    await nextTick()
    const chip = host.querySelector('[data-testid=chip-0]')
    expect(chip?.textContent.trim()).toBe('Queue: 1 waiting')
    expect(document.querySelector('#bar-0')?.closest('[popover]')?.id).toBe(
      chip?.getAttribute('popovertarget'),
    )
  })

  it('stands at the foot of its page where it belongs there, unless the window is low or the foot is not free', async () => {
    isFree.value = true
    mountComponent([false])
    await nextTick()
    expect(isInChip()).toBe(false)
    setLow(true)
    await nextTick()
    expect(isInChip()).toBe(true)
    setLow(false)
    await nextTick()
    expect(isInChip()).toBe(false)
    isFree.value = false
    await nextTick()
    expect(isInChip()).toBe(true)
    isFree.value = true
  })

  it('stands there alone: a second bar would push the first one', async () => {
    mountComponent([false, false])
    await nextTick()
    expect([isInChip(0), isInChip(1)]).toEqual([false, true])
  })

  it('that is a live region is announced by its label once it is hidden, and at each change', async () => {
    const label = mountComponent([true])
    await nextTick()
    const before = announcements.polite.value.turn
    setLow(true)
    await nextTick()
    expect(announcements.polite.value).toEqual({ text: 'Queue: 1 waiting', turn: before + 1 })
    label.value = 'Queue: 2 waiting'
    await nextTick()
    expect(announcements.polite.value).toEqual({ text: 'Queue: 2 waiting', turn: before + 2 })
  })

  it('that is none is not announced', async () => {
    mountComponent([false])
    const before = announcements.polite.value.turn
    setLow(true)
    await nextTick()
    expect(announcements.polite.value.turn).toBe(before)
  })
})
