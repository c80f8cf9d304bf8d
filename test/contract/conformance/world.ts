import { randomBytes } from 'node:crypto'
import type { DocumentedData } from '#shared/operations'
import type { Caller } from './caller'

export type Enterprise = DocumentedData<'order.bindCustomer'>
export type AssetRecord = DocumentedData<'order.listAssets'>[number]
export type EmployeeRecord = DocumentedData<'member.listEmployees'>['list'][number]

export interface AssetWish {
  readonly licenseType?: string
  readonly products?: readonly Readonly<Record<string, unknown>>[]
  /** Further fields of the order's asset. */
  readonly more?: Readonly<Record<string, unknown>>
}

export interface MadeAsset extends AssetRecord {
  readonly licenseOrderId: string
}

export const day = 24 * 60 * 60 * 1000
export const limitStart = Date.UTC(2024, 0, 1)
export const limitEnd = Date.UTC(2034, 0, 1)

export const unique = (prefix = ''): string => prefix + randomBytes(6).toString('hex')

export const aProduct = (more: Readonly<Record<string, unknown>> = {}) => ({
  productUri: 'gms-conformance',
  gmsPid: 'gms-conformance',
  productName: '一致性 Conformance',
  limitConcurrent: 3,
  limitStartDate: limitStart,
  limitEndDate: limitEnd,
  ...more,
})

export const bindBody = () => {
  const name = unique()
  return {
    channelCode: 'CONFORMANCE',
    channelCustomerId: `C-${name}`,
    customerName: `客户 ${name}`,
    branchName: '东区 East',
    enterpriseName: `一致性检查 ${name}`,
    passwordMobile: '13800001111',
  }
}

export const aNewEmployee = (more: Readonly<Record<string, unknown>> = {}) => ({
  userName: unique('ct'),
  password: 'secret-1',
  departmentId: 1001,
  name: '新员工 New',
  remark: 'a remark',
  passwordMobile: '13900002222',
  ...more,
})

