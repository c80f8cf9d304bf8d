import type { OperationId } from '#shared/operations'

interface OperationText {
  readonly title: string
  /** What the operation does here: rules of the API and choices of this service. */
  readonly text: string
  /** Parameters that this service requires; the API does not show which ones are required. */
  readonly required: readonly string[]
  readonly example?: object
}

const product = {
  productUri: 'gms-takeoff-civil',
  productName: '土建算量 Civil Takeoff',
  limitStartDate: 1767225600000,
  limitEndDate: 1798761599000,
  limitConcurrent: 1,
}
const lockExample = { assetNums: ['LD8000000017'], operatorIdentity: '13800001111' }
const newEmployee = {
  userName: 'chenyu2',
  password: 'first-pass-1',
  departmentId: 10101,
  name: '陈宇 Chen Yu',
  remark: '',
  passwordMobile: '13800001111',
}
const { userName, departmentId, name, remark, passwordMobile } = newEmployee

/** Titles and descriptions of the 19 operations, for the documentation. */
export const operationTexts: Readonly<Record<OperationId, OperationText>> = {
  'order.bindCustomer': {
    title: 'Bind a channel customer',
    text: 'Creates an authorized customer and binds it to the main account with that enterprise name. The main account is created if it does not exist. Channel code and channel customer ID identify one customer. The same request again returns the first response.',
    required: [
      'channelCode',
      'channelCustomerId',
      'customerName',
      'branchName',
      'enterpriseName',
      'passwordMobile',
    ],
    example: {
      channelCode: 'CRM-EAST',
      channelCustomerId: 'NB-10018',
      customerName: '北桥二公司 North Bridge Two',
      branchName: '华东分公司 East Branch',
      enterpriseName: '北桥建设集团 North Bridge Construction',
      passwordMobile: '13800001111',
    },
  },
  'order.createEnterprise': {
    title: 'Create an enterprise main account',
    text: 'Creates the main account of a CRM customer. It has a default customer, an industry customer, an administrator and an employee. A CRM customer has one main account.',
    required: ['crmCustomerId', 'customerName'],
    example: { crmCustomerId: 'CRM-1', customerName: '新桥工程 New Bridge', branchName: '', address: '' },
  },
  'order.queryCustomers': {
    title: 'Query customers',
    text: 'Returns the customers of the main account to which the channel customer belongs: with defaultCustomer Y only the default customer, with N all of them. An unknown pair returns an empty array.',
    required: ['channelCode', 'channelCustomerId'],
  },
  'order.updateCustomer': {
    title: 'Update a customer',
    text: 'Changes name, branch and address of the licensing customers linked to a CRM customer; omitted fields are unchanged. The response has no data field.',
    required: ['crmCustomerId'],
    example: { crmCustomerId: 'CRM-NB-10017', customerName: '北桥建设 North Bridge', address: '杭州市' },
  },
  'order.batchOrder': {
    title: 'Order licenses in batch',
    text: 'Processes new purchases, asset revocations and product revocations. One bad order rejects the whole batch (13004; the message names its sequence and field). The same channelCode, channelOrderId and body again return the first response. Another body is rejected. With syncMode async the response contains the IDs immediately, and the orders are processed later. For a new purchase without assetNos, the service allocates a number.',
    required: ['channelCode', 'channelOrderId', 'orderList'],
    example: {
      channelCode: 'CRM-EAST',
      channelOrderId: 'SO-2026-0001',
      syncMode: 'sync',
      orderList: [
        {
          sequence: 1,
          channelCustomerId: 'NB-10017',
          enterpriseGlobalId: '5317046820917364501',
          licenseType: 'normal_recover_usbkey',
          orderType: 'new_buy',
          assets: [{ products: [product] }],
        },
      ],
    },
  },
  'order.lockAssets': {
    title: 'Disable locks',
    text: 'Returns one result per number, in the same order: 1 success, 2 no such lock, 3 failed, 4 wrong lock type. Only re-issuable locks and large-customer locks (here: those whose order gave them a limit window) can be disabled. Only the full asset number matches. A lock that is already disabled returns success.',
    required: ['assetNums', 'operatorIdentity'],
    example: lockExample,
  },
  'order.unlockAssets': {
    title: 'Enable locks',
    text: 'Enables locks. The status values have the same meaning as for disabling.',
    required: ['assetNums', 'operatorIdentity'],
    example: lockExample,
  },
  'order.listAssets': {
    title: 'List assets',
    text: 'Returns the assets whose order named this enterprise. With extendCode, returns only those with that extension attribute.',
    required: [],
  },
  'order.allocateShellNumbers': {
    title: 'Allocate asset numbers',
    text: 'A number has ten digits: the region and a nine-digit counter. No number is allocated twice, even after a crash. 1 to 1000 per request.',
    required: ['size'],
    example: { size: 2 },
  },
  'member.addEmployees': {
    title: 'Add employees',
    text: 'At most 100. An invalid field rejects the whole request with its code. Existing accounts are listed in failed, and the others are added; the response then has code 60027 and both lists.',
    required: ['userList'],
    example: { userList: [newEmployee] },
  },
  'member.editEmployee': {
    title: 'Edit an employee',
    text: 'Changes name, department, remark and mobile; omitted fields are unchanged. userName is read and never changes the account.',
    required: [],
    example: { userName, departmentId, name, remark, passwordMobile },
  },
  'member.resetPassword': {
    title: 'Reset a password',
    text: 'Sets a new password with 6 to 20 characters.',
    required: ['password'],
    example: { password: 'second-pass-2' },
  },
  'member.deleteEmployee': {
    title: 'Delete an employee',
    text: 'The employee’s assets become unassigned. Lent products return to their assets. The account can be used again.',
    required: [],
  },
  'member.listEmployees': {
    title: 'List employees',
    text: 'Returns a page of the current employees, filtered by department and by name or account. Pages start at 1, with 20 employees by default and at most 100.',
    required: [],
  },
  'member.listAssetNumbers': {
    title: 'List asset numbers',
    text: 'Returns all asset numbers of the enterprise with assigned employee and loan status.',
    required: [],
  },
  'member.listAssetProducts': {
    title: 'List products of an asset',
    text: 'Returns the products and packages that can be used on the asset now. Lent products are listed under the borrowed lock.',
    required: [],
  },
  'member.listBorrowedLocks': {
    title: 'List borrowed locks',
    text: 'Returns the borrowed locks of the enterprise with the employee each is lent to.',
    required: [],
  },
  'member.assignAssets': {
    title: 'Assign and withdraw assets',
    text: 'Withdraws deleteAssets from the employee and assigns addAssets, all or nothing.',
    required: [],
    example: { deleteAssets: [], addAssets: ['LD8000000025'] },
  },
  'member.lendAssets': {
    title: 'Lend onto a borrowed lock',
    text: 'Moves the products of the employee’s assets onto the borrowed lock, all or nothing. No operation returns them.',
    required: ['borrowedUsbKey', 'assetIDs'],
    example: { borrowedUsbKey: 'LD8000000022', assetIDs: ['1000007'] },
  },
}
