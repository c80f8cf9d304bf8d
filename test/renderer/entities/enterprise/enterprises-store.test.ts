// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { RegisteredEnterprise } from '#shared/bridge/enterprise-commands'
import { succeed } from '#shared/outcome'
import { useEnterprisesStore } from '../../../../src-renderer/entities/enterprise/enterprises-store'
import { withBridge } from '../../support/mount-component'

const enterprise = (id: string, part: Partial<RegisteredEnterprise> = {}): RegisteredEnterprise => ({
  enterpriseGlobalId: id,
  enterpriseName: `Enterprise ${id}`,
  channelCode: 'CRM-EAST',
  channelCustomerId: `RM-${id}`,
  assets: null,
  readAt: null,
  failure: null,
  ...part,
})

let registered: readonly RegisteredEnterprise[]
let perSlice: number
let version: number
const setUp = async () => {
  const double = withBridge({
    'enterprises/list': ({ from }) => {
      const rows = registered.slice(from, from + perSlice)
      return succeed({ rows, total: registered.length, version })
    },
    'enterprises/add': () => {
      version += 1
      registered = [...registered, enterprise('4')]
      return succeed(null)
    },
    'enterprises/read': ({ enterpriseGlobalIds }) =>
      succeed(
        registered.filter(({ enterpriseGlobalId }) => enterpriseGlobalIds.includes(enterpriseGlobalId)),
      ),
  })
  const store = useEnterprisesStore()
  await store.load()
  double.calls.length = 0
  return {
    store,
    calls: () => double.calls.map(({ name, input }) => [name, input]),
    refreshed: async (...ids: string[]) => {
      for (const enterpriseGlobalId of ids) double.emit('records/refreshed', { enterpriseGlobalId })
      await flushPromises()
    },
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  perSlice = 5_000
  version = 1
  registered = ['1', '2', '3'].map((id) => enterprise(id))
})
afterEach(() => vi.useRealTimers())

describe('the enterprises store', () => {
  it('fetches the refreshed enterprises only, in batches, and keeps the same choices', async () => {
    const { store, calls, refreshed } = await setUp()
    const { choices } = store
    registered = [enterprise('1'), enterprise('2', { assets: 7, readAt: 5 }), enterprise('3', { assets: 8 })]
    await refreshed('2')
    await refreshed('3', '2', '3')
    expect(calls()).toEqual([['enterprises/read', { enterpriseGlobalIds: ['2'] }]])
    expect(store.enterprises.map(({ assets }) => assets)).toEqual([null, 7, null])
    await vi.advanceTimersByTimeAsync(3_000)
    expect(calls()[1]).toEqual(['enterprises/read', { enterpriseGlobalIds: ['3', '2'] }])
    expect(store.enterprises).toEqual(registered)
    expect(store.choices).toBe(choices)
  })

  it('fetches the full list after an enterprise was added or removed', async () => {
    const { store, calls, refreshed } = await setUp()
    registered = [...registered, enterprise('4')]
    await refreshed('4')
    expect(calls()).toEqual([['enterprises/list', { from: 0, limit: 5_000 }]])
    expect(store.choices.map(({ value }) => value)).toEqual(['1', '2', '3', '4'])
    registered = registered.slice(1)
    await refreshed('1')
    await vi.advanceTimersByTimeAsync(3_000)
    expect(store.choices.map(({ value }) => value)).toEqual(['2', '3', '4'])
  })

  it('fetches in slices, and restarts where an enterprise was added meanwhile', async () => {
    perSlice = 2
    const { store, calls } = await setUp()
    expect(store.enterprises).toHaveLength(3)
    const loading = store.load()
    const added = store.add({ by: 'id', enterpriseGlobalId: '4', enterpriseName: '' })
    await added
    expect(store.byId.has('4')).toBe(true)
    await loading
    expect(store.enterprises.map(({ enterpriseGlobalId }) => enterpriseGlobalId)).toEqual([
      '1',
      '2',
      '3',
      '4',
    ])
    const lists = calls().filter(([name]) => name === 'enterprises/list')
    expect(lists.every(([, input]) => (input as { limit: number }).limit === 5_000)).toBe(true)
  })
})
