import type { AffectedKey } from '../model/changes/affected'
import type { ChangeAction } from '../model/changes/change'

/** An assignment has one of three titles: it assigns, withdraws, or does both. */
export type ConfirmedAction = ChangeAction | 'withdraw' | 'reassign'

interface Words {
  /** The action with its count: the title of the confirmation, and its confirming button. */
  readonly title: string
  readonly consequence?: string
  /** The consequence in continuous mode. */
  readonly eachLock?: string
}

/**
 * The words of a confirmation, for the page's own and the system's. Plural forms and places are those of vue-i18n: `n`
 * chooses the form.
 */
export const changeWords = {
  disable: {
    title: 'Disable 1 lock | Disable {n} locks',
    consequence: 'Disabled locks stop working.',
    eachLock: 'Each lock you plug in or scan is disabled immediately, without confirmation.',
  },
  enable: {
    title: 'Enable 1 lock | Enable {n} locks',
    consequence: 'Products that are not expired work again.',
    eachLock: 'Each lock you plug in or scan is enabled immediately, without confirmation.',
  },
  assign: { title: 'Assign 1 asset | Assign {n} assets' },
  withdraw: { title: 'Withdraw 1 asset | Withdraw {n} assets' },
  reassign: { title: 'Reassign 1 asset | Reassign {n} assets' },
  lend: {
    title: 'Lend 1 asset | Lend {n} assets',
    consequence: 'The products move to the borrowed lock. The platform can’t undo loans.',
  },
  'add-employee': {
    title: 'Add 1 employee | Add {n} employees',
    consequence: 'Each employee gets an account.',
  },
  'edit-employee': {
    title: 'Edit 1 employee | Edit {n} employees',
    consequence: 'The previous details are overwritten.',
  },
  'reset-password': {
    title: 'Reset 1 password | Reset {n} passwords',
    consequence: 'The previous passwords stop working.',
  },
  'delete-employee': {
    title: 'Delete 1 employee | Delete {n} employees',
    consequence: 'Deleted employees lose their access.',
  },
  'bind-customer': {
    title: 'Link 1 customer | Link {n} customers',
    consequence: 'Each customer is linked to its enterprise.',
  },
  'create-enterprise': {
    title: 'Create 1 enterprise | Create {n} enterprises',
    consequence: 'This app can’t delete enterprises.',
  },
  'update-customer': {
    title: 'Update 1 customer | Update {n} customers',
    consequence: 'The previous details are overwritten.',
  },
  order: { title: 'Submit 1 order | Submit {n} orders' },
  allocate: {
    title: 'Allocate 1 shell number | Allocate {n} shell numbers',
    consequence: 'Allocated shell numbers can’t be returned.',
  },
  /** Who is affected. Sentences of one phrase or more: separators and stops follow from the language. */
  affected: {
    employees: 'No employees | 1 employee | {n} employees',
    employeesAtLeast: 'At least 1 employee | At least {n} employees',
    employeesUnknown: 'Employees unknown',
    isOnline: 'online now',
    isOffline: 'not online now',
    online: 'none of them online now | 1 of them online now | {n} of them online now',
    onlineAtLeast: 'at least 1 online now | at least {n} online now',
    onlineUnknown: 'online state unknown',
    loans: 'no active loans | 1 active loan | {n} active loans',
    loansAtLeast: 'at least 1 active loan | at least {n} active loans',
    loansUnknown: 'active loans unknown',
    loansOfLocks: 'no loans on these locks | 1 loan on these locks | {n} loans on these locks',
    loansOfLocksAtLeast: 'at least 1 loan on these locks | at least {n} loans on these locks',
    loansOfLocksUnknown: 'loans on these locks unknown',
    unassigned: '1 lock is unassigned | {n} locks are unassigned',
    unknownLocks: 'The employee of 1 lock is unknown | The employees of {n} locks are unknown',
    keeps: '{name} still has {product} on another lock',
    keepsMore: '1 more product is kept | {n} more products are kept',
    productsUnknown: '1 lock’s products were not read recently | {n} locks’ products were not read recently',
    othersUnknown: 'Their 1 other lock has unknown products | Their {n} other locks have unknown products',
    old: 'Some data is older than 10 minutes',
  },
} satisfies Readonly<Record<ConfirmedAction, Words> & { affected: Record<AffectedKey, string> }>

export type ChangeWords = typeof changeWords
