import { groupShellNumber, shellNumberIn } from '#shared/model/shell-number'
import type { LoanToConfirm, HighImpact } from '../../changes/high-impact'
import type { NamedItem, Revocation } from '../../changes/high-impact'

export interface ConfirmationText {
  /** The action and its count. */
  readonly message: string
  /** The consequence, and warnings with numbers. */
  readonly detail: string
  /** The confirming button: the message without its question mark. */
  readonly yes: string
}

const grouped = (count: number): string => count.toLocaleString('en')
const counted = (count: number, one: string): string => `${grouped(count)} ${one}${count === 1 ? '' : 's'}`
/** The rest of a list of which only the first items are named. */
const more = (all: number, shown: number): string[] => (all > shown ? [`+${grouped(all - shown)} more`] : [])

const toText = (action: string, lines: readonly string[]): ConfirmationText => ({
  message: `${action}?`,
  detail: lines.filter((line) => line !== '').join('\n'),
  yes: action,
})

const rows: Record<
  Extract<HighImpact, { kind: 'rows' }>['action'],
  { readonly action: (n: number) => string; readonly consequence: string }
> = {
  'add-employee': {
    action: (n) => `Add ${counted(n, 'employee')}`,
    consequence: 'Each employee gets an account.',
  },
  'edit-employee': {
    action: (n) => `Edit ${counted(n, 'employee')}`,
    consequence: 'The previous details are overwritten.',
  },
  'reset-password': {
    action: (n) => `Reset ${counted(n, 'password')}`,
    consequence: 'The previous passwords stop working.',
  },
  'delete-employee': {
    action: (n) => `Delete ${counted(n, 'employee')}`,
    consequence: 'Deleted employees lose their access.',
  },
  'bind-customer': {
    action: (n) => `Bind ${counted(n, 'customer')}`,
    consequence: 'Each customer is bound to its enterprise.',
  },
  'create-enterprise': {
    action: (n) => `Create ${counted(n, 'enterprise')}`,
    consequence: 'This app can’t delete enterprises.',
  },
  'update-customer': {
    action: (n) => `Update ${counted(n, 'customer')}`,
    consequence: 'The previous details are overwritten.',
  },
}

const consequences = { disable: 'Disabled locks stop working.', enable: 'Enabled locks work again.' } as const
const verbs = { disable: 'Disable', enable: 'Enable' } as const

const numberOf = (assetNum: string): string => {
  const shellNumber = shellNumberIn(assetNum)
  return shellNumber === null ? assetNum : groupShellNumber(shellNumber)
}

const named = ({ name, ids }: NamedItem): string => {
  const list = ids.map(({ field, value }) => `${field} ${value}`).join(', ')
  if (name === null) return list === '' ? '(no name or ID)' : list
  return list === '' ? `“${name}” (no ID)` : `“${name}” (${list})`
}

const removalLine = (removal: Revocation): string => {
  const { srcLicenseOrderId: source, customer, assets, assetNos, products, productCount } = removal
  const from = source === null ? 'From ALL orders' : `From order ${source}`
  const numbers = [...assetNos, ...more(assets, assetNos.length)].join(', ')
  const names = [...products.map(named), ...more(productCount, products.length)].join('; ')
  return [
    `${from} of customer ${named(customer)}: `,
    assets === 0 ? 'no asset number given' : `${counted(assets, 'asset')} (${numbers})`,
    names === '' ? '' : `; ${counted(productCount, 'product')}: ${names}`,
  ].join('')
}

const loanLine = ({
  memberName,
  isNameListed,
  memberGlobalId,
  borrowedUsbKey,
  assets,
}: LoanToConfirm): string =>
  `Lock ${numberOf(borrowedUsbKey)}, ${counted(assets, 'asset')}: employee “${memberName}”, ID ${memberGlobalId}${
    isNameListed ? '' : ' (name not confirmed by the platform; check the ID)'
  }`

