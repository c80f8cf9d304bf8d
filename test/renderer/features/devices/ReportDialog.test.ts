// @vitest-environment happy-dom
import { flushPromises, mount } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { expect, it } from 'vitest'
import { succeed } from '#shared/outcome'
import ReportDialog from '../../../../src-renderer/features/devices/ReportDialog.vue'
import { withBridge } from '../../support/mount-component'
import { createTexts, switchToChinese } from '../../support/texts'

it('shows its messages in the language that is switched to', async () => {
  withBridge({
    'devices/report': () => succeed('report'),
    'app/copy': () => succeed(null),
    'files/save': () => succeed({ savedAs: 'devices.txt' }),
  })
  const texts = createTexts('en')
  const dialog = mount(ReportDialog, { attachTo: document.body, global: { plugins: [texts, createPinia()] } })
  await flushPromises()
  const press = async (testId: string): Promise<void> => {
    await dialog.get(`[data-testid=${testId}]`).trigger('click')
    await flushPromises()
  }
  await press('report-copy')
  expect(dialog.text()).toContain('Copied')
  await switchToChinese(texts)
  expect(dialog.text()).toContain('已复制')
  await press('report-save')
  expect(dialog.text()).toContain('已保存为 devices.txt')
  texts.global.locale.value = 'en'
  await flushPromises()
  expect(dialog.text()).toContain('Saved as devices.txt')
  dialog.unmount()
})
