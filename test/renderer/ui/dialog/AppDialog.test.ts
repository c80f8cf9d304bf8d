// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { h } from 'vue'
import AppDialog from '../../../../src-renderer/ui/dialog/AppDialog.vue'
import { openDialogsAsBrowsers } from '../../support/browser-dialogs'
import { mountComponent } from '../../support/mount-component'

let wrapper: ReturnType<typeof mountComponent> | undefined

beforeEach(openDialogsAsBrowsers)
afterEach(() => {
  wrapper?.unmount()
  vi.restoreAllMocks()
})

const open = (inside: () => unknown) => {
  const page = () =>
    // Pages have a part with this class, too.
    h('div', { class: 'body' }, [
      h(
        AppDialog as never,
        { title: 'Sheet' },
        { default: inside, footer: () => h('button', { id: 'confirm' }) },
      ),
    ])
  wrapper = mountComponent(page, {})
}

describe('AppDialog', () => {
  it('focuses its first field, wherever that is rendered', () => {
    open(() => h('input', { id: 'asked' }))
    expect(document.activeElement?.id).toBe('asked')
  })

  it('focuses its button where it has no field', () => {
    open(() => 'Nothing to fill in.')
    expect(document.activeElement?.id).toBe('confirm')
  })
})
