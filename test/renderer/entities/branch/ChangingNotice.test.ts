// @vitest-environment happy-dom
import { nextTick, ref } from 'vue'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import ChangingNotice from '../../../../src-renderer/entities/branch/ChangingNotice.vue'
import { watchHiddenNames } from '../../../../src-renderer/names/names-hidden'
import { mountComponent, withBridge } from '../../support/mount-component'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const change = { computer: 'Counter 2', operatorIdentity: 'Zhang Jing', assetNums: ['LD1'], forMs: 30_000 }

describe('the notice of a lock that another desk changes', () => {
  it('names the operator and the computer at this lock for 30 seconds', async () => {
    const bridge = withBridge({})
    const shown = mountComponent(ChangingNotice, { assetNum: 'LD1' })
    const other = mountComponent(ChangingNotice, { assetNum: 'LD2' })
    bridge.emit('branch/changing', [change])
    await nextTick()
    expect(shown.text()).toBe('Zhang Jing is changing this lock on Counter 2')
    expect(other.text()).toBe('')
    await vi.advanceTimersByTimeAsync(29_000)
    expect(shown.text()).not.toBe('')
    await vi.advanceTimersByTimeAsync(1_100)
    expect(shown.text()).toBe('')
  })

  it('hides the operator while names are hidden', async () => {
    const isHidden = ref(true)
    watchHiddenNames(() => isHidden.value)
    const bridge = withBridge({})
    const shown = mountComponent(ChangingNotice, { assetNum: 'LD1' })
    bridge.emit('branch/changing', [change])
    await nextTick()
    expect(shown.text()).toBe('*** is changing this lock on Counter 2')
    isHidden.value = false
    await nextTick()
    expect(shown.text()).toBe('Zhang Jing is changing this lock on Counter 2')
  })
})
