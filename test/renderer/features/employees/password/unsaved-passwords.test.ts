// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { computed, defineComponent, h, nextTick, ref } from 'vue'
import { useChange } from '../../../../../src-renderer/entities/change/use-change'
import { useGeneratedPassword } from '../../../../../src-renderer/features/employees/password/use-generated-password'
import { useUnsavedPasswordsStore } from '../../../../../src-renderer/features/employees/password/unsaved-passwords-store'
import { always, createBridgeDouble } from '../../../support/bridge-double'
import { entry } from '../../../support/samples'

let double: ReturnType<typeof createBridgeDouble>
beforeEach(() => {
  setActivePinia(createPinia())
  double = createBridgeDouble({ 'window/unsaved-passwords': always<'window/unsaved-passwords'>(null) })
  vi.stubGlobal('lockDesk', double.api)
})
afterEach(() => vi.unstubAllGlobals())

const reportedCounts = () =>
  double.calls
    .filter(({ name }) => name === 'window/unsaved-passwords')
    .map(({ input }) => (input as { generatedPasswords: number }).generatedPasswords)
const sent = entry({ state: 'done' })
/** A dialog that has sent a generated password. */
const open = (isAtRisk = ref(false)) => {
  const wrapper = mount(
    defineComponent({
      setup: () => ({
        made: useGeneratedPassword({ ...useChange(), entry: computed(() => sent) }, () => isAtRisk.value),
      }),
      render: () => h('div'),
    }),
  )
  return { wrapper, isAtRisk, made: wrapper.vm.made }
}

describe('unsaved generated passwords', () => {
  it('are reported to main as a total until they are read or their component is gone', async () => {
    const imported = ref(62)
    const keeper = mount(
      defineComponent(() => {
        useUnsavedPasswordsStore().count(imported)
        return () => h('div')
      }),
    )
    const { isAtRisk, made, wrapper } = open()
    await nextTick()
    isAtRisk.value = true
    await nextTick()
    made.read()
    await nextTick()
    imported.value = 0
    await nextTick()
    expect(reportedCounts()).toEqual([62, 63, 62, 0])
    isAtRisk.value = false
    await nextTick()
    isAtRisk.value = true
    await nextTick()
    wrapper.unmount()
    await nextTick()
    expect(reportedCounts().slice(4)).toEqual([1, 0])
    keeper.unmount()
  })

  it('keep their dialog open once', async () => {
    const { isAtRisk, made } = open()
    expect(made.mayClose()).toBe(true)
    isAtRisk.value = true
    await nextTick()
    expect(made.isWarned.value).toBe(false)
    expect(made.mayClose()).toBe(false)
    expect(made.isWarned.value).toBe(true)
    expect(made.mayClose()).toBe(true)
  })

  it('no longer keep it open once they were read', async () => {
    const { made } = open(ref(true))
    await nextTick()
    made.mayClose()
    made.read()
    expect(made.isWarned.value).toBe(false)
    expect(made.mayClose()).toBe(true)
  })
})
