// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import ExportMenu from '../../../src-renderer/sheets/ExportMenu.vue'
import { createTexts } from '../support/texts'

const focused = () => document.activeElement?.getAttribute('data-testid')

describe('the export menu', () => {
  it('has the cursor on its first choice once it is open, and is chosen from by keys', async () => {
    const menu = mount(ExportMenu, { global: { plugins: [createTexts('en')] }, attachTo: document.body })
    const panel = menu.get<HTMLElement>('[popover]')
    panel.element.dispatchEvent(Object.assign(new Event('toggle'), { newState: 'open' }))
    expect(focused()).toBe('export-csv')
    await panel.trigger('keydown', { key: 'ArrowDown' })
    expect(focused()).toBe('export-xlsx')
    menu.unmount()
  })
})
