// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { defineComponent, effectScope, nextTick, shallowRef } from 'vue'
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

it('a message ends when its subject changes, or one of its parts, and stays while they are the same', async () => {
  const text = shallowRef('80')
  const rows = shallowRef<readonly string[]>([])
  const scope = effectScope()
  const message = scope.run(() => useMessage(() => [text.value, rows.value]))
  if (message === undefined) throw new Error('no scope')
  const changes = [() => (text.value = '800'), () => (rows.value = ['8000000017'])]
  for (const change of changes) {
    message.value = () => 'Saved'
    const same = text.value
    text.value = same
    await nextTick()
    expect(message.value).toBe('Saved')
    change()
    await nextTick()
    expect(message.value).toBe('')
  }
  scope.stop()
})
