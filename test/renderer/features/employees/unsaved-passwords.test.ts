// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { defineComponent, h, nextTick, ref } from 'vue'
import { useMadePassword } from '../../../../src-renderer/features/employees/use-made-password'
import { useUnsavedPasswordsStore } from '../../../../src-renderer/features/employees/unsaved-passwords-store'
import { always, createBridgeDouble } from '../../support/bridge-double'

let double: ReturnType<typeof createBridgeDouble>
beforeEach(() => {
  setActivePinia(createPinia())
  double = createBridgeDouble({ 'window/hold': always<'window/hold'>(null) })
  vi.stubGlobal('lockDesk', double.api)
})
afterEach(() => vi.unstubAllGlobals())

const told = () => double.given.map(({ input }) => (input as { madePasswords: number }).madePasswords)
/** A dialog that has sent a made password. */
const open = (isAtStake = ref(false)) => {
  const drawn = mount(
    defineComponent({
      setup: () => ({ made: useMadePassword(() => isAtStake.value) }),
      render: () => h('div'),
    }),
  )
  return { drawn, isAtStake, made: drawn.vm.made }
}

describe('made passwords that stand nowhere else', () => {
  it('are told to main, all together, until they are read or their place is gone', async () => {
    const imported = ref(62)
    const keeper = mount(
      defineComponent(() => {
        useUnsavedPasswordsStore().count(imported)
        return () => h('div')
      }),
    )
    const { isAtStake, made, drawn } = open()
    await nextTick()
    isAtStake.value = true
    await nextTick()
    made.read()
    await nextTick()
    imported.value = 0
    await nextTick()
    expect(told()).toEqual([62, 63, 62, 0])
    isAtStake.value = false
    await nextTick()
    isAtStake.value = true
    await nextTick()
    drawn.unmount()
    await nextTick()
    expect(told().slice(4)).toEqual([1, 0])
    keeper.unmount()
  })

  it('hold their dialog once', async () => {
    const { isAtStake, made } = open()
    expect(made.mayClose()).toBe(true)
    isAtStake.value = true
    await nextTick()
    expect(made.isWarned.value).toBe(false)
    expect(made.mayClose()).toBe(false)
    expect(made.isWarned.value).toBe(true)
    expect(made.mayClose()).toBe(true)
  })

  it('hold it no more once somebody has read them', async () => {
    const { made } = open(ref(true))
    await nextTick()
    made.mayClose()
    made.read()
    expect(made.isWarned.value).toBe(false)
    expect(made.mayClose()).toBe(true)
  })
})
