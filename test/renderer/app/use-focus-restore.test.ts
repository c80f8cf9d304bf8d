// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { defineComponent, h } from 'vue'
import { useFocusRestore } from '../../../src-renderer/app/use-focus-restore'

let wrapper: ReturnType<typeof mount>

const at = (id: string): HTMLElement => {
  const element = document.getElementById(id)
  if (element === null) throw new Error(`no ${id}`)
  return element
}
/** Two frames: the browser moves the focus in the first. */
const flushed = () => new Promise<void>((done) => setTimeout(done, 80))

beforeEach(() => {
  const frame = defineComponent(() => {
    useFocusRestore()
    return () =>
      h('main', { id: 'main', tabindex: -1 }, [
        h('section', { id: 'list' }, [
          h('div', { id: 'row' }, [h('button', { id: 'remove' })]),
          h('button', { id: 'other' }),
        ]),
        h('button', { id: 'send' }),
      ])
  })
  wrapper = mount(frame, { attachTo: document.body })
})
afterEach(() => wrapper.unmount())

describe('focus on a removed element', () => {
  it('moves to the nearest remaining container, not to a button', async () => {
    at('remove').focus()
    at('row').remove()
    await flushed()
    expect(document.activeElement?.id).toBe('list')
    expect(at('list').tabIndex).toBe(-1)
  })

  it('returns once the disabled element is enabled again', async () => {
    const send = at('send') as HTMLButtonElement
    send.focus()
    // The browser moves the focus with the next frame.
    send.blur()
    send.disabled = true
    await flushed()
    expect(document.activeElement?.id).toBe('main')
    send.disabled = false
    await flushed()
    expect(document.activeElement?.id).toBe('send')
  })

  it('returns even if its button was enabled again in the same frame', async () => {
    const send = at('send') as HTMLButtonElement
    send.focus()
    send.blur()
    send.disabled = true
    await Promise.resolve()
    send.disabled = false
    await flushed()
    expect(document.activeElement?.id).toBe('send')
  })

  it('does not move where it was only blurred', async () => {
    at('other').focus()
    at('other').blur()
    at('row').remove()
    await flushed()
    expect(document.activeElement).toBe(document.body)
  })

  it('leaves no attribute on the container', async () => {
    at('remove').focus()
    at('row').remove()
    await flushed()
    at('send').focus()
    expect(at('list').hasAttribute('tabindex')).toBe(false)
  })
})
