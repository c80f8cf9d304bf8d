// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { defineComponent, h } from 'vue'
import { useKeptFocus } from '../../../src-renderer/app/use-kept-focus'

let drawn: ReturnType<typeof mount>

const at = (id: string): HTMLElement => {
  const element = document.getElementById(id)
  if (element === null) throw new Error(`no ${id}`)
  return element
}
/** Two frames: the browser takes the focus away with the first. */
const settled = () => new Promise<void>((done) => setTimeout(done, 80))

beforeEach(() => {
  const frame = defineComponent(() => {
    useKeptFocus()
    return () =>
      h('main', { id: 'main', tabindex: -1 }, [
        h('section', { id: 'list' }, [
          h('div', { id: 'row' }, [h('button', { id: 'remove' })]),
          h('button', { id: 'other' }),
        ]),
        h('button', { id: 'send' }),
      ])
  })
  drawn = mount(frame, { attachTo: document.body })
})
afterEach(() => drawn.unmount())

describe('a focus whose element goes', () => {
  it('stays in the nearest part that is left, on no button', async () => {
    at('remove').focus()
    at('row').remove()
    await settled()
    expect(document.activeElement?.id).toBe('list')
    expect(at('list').tabIndex).toBe(-1)
  })

  it('comes back once what was put to rest can be used again', async () => {
    const send = at('send') as HTMLButtonElement
    send.focus()
    // The browser takes it away by itself, with the next frame.
    send.blur()
    send.disabled = true
    await settled()
    expect(document.activeElement?.id).toBe('main')
    send.disabled = false
    await settled()
    expect(document.activeElement?.id).toBe('send')
  })

  it('comes back though its button was in use again within the same frame', async () => {
    const send = at('send') as HTMLButtonElement
    send.focus()
    send.blur()
    send.disabled = true
    await Promise.resolve()
    send.disabled = false
    await settled()
    expect(document.activeElement?.id).toBe('send')
  })

  it('is left alone where it was only let go of', async () => {
    at('other').focus()
    at('other').blur()
    at('row').remove()
    await settled()
    expect(document.activeElement).toBe(document.body)
  })

  it('leaves no trace on the part it has rested on', async () => {
    at('remove').focus()
    at('row').remove()
    await settled()
    at('send').focus()
    expect(at('list').hasAttribute('tabindex')).toBe(false)
  })
})