const orderQuestion = (impact: Extract<HighImpact, { kind: 'order' }>): ConfirmationText => {
  const { batches, orders, assets, revocations, operatorIdentity } = impact
  const otherOrders = orders - revocations.orders
  const operator = `Operator: “${operatorIdentity}”`
  const total = `${counted(orders, 'order')} for ${counted(assets, 'asset')} in ${grouped(batches)} ${batches === 1 ? 'batch' : 'batches'}.`
  if (revocations.orders === 0) return toText(`Submit ${counted(orders, 'order')}`, [total, operator])
  const action =
    otherOrders === 0
      ? `Submit ${counted(revocations.orders, 'revocation order')}`
      : `Submit ${counted(orders, 'order')}, ${counted(revocations.orders, 'revocation')} included`
  return toText(action, [
    `Revocations: ${counted(revocations.orders, 'order')}, ${counted(revocations.assets, 'asset')}. The licenses stop working.`,
    otherOrders === 0
      ? ''
      : `Other orders: ${grouped(otherOrders)}, ${counted(assets - revocations.assets, 'asset')}.`,
    revocations.fromAllOrders === 0
      ? ''
      : `Without an original order ID: ${grouped(revocations.fromAllOrders)}. ALL orders of the customer are searched.`,
    ...revocations.first.map(removalLine),
    ...more(revocations.orders, revocations.first.length),
    operator,
  ])
}

export const confirmationInEnglish = (impact: HighImpact): ConfirmationText => {
  const operator = `Operator: “${impact.operatorIdentity}”`
  switch (impact.kind) {
    case 'single-change':
      return toText(`${verbs[impact.action]} up to 50 locks`, [
        `The first is ${numberOf(impact.number)}. ${consequences[impact.action]}`,
        `Changes on this computer in the last 10 minutes: ${grouped(impact.recent)}.`,
        operator,
      ])
    case 'locks': {
      const { action, locks, enterprises, unlisted, isQueued } = impact
      const listed = locks - unlisted
      return toText(`${verbs[action]} ${counted(locks, 'lock')}`, [
        isQueued
          ? `${consequences[action]} They are sent when the platform is available.`
          : consequences[action],
        listed === 0 ? '' : `${counted(listed, 'lock')} of ${counted(enterprises, 'enterprise')}.`,
        unlisted === 0 ? '' : `${counted(unlisted, 'lock')} not found in your enterprises.`,
        operator,
      ])
    }
    case 'assign': {
      const { assigned, withdrawn, employees } = impact
      return toText(`Reassign ${counted(assigned + withdrawn, 'asset')}`, [
        `Assigned: ${grouped(assigned)}. Withdrawn: ${grouped(withdrawn)}. Employees: ${grouped(employees)}.`,
        operator,
      ])
    }
    case 'allocate':
      return toText(`Allocate ${counted(impact.numbers, 'shell number')}`, [
        'Allocated shell numbers can’t be returned.',
        operator,
      ])
    case 'rows': {
      const { action, consequence } = rows[impact.action]
      return toText(action(impact.rows), [
        consequence,
        impact.enterprises === 0 ? '' : `Enterprises: ${grouped(impact.enterprises)}.`,
        operator,
      ])
    }
    case 'lend':
      return toText(
        impact.loans === 1
          ? `Lend ${counted(impact.assets, 'asset')}`
          : `Create ${counted(impact.loans, 'loan')} of ${counted(impact.assets, 'asset')}`,
        [
          'The products move to the borrowed lock. The platform can’t undo loans.',
          ...impact.first.map(loanLine),
          ...more(impact.loans, impact.first.length),
          operator,
        ],
      )
    case 'order':
      return orderQuestion(impact)
    case 'continuous':
      return toText(`${verbs[impact.action]} up to ${counted(impact.locks, 'lock')}, one after another`, [
        `Each lock you plug in or scan is ${impact.action}d immediately, without confirmation.`,
        'Stops with Esc or after 1 minute without a lock.',
        operator,
      ])
  }
}
