// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import ExportMenu from '../../../src-renderer/sheets/ExportMenu.vue'
import PopPanel from '../../../src-renderer/ui/PopPanel.vue'
import { createTexts } from '../support/texts'

describe('the export menu', () => {
  it('has the cursor on its first choice once it is open', () => {
    const menu = mount(ExportMenu, { global: { plugins: [createTexts('en')] }, attachTo: document.body })
    menu.getComponent(PopPanel).vm.$emit('toggle', true)
    expect(document.activeElement?.getAttribute('data-testid')).toBe('export-csv')
    menu.unmount()
  })
})
