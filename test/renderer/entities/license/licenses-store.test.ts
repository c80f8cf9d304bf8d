// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import type { LockRecord } from '#shared/model/locks/lock-record'
import { fail, succeed } from '#shared/outcome'
import { useLicensesStore } from '../../../../src-renderer/entities/license/licenses-store'
import { usePlatformStore } from '../../../../src-renderer/stores/platform-store'
import { withBridge } from '../../support/mount-component'
import { record, unreachable } from '../../support/samples'

const status = {
  training: false,
  baseUrl: 'https://platform.example',
  lacks: null,
  checkedAt: 1,
  failure: null,
  signedInAs: null,
  needsSignIn: false,
  clockAheadMs: null,
} as const

describe('the products of assets', () => {
  it('are read again where they failed: when next shown, and when the platform is back', async () => {
    let isOffline = true
    const { calls, emit } = withBridge({
      'locks/licenses': () =>
        isOffline ? fail(unreachable) : succeed({ products: [], packages: [], count: 0 }),
    })
    const licenses = useLicensesStore()
    usePlatformStore()
    emit('platform/status', { ...status, state: 'unreachable' })
    await Promise.all(['1', '2'].map(licenses.loadOnce))
    expect(['1', '2'].map((id) => licenses.of(id)?.state)).toEqual(['failed', 'failed'])
    await licenses.loadOnce('1')
    expect(calls).toHaveLength(3)
    isOffline = false
    emit('platform/status', { ...status, state: 'reachable' })
    await flushPromises()
    expect(['1', '2'].map((id) => licenses.of(id)?.state)).toEqual(['ready', 'ready'])
    await licenses.loadOnce('1')
    emit('platform/status', { ...status, state: 'unreachable' })
    emit('platform/status', { ...status, state: 'reachable' })
    await flushPromises()
    expect(calls).toHaveLength(5)
  })

  it('are read again where the loan or the employee of the record changed', async () => {
    const { calls } = withBridge({
      'locks/licenses': () => succeed({ products: [], packages: [], count: 0 }),
    })
    const licenses = useLicensesStore()
    const free = record('8000000022', 1, { assetId: '1', lent: false, holder: null })
    const readCountAfter = async (next: LockRecord): Promise<number> => {
      await licenses.loadFor(next)
      return calls.length
    }
    expect(await readCountAfter(free)).toBe(1)
    expect(await readCountAfter({ ...free, locked: !free.locked })).toBe(1)
    expect(await readCountAfter({ ...free, lent: true, holder: { memberGlobalId: 'm', name: null } })).toBe(2)
    expect(await readCountAfter({ ...free, lent: null })).toBe(2)
    expect(await readCountAfter(free)).toBe(3)
  })
})