/** Creates the enterprises, employees and assets that the checks need, over the API. */
export const createWorld = (caller: Caller) => {
  const made: Enterprise[] = []

  const enterprise = async (): Promise<Enterprise> => {
    const bound = await caller.succeed('order.bindCustomer', { body: bindBody() })
    made.push(bound)
    return bound
  }

  const freshNumbers = async (count: number): Promise<string[]> =>
    (await caller.succeed('order.allocateShellNumbers', { body: { size: count } })).map(
      (digits) => `CT${digits}`,
    )

  const listAssets = ({
    enterpriseGlobalId,
  }: {
    readonly enterpriseGlobalId: string
  }): Promise<AssetRecord[]> => caller.succeed('order.listAssets', { path: { enterpriseGlobalId } })

  const orderFor = (
    owner: Enterprise,
    sequence: number,
    assetNos: readonly string[] | undefined,
    { licenseType = 'normal_recover_usbkey', products = [aProduct()], more = {} }: AssetWish = {},
  ) => ({
    sequence,
    customerId: owner.customerId,
    enterpriseGlobalId: owner.enterpriseGlobalId,
    licenseType,
    orderType: 'new_buy',
    assets: [{ ...(assetNos === undefined ? {} : { assetNos }), products, ...more }],
  })

  const batchOf = (orderList: readonly object[], more: Readonly<Record<string, unknown>> = {}) => ({
    channelCode: 'CONFORMANCE',
    channelOrderId: unique('O-'),
    syncMode: 'sync',
    orderList,
    ...more,
  })

  /** Creates one asset per entry, in order, each with its own order. */
  const assets = async (owner: Enterprise, wishes: readonly AssetWish[]): Promise<MadeAsset[]> => {
    const numbers = await freshNumbers(wishes.length)
    const orders = wishes.map((wish, index) => orderFor(owner, index + 1, [numbers[index] ?? ''], wish))
    const placed = await caller.succeed('order.batchOrder', { body: batchOf(orders) })
    const records = await listAssets(owner)
    return numbers.map((assetNum, index) => {
      const record = records.find((one) => one.assetNum === assetNum)
      const order = placed.find(({ sequence }) => sequence === index + 1)
      if (record === undefined || order === undefined) throw new Error(`The asset ${assetNum} was not made`)
      return { ...record, licenseOrderId: order.licenseOrderId }
    })
  }

  const listEmployees = async (owner: { readonly enterpriseGlobalId: string }): Promise<EmployeeRecord[]> => {
    const path = { enterpriseGlobalId: owner.enterpriseGlobalId }
    return (await caller.succeed('member.listEmployees', { path, query: { pageSize: 100 } })).list
  }

  const employees = async (owner: Enterprise, count: number): Promise<EmployeeRecord[]> => {
    const path = { enterpriseGlobalId: owner.enterpriseGlobalId }
    const userList = Array.from({ length: count }, () => aNewEmployee())
    const { succeeded } = await caller.succeed('member.addEmployees', { path, body: { userList } })
    const all = await listEmployees(owner)
    return succeeded.map(({ globalId }) => {
      const record = all.find((one) => one.globalId === globalId)
      if (record === undefined) throw new Error(`The employee ${globalId} was not made`)
      return record
    })
  }

  const assign = async (member: EmployeeRecord, assetNums: readonly string[]): Promise<void> => {
    const path = { memberGlobalId: member.globalId }
    await caller.succeed('member.assignAssets', { path, body: { deleteAssets: [], addAssets: assetNums } })
  }

  const lend = async (
    member: EmployeeRecord,
    lock: AssetRecord,
    lent: readonly AssetRecord[],
  ): Promise<void> => {
    const path = { memberGlobalId: member.globalId }
    const body = { borrowedUsbKey: lock.assetNum, assetIDs: lent.map(({ id }) => id) }
    await caller.succeed('member.lendAssets', { path, body })
  }

  const products = (asset: AssetRecord): Promise<DocumentedData<'member.listAssetProducts'>> =>
    caller.succeed('member.listAssetProducts', { path: { assetId: asset.id } })

  /** Everything that the lists show of an enterprise; comparing two snapshots shows side effects. */
  const snapshot = async (owner: Enterprise) => {
    const path = { enterpriseGlobalId: owner.enterpriseGlobalId }
    return {
      assets: await listAssets(owner),
      numbers: await caller.succeed('member.listAssetNumbers', { path }),
      locks: await caller.succeed('member.listBorrowedLocks', { path }),
      employees: await listEmployees(owner),
    }
  }

  /**
   * Removes employees, then assets by revocation orders. The API cannot remove customers or enterprises.
   * @returns a sentence for each item that remains
   */
  const cleanUp = async (): Promise<string[]> => {
    const left: string[] = []
    for (const owner of made) {
      const path = { enterpriseGlobalId: owner.enterpriseGlobalId }
      try {
        for (
          let people = await listEmployees(owner);
          people.length > 0;
          people = await listEmployees(owner)
        ) {
          for (const { globalId } of people) {
            await caller.succeed('member.deleteEmployee', { path: { ...path, memberGlobalId: globalId } })
          }
        }
        const records = await listAssets(owner)
        const orders = records.map(({ assetNum, licenseType, customerId }, index) => ({
          sequence: index + 1,
          customerId,
          enterpriseGlobalId: owner.enterpriseGlobalId,
          licenseType,
          orderType: 'delete_asset',
          assets: [{ assetNos: [assetNum] }],
        }))
        if (orders.length > 0) await caller.succeed('order.batchOrder', { body: batchOf(orders) })
      } catch (error) {
        left.push(`${owner.enterpriseName}: ${error instanceof Error ? error.message : String(error)}`)
      }
    }
    return left
  }

  return {
    made,
    /** Registers an enterprise that a check created itself for cleanup. */
    adopt: (owner: Enterprise) => made.push(owner),
    enterprise,
    assets,
    employees,
    assign,
    lend,
    products,
    listAssets,
    listEmployees,
    freshNumbers,
    orderFor,
    batchOf,
    snapshot,
    cleanUp,
  }
}
export type World = ReturnType<typeof createWorld>
