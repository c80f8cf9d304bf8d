// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest'
import { nextTick } from 'vue'
import SetupLayer from '../../../../src-renderer/features/setup-file/SetupLayer.vue'
import { useSetupFileStore } from '../../../../src-renderer/entities/setup-file/setup-file-store'
import FilePicker from '../../../../src-renderer/ui/sheets/read/FilePicker.vue'
import { openDialogsAsBrowsers } from '../../support/browser-dialogs'
import { mountComponent, withBridge } from '../../support/mount-component'

beforeEach(openDialogsAsBrowsers)

it('a chosen file does not replace the one whose preview is open', async () => {
  withBridge({ 'setup/preview': () => new Promise<never>(() => undefined) })
  const wrapper = mountComponent(SetupLayer, {})
  const store = useSetupFileStore()
  const choose = (name: string) => wrapper.getComponent(FilePicker).vm.$emit('take', new File(['{}'], name))
  choose('dropped.locksetup')
  await nextTick()
  choose('chosen.locksetup')
  await nextTick()
  expect(store.file?.name).toBe('dropped.locksetup')
  expect(wrapper.text()).toContain('dropped.locksetup')
  wrapper.unmount()
})
