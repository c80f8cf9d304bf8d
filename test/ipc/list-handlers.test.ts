import { describe, expect, it, vi } from 'vitest'
import { createListHandlers } from '../../src-main/ipc/list-handlers'
import type { PlatformClient } from '../../src-main/platform/client'
import type { EmployeeDirectory } from '../../src-main/directory/employee-directory'
import type { AssetDirectory } from '../../src-main/directory/asset-directory'
import { commands } from '../../src-shared/bridge/commands'
import { fail, succeed } from '../../src-shared/outcome'
import type { PlatformFailure } from '../../src-shared/model/api/platform-failure'

const failure: PlatformFailure = { code: 'refused', businessCode: '13004', message: 'no', changed: 'no' }

const setUp = (
  answer: unknown,
  over: { directory?: Partial<AssetDirectory>; employees?: Partial<EmployeeDirectory> } = {},
) => {
  const call = vi.fn(() => Promise.resolve(answer))
  const handlers = createListHandlers({
    platform: {
      monitor: { client: { call } as Partial<PlatformClient> as PlatformClient },
      directory: { ...over.directory } as AssetDirectory,
      employees: { ...over.employees } as EmployeeDirectory,
    },
  })
  return { call, handlers }
}

describe('list commands', () => {
  it('return the assets with an extension', async () => {
    const { call, handlers } = setUp(succeed([{ assetNum: 'LD1' }, { assetNum: null }, { assetNum: 'LD2' }]))
    const request = { enterpriseGlobalId: 'E1', extendCode: 'gxxp' }
    expect(await handlers['assets/with-extension'](request)).toEqual(succeed(['LD1', 'LD2']))
    expect(call).toHaveBeenCalledWith('order.listAssets', {
      path: { enterpriseGlobalId: 'E1' },
      query: { extendCode: 'gxxp' },
    })
  })

  it('return a channel’s customers without unknown fields', async () => {
    const customer = {
      customerId: '7',
      channelCode: 'CH',
      channelCustomerId: '42',
      enterpriseGlobalId: 'E1',
      enterpriseName: '北桥',
      isDefault: true,
    }
    const { handlers } = setUp(succeed([{ ...customer, novelty: 1 }]))
    const request = { channelCode: 'CH', channelCustomerId: '42', defaultCustomer: 'N' as const }
    expect(await handlers['customers/query'](request)).toEqual(succeed([customer]))
  })

  it('pass on the platform’s failure', async () => {
    const { handlers } = setUp(fail(failure), { directory: { refresh: () => Promise.resolve(failure) } })
    const extension = { enterpriseGlobalId: 'E1', extendCode: 'x' }
    const customer = { channelCode: 'CH', channelCustomerId: '42', defaultCustomer: 'Y' as const }
    expect(await handlers['assets/with-extension'](extension)).toEqual(fail(failure))
    expect(await handlers['customers/query'](customer)).toEqual(fail(failure))
    expect(await handlers['assets/refresh']({ enterpriseGlobalId: 'E1' })).toEqual(fail(failure))
  })

  it('refresh all lists and report any failure', async () => {
    const enterprise = { enterpriseGlobalId: 'E', enterpriseName: null, channelCode: null }
    const facts = { ...enterprise, channelCustomerId: null, assets: 1, readAt: 1 }
    const refreshAll = vi.fn(() => Promise.resolve())
    const { handlers } = setUp(null, {
      directory: {
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

  it('refresh employees without waiting for them', () => {
    const reread = vi.fn(() => new Promise<null>(() => undefined))
    const { handlers } = setUp(null, { employees: { refresh: reread } })
    expect(handlers['employees/refresh']({ enterpriseGlobalId: 'E1' })).toEqual(succeed(null))
    expect(reread).toHaveBeenCalledWith('E1')
  })
})

describe('list command schemas', () => {
  const slice = { enterpriseGlobalId: 'E1', from: 0, limit: 5_000 }
  const found = { enterpriseGlobalId: 'E1', keyword: '', departmentId: null, pageNum: 1 }

  it.each([
    ['assets/list', slice],
    ['assets/list', { ...slice, enterpriseGlobalId: null }],
    ['employees/list', slice],
    ['employees/find', { ...found, departmentId: '1234567890123456789' }],
  ] as const)('%s accepts %o', (name, input) => {
    expect(commands[name].input.safeParse(input).success).toBe(true)
  })

  it.each([
    ['assets/list', { ...slice, limit: 5_001 }],
    ['assets/list', { ...slice, from: -1 }],
    ['employees/list', { ...slice, enterpriseGlobalId: null }],
    ['employees/find', { ...found, departmentId: 'sales' }],
    ['employees/find', { ...found, pageNum: 0 }],
    ['customers/query', { channelCode: 'CH', channelCustomerId: '42', defaultCustomer: 'yes' }],
  ] as const)('%s rejects %o', (name, input) => {
    expect(commands[name].input.safeParse(input).success).toBe(false)
  })
})
