const grouped = (count: number): string => count.toLocaleString('en')
const counted = (count: number, one: string): string => `${grouped(count)} ${one}${count === 1 ? '' : 's'}`
const assets = (count: number): string => counted(count, 'asset')

export const english = {
  question: (action: string) => `${action}?`,
  operator: (name: string) => `Operator: “${name}”`,
  /** The rest of a list of which only the first items are named. */
  more: (rest: number) => `+${grouped(rest)} more`,
  verbs: { disable: 'Disable', enable: 'Enable' },
  consequences: { disable: 'Disabled locks stop working.', enable: 'Enabled locks work again.' },

  rows: {
    'add-employee': {
      action: (n: number) => `Add ${counted(n, 'employee')}`,
      consequence: 'Each employee gets an account.',
    },
    'edit-employee': {
      action: (n: number) => `Edit ${counted(n, 'employee')}`,
      consequence: 'The previous details are overwritten.',
    },
    'reset-password': {
      action: (n: number) => `Reset ${counted(n, 'password')}`,
      consequence: 'The previous passwords stop working.',
    },
    'delete-employee': {
      action: (n: number) => `Delete ${counted(n, 'employee')}`,
      consequence: 'Deleted employees lose their access.',
    },
    'bind-customer': {
      action: (n: number) => `Bind ${counted(n, 'customer')}`,
      consequence: 'Each customer is bound to its enterprise.',
    },
    'create-enterprise': {
      action: (n: number) => `Create ${counted(n, 'enterprise')}`,
      consequence: 'This app can’t delete enterprises.',
    },
    'update-customer': {
      action: (n: number) => `Update ${counted(n, 'customer')}`,
      consequence: 'The previous details are overwritten.',
    },
  },
  enterprises: (n: number) => `Enterprises: ${grouped(n)}.`,

  upToFifty: (verb: string) => `${verb} up to 50 locks`,
  first: (number: string, consequence: string) => `The first is ${number}. ${consequence}`,
  recent: (n: number) => `Changes on this computer in the last 10 minutes: ${grouped(n)}.`,
  locks: (verb: string, n: number) => `${verb} ${counted(n, 'lock')}`,
  queued: (consequence: string) => `${consequence} They are sent when the platform is available.`,
  listed: (n: number, enterprises: number) =>
    `${counted(n, 'lock')} of ${counted(enterprises, 'enterprise')}.`,
  unlisted: (n: number) => `${counted(n, 'lock')} not found in your enterprises.`,
  continuous: (verb: string, n: number) => `${verb} up to ${counted(n, 'lock')}, one after another`,
  eachLock: (verb: string) =>
    `Each lock you plug in or scan is ${verb.toLowerCase()}d immediately, without confirmation.`,
  stops: 'Stops with Esc or after 1 minute without a lock.',

  reassign: (n: number) => `Reassign ${assets(n)}`,
  reassigned: (assigned: number, withdrawn: number, employees: number) =>
    `Assigned: ${grouped(assigned)}. Withdrawn: ${grouped(withdrawn)}. Employees: ${grouped(employees)}.`,
  allocate: (n: number) => `Allocate ${counted(n, 'shell number')}`,
  allocated: 'Allocated shell numbers can’t be returned.',

  lend: (n: number) => `Lend ${assets(n)}`,
  createLoans: (loans: number, n: number) => `Create ${counted(loans, 'loan')} of ${assets(n)}`,
  lent: 'The products move to the borrowed lock. The platform can’t undo loans.',
  loan: (lock: string, n: number, name: string, id: string) =>
    `Lock ${lock}, ${assets(n)}: employee “${name}”, ID ${id}`,
  unlistedName: ' (name not confirmed by the platform; check the ID)',

  submit: (orders: number) => `Submit ${counted(orders, 'order')}`,
  submitted: (orders: number, n: number, batches: number) =>
    `${counted(orders, 'order')} for ${assets(n)} in ${grouped(batches)} ${batches === 1 ? 'batch' : 'batches'}.`,
  revoke: (orders: number) => `Submit ${counted(orders, 'revocation order')}`,
  submitAndRevoke: (orders: number, revocations: number) =>
    `Submit ${counted(orders, 'order')}, ${counted(revocations, 'revocation')} included`,
  revoked: (orders: number, n: number) =>
    `Revocations: ${counted(orders, 'order')}, ${assets(n)}. The licenses stop working.`,
  others: (orders: number, n: number) => `Other orders: ${grouped(orders)}, ${assets(n)}.`,
  withoutSource: (orders: number) =>
    `Without an original order ID: ${grouped(orders)}. ALL orders of the customer are searched.`,
  fromOrder: (order: string | null, customer: string) =>
    `${order === null ? 'From ALL orders' : `From order ${order}`} of customer ${customer}: `,
  numbers: (n: number, numbers: readonly string[]) =>
    n === 0 ? 'no asset number given' : `${assets(n)} (${numbers.join(', ')})`,
  products: (n: number, names: readonly string[]) => `; ${counted(n, 'product')}: ${names.join('; ')}`,
  unnamed: '(no name or ID)',
  named: (name: string, ids: readonly string[]) =>
    ids.length === 0 ? `“${name}” (no ID)` : `“${name}” (${ids.join(', ')})`,
  ids: (ids: readonly string[]) => ids.join(', '),
}

export type ImpactTexts = typeof english
