import type { Json, JournalEntry } from '#shared/model/changes/change'
import type { TextKey } from '../../i18n/messages'
import type { Texts } from '../../i18n/use-texts'
import { escapeFormulas } from '#shared/sheets/formula-text'
import { fieldsOf, itemsOf, textOf, textsOf } from './json-parts'
import { customerOf, employeeOf } from './subject'
import { shownName, shownText } from '../../names/shown-name'

interface Fact {
  readonly label: string
  readonly value: string
  readonly isCopied: boolean
}

interface List {
  readonly title: string
  readonly items: readonly string[]
  /** The text of the copy button: one item per line. */
  readonly copied: string
}

/** A change as readable text: the request as a sentence, and the platform's result. */
export interface EntryDescription {
  readonly sentence: string
  readonly requestFacts: readonly Fact[]
  readonly requestLists: readonly List[]
  readonly responseFacts: readonly Fact[]
  readonly responseLists: readonly List[]
}

type Translator = Pick<Texts, 't' | 'tn'>

const fieldNames = {
  userName: 'account',
  name: 'name',
  passwordMobile: 'mobile',
  remark: 'remark',
  departmentId: 'department',
  channelCode: 'channel',
  channelCustomerId: 'channelCustomer',
  crmCustomerId: 'crmCustomer',
  customerName: 'customer',
  branchName: 'branch',
  enterpriseName: 'enterprise',
  address: 'address',
  channelOrderId: 'orderId',
  borrowedUsbKey: 'borrowedLock',
} as const

/** Whose fields have the name of a person or an enterprise. */
const nameLabels = new Set<string>(['account', 'name', 'mobile', 'customer', 'branch', 'enterprise'])

const responseFieldNames = {
  enterpriseGlobalId: 'enterpriseId',
  enterpriseName: 'enterprise',
  customerId: 'customerId',
  memberGlobalId: 'employeeId',
} as const

const orderTypes = ['new_buy', 'delete_asset', 'delete_product'] as const

const factsOf = (
  json: Json,
  names: Readonly<Record<string, keyof typeof fieldKeys>>,
  { t }: Translator,
): Fact[] => {
  const fields = fieldsOf(json)
  return Object.entries(names).flatMap(([name, label]) => {
    const value = textOf(fields[name])
    if (value === '') return []
    const shown = nameLabels.has(label) ? shownName(value) : shownText(value)
    return [{ label: t(fieldKeys[label]), value: shown, isCopied: /\d/.test(shown) }]
  })
}

const fieldKeys = {
  account: 'employees.field.userName',
  name: 'employees.field.name',
  mobile: 'employees.column.mobile',
  remark: 'employees.field.remark',
  department: 'employees.field.department',
  channel: 'customers.field.channelCode',
  channelCustomer: 'common.channelCustomerId',
  crmCustomer: 'customers.field.crmCustomerId',
  customer: 'common.enterprise',
  branch: 'customers.field.branchName',
  enterprise: 'common.enterprise',
  address: 'customers.field.address',
  orderId: 'orders.channelOrderId',
  borrowedLock: 'common.borrowedLock',
  enterpriseId: 'common.enterpriseId',
  customerId: 'common.customerId',
  employeeId: 'common.employeeId',
} as const satisfies Record<string, TextKey>

/** A list is copied as lines: in a spreadsheet each becomes a cell. */
const listOf = (title: string, items: readonly string[], copied = items): List[] =>
  items.length === 0 ? [] : [{ title, items, copied: copied.map(escapeFormulas).join('\n') }]

const typeOf = (order: Json, { t }: Translator): string => {
  const type = orderTypes.find((known) => known === fieldsOf(order)['orderType'])
  return type === undefined ? '' : t(`journal.orderType.${type}`)
}

/** “1 · Sale · Harbour Design Institute · 2 assets”. */
const orderLines = (entry: JournalEntry, translator: Translator): string[] =>
  itemsOf(fieldsOf(entry.request)['orders']).map((order, index) => {
    const fields = fieldsOf(order)
    const assets = itemsOf(fields['assets'])
    const numbers = assets.flatMap((asset) => textsOf(fieldsOf(asset)['assetNos']))
    return [
      textOf(fields['sequence']) || String(index + 1),
      typeOf(order, translator),
      shownName(textOf(fields['customerName'])) || textOf(fields['channelCustomerId']),
      numbers.length === 0 ? translator.tn('common.assetCount', assets.length) : numbers.join(', '),
    ]
      .filter((part) => part !== '')
      .join(' · ')
  })

