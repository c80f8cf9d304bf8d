// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { defineComponent, h, nextTick } from 'vue'
import StatusItem from '../../../../src-renderer/ui/layout/StatusItem.vue'
import { announcements } from '../../../../src-renderer/ui/feedback/announcer'
import { setStatusBarHost } from '../../../../src-renderer/ui/layout/status-bar'
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

const mountComponent = (isRead: boolean) => {
  const drawn = mount(StatusItem, {
    props: { label: 'Queue: 1 waiting', icon, isRead, testid: 'chip-queue' },
    slots: { default: '<p id="bar">One change waits.</p>' },
    attachTo: document.body,
  })
  unmount = () => drawn.unmount()
  return drawn
}

describe('a bar', () => {
  it('stands in its place while the window is high, and behind a chip while it is low', async () => {
    mountComponent(false)
    expect(host.childElementCount).toBe(0)
    expect(document.querySelector('#bar')).not.toBeNull()
    setLow(true)
    await nextTick()
    const chip = host.querySelector('[data-testid=chip-queue]')
    expect(chip?.textContent.trim()).toBe('Queue: 1 waiting')
    expect(document.querySelector('#bar')?.closest('[popover]')?.id).toBe(chip?.getAttribute('popovertarget'))
    setLow(false)
    await nextTick()
    expect(host.childElementCount).toBe(0)
    expect(document.querySelector('#bar')?.closest('[popover]')).toBeNull()
  })

  it('that is a live region is announced by its label once it is hidden, and at each change', async () => {
    const drawn = mountComponent(true)
    const before = announcements.polite.value.turn
    setLow(true)
    await nextTick()
    expect(announcements.polite.value).toEqual({ text: 'Queue: 1 waiting', turn: before + 1 })
    await drawn.setProps({ label: 'Queue: 2 waiting' })
    expect(announcements.polite.value).toEqual({ text: 'Queue: 2 waiting', turn: before + 2 })
  })

  it('that is none is not announced', async () => {
    mountComponent(false)
    const before = announcements.polite.value.turn
    setLow(true)
    await nextTick()
    expect(announcements.polite.value.turn).toBe(before)
  })
})
