// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { h } from 'vue'
import SheetDialog from '../../../src-renderer/ui/SheetDialog.vue'
import { openDialogsAsBrowsers } from '../support/browser-dialogs'
import { draw } from '../support/draw'

let drawn: ReturnType<typeof draw> | undefined

beforeEach(openDialogsAsBrowsers)
afterEach(() => {
  drawn?.unmount()
  vi.restoreAllMocks()
})

const open = (inside: () => unknown) => {
  const page = () =>
    // Pages have such a part, too.
    h('div', { class: 'body' }, [
      h(
        SheetDialog as never,
        { title: 'Sheet' },
        { default: inside, doors: () => h('button', { id: 'door' }) },
      ),
    ])
  drawn = draw(page, {})
}

describe('a dialog', () => {
  it('opens on the first thing it asks, wherever it is drawn', () => {
    open(() => h('input', { id: 'asked' }))
    expect(document.activeElement?.id).toBe('asked')
  })

  it('opens on its door where it asks nothing', () => {
    open(() => 'Nothing to fill in.')
    expect(document.activeElement?.id).toBe('door')
  })
})