const assignSentence = (
  operator: string,
  employee: string,
  { added, withdrawn }: { readonly added: number; readonly withdrawn: number },
  { t, tn }: Translator,
): string => {
  if (withdrawn === 0) return tn('journal.summary.assign', added, { operator, employee })
  if (added === 0) return tn('journal.summary.withdraw', withdrawn, { operator, employee })
  return t('journal.summary.assignAndWithdraw', { operator, employee, added, withdrawn })
}

const sentenceOf = (entry: JournalEntry, translator: Translator): string => {
  const { t, tn } = translator
  const { action, request, key } = entry
  const operator = shownName(entry.operatorIdentity)
  const fields = fieldsOf(request)
  const count = (name: string): number => itemsOf(fields[name]).length
  switch (action) {
    case 'disable':
    case 'enable':
      return t(`journal.summary.${action}`, { operator })
    case 'lend':
      return tn('journal.summary.lend', count('assets'), { operator, employee: shownName(employeeOf(entry)) })
    case 'assign': {
      const counts = { added: count('addAssets'), withdrawn: count('deleteAssets') }
      return assignSentence(operator, shownName(employeeOf(entry)), counts, translator)
    }
    case 'add-employee':
    case 'edit-employee':
    case 'reset-password':
    case 'delete-employee':
      return t(`journal.summary.${action}`, { operator, employee: shownName(employeeOf(entry)) })
    case 'bind-customer':
    case 'create-enterprise':
    case 'update-customer':
      return t(`journal.summary.${action}`, { operator, customer: shownName(customerOf(entry)) })
    case 'order':
      return tn('journal.summary.order', count('orders') || count('sequences'), {
        operator,
        id: textOf(fields['channelOrderId']) || key,
      })
    case 'allocate':
      return tn('journal.summary.allocate', Number(textOf(fields['size'])) || 0, { operator })
  }
}

const responseListsOf = ({ action, result }: JournalEntry, { t }: Translator): List[] => {
  switch (action) {
    case 'allocate':
      return listOf(t('journal.responseData.shellNumbers'), textsOf(result))
    case 'order': {
      const orders = itemsOf(result).map(fieldsOf)
      const ids = orders.map((order) => textOf(order['licenseOrderId']))
      const lines = orders.map((order, index) =>
        [textOf(order['sequence']) || String(index + 1), ids[index], textOf(order['customerId'])]
          .filter((part) => part !== undefined && part !== '')
          .join(' · '),
      )
      return listOf(t('journal.responseData.orders'), lines, ids)
    }
    case 'create-enterprise': {
      const members = itemsOf(fieldsOf(result)['members']).map(fieldsOf)
      const line = (member: ReturnType<typeof fieldsOf>): string =>
        [textOf(member['memberIdentity']), textOf(member['memberGlobalId'])]
          .filter((part) => part !== '')
          .join(' · ')
      return listOf(t('journal.responseData.members'), members.map(line))
    }
    default:
      return []
  }
}

export const describeEntry = (entry: JournalEntry, translator: Translator): EntryDescription => {
  const { t } = translator
  const fields = fieldsOf(entry.request)
  const assetNums = itemsOf(fields['assets']).map((asset) => textOf(fieldsOf(asset)['assetNum']))
  const isList = Array.isArray(entry.result)
  return {
    sentence: sentenceOf(entry, translator),
    requestFacts: factsOf(entry.request, fieldNames, translator),
    requestLists: [
      ...(entry.action === 'lend' ? listOf(t('journal.request.lent'), assetNums) : []),
      ...listOf(t('journal.request.assigned'), textsOf(fields['addAssets'])),
      ...listOf(t('journal.request.withdrawn'), textsOf(fields['deleteAssets'])),
      ...(entry.action === 'order' ? listOf(t('journal.request.orders'), orderLines(entry, translator)) : []),
    ],
    responseFacts: isList ? [] : factsOf(entry.result, responseFieldNames, translator),
    responseLists: responseListsOf(entry, translator),
  }
}
