import type { OperationId } from '#shared/operations'

interface OperationText {
  readonly title: string
  /** What it does here, rules of the API document and this service's own choices. */
  readonly text: string
  /** The parameters this service does not do without; the API document does not show which are required. */
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

/** The 19 operations in words, for the documentation. */
export const operationTexts: Readonly<Record<OperationId, OperationText>> = {
  'order.bindCustomer': {
    title: 'Bind a channel customer',
    text: 'Creates an authorized customer and binds it to the main account of that enterprise name, which is made where there is none. The pair of channel code and channel customer id names one customer: asked again, the first answer is given.',
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
    text: 'Makes the main account of a CRM customer with its default customer, its industry customer, the industry administrator and the matching employee; one main account to a CRM customer.',
    required: ['crmCustomerId', 'customerName'],
    example: { crmCustomerId: 'CRM-1', customerName: '新桥工程 New Bridge', branchName: '', address: '' },
  },
  'order.queryCustomers': {
    title: 'Query customers',
    text: 'The customers of the main account that the pair’s customer belongs to: with defaultCustomer Y only its default customer, with N all of them. A pair that nobody has is an empty array.',
    required: ['channelCode', 'channelCustomerId'],
  },
  'order.updateCustomer': {
    title: 'Update a customer',
    text: 'Changes name, branch and address of the licensing customers linked to a CRM customer; what is left out stays. The answer has no data field.',
    required: ['crmCustomerId'],
    example: { crmCustomerId: 'CRM-NB-10017', customerName: '北桥建设 North Bridge', address: '杭州市' },
  },
  'order.batchOrder': {
    title: 'Order licenses in batch',
    text: 'Carries out new purchases, asset revocations and product revocations. One bad order rejects the whole batch (13004; the message names its sequence and field). Sent again with the same channelCode, channelOrderId and body it is answered as the first time and nothing is done; with another body it is refused. With syncMode async the ids are answered at once and the orders carried out behind. On a new purchase without assetNos the service allocates a number.',
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
    text: 'One result for each number asked, in that order: 1 success, 2 no such lock, 3 failed, 4 wrong lock type. Only re-issuable locks and large-customer locks (here: those whose order gave them a limit window) can be disabled. Only the whole asset number is known. A lock disabled already is a success.',
    required: ['assetNums', 'operatorIdentity'],
    example: lockExample,
  },
  'order.unlockAssets': {
    title: 'Enable locks',
    text: 'As disabling, the other way round, with the same meanings of status.',
    required: ['assetNums', 'operatorIdentity'],
    example: lockExample,
  },
  'order.listAssets': {
    title: 'List assets',
    text: 'The assets whose order named this enterprise; with extendCode only those that carry that extension attribute.',
    required: [],
  },
  'order.allocateShellNumbers': {
    title: 'Allocate asset numbers',
    text: 'Digit strings of 10: the region, then nine that count up. No number is handed out twice, not even after a crash. 1 to 1000 a call.',
    required: ['size'],
    example: { size: 2 },
  },
  'member.addEmployees': {
    title: 'Add employees',
    text: 'At most 100. A field that breaks a rule rejects the whole call with that rule’s code; an account that exists already stands in failed, the others are added, and the answer bears 60027 with both lists.',
    required: ['userList'],
    example: { userList: [newEmployee] },
  },
  'member.editEmployee': {
    title: 'Edit an employee',
    text: 'Changes name, department, remark and mobile; what is left out stays. userName is read and never changes the account.',
    required: [],
    example: { userName, departmentId, name, remark, passwordMobile },
  },
  'member.resetPassword': {
    title: 'Reset a password',
    text: 'Sets a new password, of 6 to 20 characters here.',
    required: ['password'],
    example: { password: 'second-pass-2' },
  },
  'member.deleteEmployee': {
    title: 'Delete an employee',
    text: 'The employee’s assets are nobody’s after it, and what was lent is back with its assets. The account can be used again.',
    required: [],
  },
  'member.listEmployees': {
    title: 'List employees',
    text: 'A page of the employees that are not deleted, by department and by name or account. Pages count from 1; 20 employees a page unless asked, at most 100.',
    required: [],
  },
  'member.listAssetNumbers': {
    title: 'List asset numbers',
    text: 'All asset numbers of the enterprise, who has each and whether it is lent.',
    required: [],
  },
  'member.listAssetProducts': {
    title: 'List products of an asset',
    text: 'The products and packages that can be used on the asset now; what is lent stands under the borrowed lock.',
    required: [],
  },
  'member.listBorrowedLocks': {
    title: 'List borrowed locks',
    text: 'The borrowed locks of the enterprise and who has each.',
    required: [],
  },
  'member.assignAssets': {
    title: 'Assign and withdraw assets',
    text: 'Withdraws the numbers in deleteAssets from the employee and assigns those in addAssets, all or nothing.',
    required: [],
    example: { deleteAssets: [], addAssets: ['LD8000000025'] },
  },
  'member.lendAssets': {
    title: 'Lend onto a borrowed lock',
    text: 'Moves the products of the employee’s assets onto the borrowed lock, all or nothing. There is no operation that gives them back.',
    required: ['borrowedUsbKey', 'assetIDs'],
    example: { borrowedUsbKey: 'LD8000000022', assetIDs: ['1000007'] },
  },
}
