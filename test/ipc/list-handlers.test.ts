import { describe, expect, it, vi } from 'vitest'
import { createListHandlers } from '../../src-main/ipc/list-handlers'
import type { PlatformClient } from '../../src-main/platform/client'
import type { People } from '../../src-main/register/people'
import type { Records } from '../../src-main/register/records'
import { commandSchemas } from '../../src-shared/commands-schema'
import { fail, succeed } from '../../src-shared/outcome'
import type { PlatformFailure } from '../../src-shared/platform-failure'

const failure: PlatformFailure = { code: 'refused', businessCode: '13004', message: 'no', changed: 'no' }

const setUp = (answer: unknown, over: { records?: Partial<Records>; people?: Partial<People> } = {}) => {
  const call = vi.fn(() => Promise.resolve(answer))
  const handlers = createListHandlers({
    client: { call } as Partial<PlatformClient> as PlatformClient,
    records: { ...over.records } as Records,
    people: { ...over.people } as People,
  })
  return { call, handlers }
}

describe('the commands of the lists', () => {
  it('name the assets with an extension', async () => {
    const { call, handlers } = setUp(succeed([{ assetNum: 'LD1' }, { assetNum: null }, { assetNum: 'LD2' }]))
    const asked = { enterpriseGlobalId: 'E1', extendCode: 'gxxp' }
    expect(await handlers['assets/with-extension'](asked)).toEqual(succeed(['LD1', 'LD2']))
    expect(call).toHaveBeenCalledWith('order.listAssets', {
      path: { enterpriseGlobalId: 'E1' },
      query: { extendCode: 'gxxp' },
    })
  })

  it('give a channel’s customers without what the platform added', async () => {
    const customer = {
      customerId: '7',
      channelCode: 'CH',
      channelCustomerId: '42',
      enterpriseGlobalId: 'E1',
      enterpriseName: '北桥',
      isDefault: true,
    }
    const { handlers } = setUp(succeed([{ ...customer, novelty: 1 }]))
    const asked = { channelCode: 'CH', channelCustomerId: '42', defaultCustomer: 'N' as const }
    expect(await handlers['customers/query'](asked)).toEqual(succeed([customer]))
  })

  it('pass on why the platform refused', async () => {
    const { handlers } = setUp(fail(failure), { records: { refresh: () => Promise.resolve(failure) } })
    const extension = { enterpriseGlobalId: 'E1', extendCode: 'x' }
    const customer = { channelCode: 'CH', channelCustomerId: '42', defaultCustomer: 'Y' as const }
    expect(await handlers['assets/with-extension'](extension)).toEqual(fail(failure))
    expect(await handlers['customers/query'](customer)).toEqual(fail(failure))
    expect(await handlers['assets/refresh']({ enterpriseGlobalId: 'E1' })).toEqual(fail(failure))
  })

  it('refresh all lists and tell of any that failed', async () => {
    const enterprise = { enterpriseGlobalId: 'E', enterpriseName: null, channelCode: null }
    const facts = { ...enterprise, channelCustomerId: null, assets: 1, readAt: 1 }
    const refreshAll = vi.fn(() => Promise.resolve())
    const { handlers } = setUp(null, {
      records: {
        refreshAll,
        enterprises: () => [
          { ...facts, failure: null },
          { ...facts, failure },
        ],
      },
    })
    expect(await handlers['assets/refresh']({ enterpriseGlobalId: null })).toEqual(fail(failure))
    expect(refreshAll).toHaveBeenCalledOnce()
  })

  it('read employees anew without waiting for it', () => {
    const reread = vi.fn(() => new Promise<null>(() => undefined))
    const { handlers } = setUp(null, { people: { refresh: reread } })
    expect(handlers['employees/refresh']({ enterpriseGlobalId: 'E1' })).toEqual(succeed(null))
    expect(reread).toHaveBeenCalledWith('E1')
  })
})

describe('what the lists may be asked', () => {
  const slice = { enterpriseGlobalId: 'E1', from: 0, limit: 5_000 }
  const found = { enterpriseGlobalId: 'E1', keyword: '', departmentId: null, pageNum: 1 }

  it.each([
    ['assets/list', slice],
    ['assets/list', { ...slice, enterpriseGlobalId: null }],
    ['employees/list', slice],
    ['employees/find', { ...found, departmentId: '1234567890123456789' }],
  ] as const)('%s takes %o', (name, input) => {
    expect(commandSchemas[name].safeParse(input).success).toBe(true)
  })

  it.each([
    ['assets/list', { ...slice, limit: 5_001 }],
    ['assets/list', { ...slice, from: -1 }],
    ['employees/list', { ...slice, enterpriseGlobalId: null }],
    ['employees/find', { ...found, departmentId: 'sales' }],
    ['employees/find', { ...found, pageNum: 0 }],
    ['customers/query', { channelCode: 'CH', channelCustomerId: '42', defaultCustomer: 'yes' }],
  ] as const)('%s refuses %o', (name, input) => {
    expect(commandSchemas[name].safeParse(input).success).toBe(false)
  })
})
