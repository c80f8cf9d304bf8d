import type { OperationId } from '#shared/operations'
import type { Request } from '../caller'
import type { CheckContext } from '../session'
import { aNewEmployee, bindBody, unique } from '../world'

/** A call of each operation that the service should carry out; changing ones use their own data. */
export const examples: Readonly<Record<OperationId, (turn: CheckContext) => Promise<Request>>> = {
  'order.bindCustomer': () => Promise.resolve({ body: bindBody() }),
  'order.createEnterprise': () =>
    Promise.resolve({
      body: { crmCustomerId: unique('CRM-'), customerName: '客户', branchName: '东区', address: '1 Road' },
    }),
  'order.queryCustomers': ({ session: { target } }) =>
    Promise.resolve({
      query: { ...(target.channel ?? { channelCode: 'X', channelCustomerId: 'Y' }), defaultCustomer: 'N' },
    }),
  'order.updateCustomer': async ({ world, session }) => {
    const crmCustomerId = unique('CRM-')
    const body = { crmCustomerId, customerName: '客户', branchName: '东区', address: '1 Road' }
    const made = await session.plain.succeed('order.createEnterprise', { body })
    world.adopt({ ...(await session.stranger()), enterpriseGlobalId: made.enterpriseGlobalId })
    return { body: { ...body, customerName: '新名', address: '2 Road' } }
  },
  'order.batchOrder': async ({ world, session }) => {
    const { own } = await session.common()
    return {
      query: { appKey: session.target.credentials.appKey },
      body: world.batchOf([world.orderFor(own, 1, await world.freshNumbers(1))]),
    }
  },
  'order.lockAssets': async ({ session }) => {
    const { lock } = await session.common()
    return { body: { assetNums: [lock.assetNum], operatorIdentity: 'conformance' } }
  },
  'order.unlockAssets': async ({ session }) => {
    const { lock } = await session.common()
    return { body: { assetNums: [lock.assetNum], operatorIdentity: 'conformance' } }
  },
  'order.listAssets': ({ session: { target } }) =>
    Promise.resolve({ path: { enterpriseGlobalId: target.enterprise } }),
  'order.allocateShellNumbers': () => Promise.resolve({ body: { size: 1 } }),
  'member.addEmployees': async ({ session }) => {
    const { enterpriseGlobalId } = (await session.common()).own
    return { path: { enterpriseGlobalId }, body: { userList: [aNewEmployee()] } }
  },
  'member.editEmployee': async ({ session }) => {
    const { own, edited } = await session.common()
    const path = { enterpriseGlobalId: own.enterpriseGlobalId, memberGlobalId: edited.globalId }
    return { path, body: { name: '改名', departmentId: 1002, remark: 'x', passwordMobile: '13800003333' } }
  },
  'member.resetPassword': async ({ session }) => {
    const { own, edited } = await session.common()
    const path = { enterpriseGlobalId: own.enterpriseGlobalId, memberGlobalId: edited.globalId }
    return { path, body: { password: 'secret-2' } }
  },
  'member.deleteEmployee': async ({ session }) => {
    const { own, leaver } = await session.common()
    return { path: { enterpriseGlobalId: own.enterpriseGlobalId, memberGlobalId: leaver.globalId } }
  },
  'member.listEmployees': ({ session: { target } }) =>
    Promise.resolve({ path: { enterpriseGlobalId: target.enterprise }, query: { pageNum: 1, pageSize: 2 } }),
  'member.listAssetNumbers': ({ session: { target } }) =>
    Promise.resolve({ path: { enterpriseGlobalId: target.enterprise } }),
  'member.listAssetProducts': async ({ session: { plain, target } }) => {
    const path = { enterpriseGlobalId: target.enterprise }
    const [first] = await plain.succeed('member.listAssetNumbers', { path })
    return { path: { assetId: first?.assetId ?? '0' } }
  },
  'member.listBorrowedLocks': ({ session: { target } }) =>
    Promise.resolve({ path: { enterpriseGlobalId: target.enterprise } }),
  'member.assignAssets': async ({ session }) => {
    const { assignee, free } = await session.common()
    return {
      path: { memberGlobalId: assignee.globalId },
      body: { deleteAssets: [], addAssets: [free.assetNum] },
    }
  },
  'member.lendAssets': async ({ session }) => {
    const { borrower, borrowed, lent } = await session.common()
    const body = { borrowedUsbKey: borrowed.assetNum, assetIDs: [lent.id] }
    return { path: { memberGlobalId: borrower.globalId }, body }
  },
}
