// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import { nextTick } from 'vue'
import ExportMenu from '../../../../../src-renderer/ui/sheets/write/ExportMenu.vue'
import { createTexts } from '../../../support/texts'

const focused = () => document.activeElement?.getAttribute('data-testid')

describe('ExportMenu', () => {
  it('focuses its first item when opened, and is operated by keyboard', async () => {
    const menu = mount(ExportMenu, { global: { plugins: [createTexts('en')] }, attachTo: document.body })
    const panel = menu.get<HTMLElement>('[popover]')
    panel.element.dispatchEvent(Object.assign(new Event('beforetoggle'), { newState: 'open' }))
    await nextTick()
    expect(focused()).toBe('export-csv')
    await panel.trigger('keydown', { key: 'ArrowDown' })
    expect(focused()).toBe('export-xlsx')
    menu.unmount()
  })
})
