// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { defineComponent, nextTick } from 'vue'
import { expect, it } from 'vitest'
import { useTexts } from '../../../../src-renderer/i18n/use-texts'
import { useMessage } from '../../../../src-renderer/ui/feedback/use-message'
import { createTexts, switchToChinese } from '../../support/texts'

it('a message follows the language, until it is cleared', async () => {
  const texts = createTexts('en')
  const wrapper = mount(
    defineComponent({
      setup: () => {
        const { t } = useTexts()
        const message = useMessage()
        message.value = () => t('common.copied')
        return { message }
      },
      template: '<p>{{ message }}</p>',
    }),
    { global: { plugins: [texts] } },
  )
  expect(wrapper.text()).toBe('Copied')
  await switchToChinese(texts)
  expect(wrapper.text()).toBe('已复制')
  wrapper.vm.message = ''
  await nextTick()
  expect(wrapper.text()).toBe('')
})
