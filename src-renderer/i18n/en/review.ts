import type { ChangeAction } from '#shared/model/changes/change'

/** A type alias, because an interface is not assignable to an index signature. */
type Readings = {
  /** What is true if the change was completed. */
  readonly done: string
  readonly failed: string
  /** What sending it again does if it was already completed. */
  readonly twice: string
  /** What it does if it was not completed. */
  readonly once: string
  /** How to find out the result. */
  readonly howToCheck: string
}

const readings: Record<ChangeAction, Readings> = {
  disable: {
    done: 'The lock is disabled. Its products no longer work.',
    failed: 'The lock is unchanged.',
    twice: 'Nothing changes. The lock is already disabled.',
    once: 'The lock will be disabled.',
    howToCheck: 'Check the lock details. If the lock is not listed, plug it in and start its software.',
  },
  enable: {
    done: 'The lock is enabled. Products that are not expired work again.',
    failed: 'The lock is unchanged.',
    twice: 'Nothing changes. The lock is already enabled.',
    once: 'The lock will be enabled.',
    howToCheck: 'Check the lock details. If the lock is not listed, plug it in and start its software.',
  },
  lend: {
    done: 'The products are on the borrowed lock and no longer on the employee’s assets.',
    failed: 'The products are still on the employee’s assets.',
    twice: 'The platform rejects the lock, or moves the remaining products to it. Loans can’t be undone.',
    once: 'The products will be moved to the borrowed lock.',
    howToCheck: 'Check the list of borrowed locks, or plug in the borrowed lock.',
  },
  assign: {
    done: 'The assets are assigned as requested.',
    failed: 'The employee’s assets are unchanged.',
    twice: 'Usually nothing changes. An asset reassigned since then is taken from its new assignee.',
    once: 'The assets will be assigned as requested.',
    howToCheck: 'Check “Assigned to” in the list of assets.',
  },
  'add-employee': {
    done: 'The account exists with the password that was set.',
    failed: 'The account does not exist.',
    twice: 'The platform rejects the duplicate, or creates a second account.',
    once: 'The employee will be added.',
    howToCheck: 'Search for the account under Employees, or ask the employee to sign in.',
  },
  'edit-employee': {
    done: 'The employee’s details are updated.',
    failed: 'The employee’s details are unchanged.',
    twice: 'The same details are saved again. Later edits are overwritten.',
    once: 'The employee’s details will be saved.',
    howToCheck: 'Check the list of employees.',
  },
  'reset-password': {
    done: 'The new password is active.',
    failed: 'The old password is still active.',
    twice: 'Another new password replaces the current one.',
    once: 'The new password will be set.',
    howToCheck: 'Only a sign-in shows it. To be certain, reset the password again.',
  },
  'delete-employee': {
    done: 'The account and its access are deleted.',
    failed: 'The employee can still sign in.',
    twice: 'The platform reports that the employee does not exist.',
    once: 'The employee will be deleted.',
    howToCheck: 'Check the list of employees.',
  },
  'bind-customer': {
    done: 'The customer is linked to the enterprise.',
    failed: 'The customer is not linked.',
    twice: 'The platform rejects it, or returns the enterprise that is already linked.',
    once: 'The customer will be linked to the enterprise.',
    howToCheck: 'Query the customer by channel code and channel customer ID.',
  },
  'create-enterprise': {
    done: 'A main account with this customer’s name exists. This computer doesn’t have its ID.',
    failed: 'No account was created.',
    twice: 'The customer may get two main accounts, and the platform can’t delete one.',
    once: 'One main account will be created.',
    howToCheck: 'Check the platform’s own website, or ask its support.',
  },
  'update-customer': {
    done: 'The customer’s name and address are updated.',
    failed: 'The customer’s name and address are unchanged.',
    twice: 'The same values are saved again. Later edits are overwritten.',
    once: 'The customer’s name and address will be saved.',
    howToCheck: 'Check the platform’s own website. Its lists don’t include customer names or addresses.',
  },
  order: {
    done: 'The orders were accepted. Licenses were added or revoked as ordered.',
    failed: 'The platform did not accept these orders.',
    twice: 'The customer may receive, or lose, everything twice.',
    once: 'The orders will be accepted once.',
    howToCheck: 'Check the order on the platform’s own website, or ask its support.',
  },
  allocate: {
    done: 'The numbers are allocated, but the list was not received.',
    failed: 'No numbers are allocated.',
    twice: 'The same quantity is allocated again. The first numbers can’t be retrieved.',
    once: 'The shell numbers will be allocated once.',
    howToCheck: 'Only the platform’s support knows which numbers were allocated.',
  },
}

export const review = {
  subtitle: 'Changes without a confirmed result. Nothing is resent automatically.',
  empty: 'Nothing needs review',
  emptyText: 'Every change sent from this computer has a confirmed result.',
  failed: 'Couldn’t load the changes that need review.',
  checkFailed: 'Couldn’t check the results.',
  more: 'Showing the oldest {n}. More appear as these are reviewed.',
  checkAll: 'Check all results',
  subject: {
    locks: '1 lock | {n} locks',
    others: '1 change | {n} changes',
    locksLeft: '{n} of {count} locks left',
    othersLeft: '{n} of {count} changes left',
    onto: '{employee} → {lock}',
  },
  sent: 'Sent {ago} by {operator}',
  elsewhere: 'Sent to another platform ({platform}). Switch to it to check the result.',
  superseded:
    'A later change of the same item was sent. Its result replaces this one, so this result can no longer be checked.',
  ifDone: 'If completed',
  ifNot: 'If not completed',
  now: 'Now',
  lists: {
    checking: 'Reading the platform’s lists…',
    unread: 'Not checked yet.',
    unchangedNow: 'Checked just now: unchanged.',
    unchangedAt: 'Checked at {time}: unchanged.',
    notShown: 'The platform’s lists don’t show this.',
    applied: 'The platform’s lists show it as completed.',
    'not-applied': 'The platform’s lists show it as not completed.',
    'not-applied-lock': { disable: 'Enabled on the platform.', enable: 'Disabled on the platform.' },
    certainFrom: 'Certain from {time}; checked again then.',
    checkAgain: 'Check again to confirm.',
    'not-visible': 'The lists were read, but the item is not on them.',
    'not-read': 'Couldn’t read the platform’s lists.',
    'no-enterprise': 'Not found in your enterprises. Add its enterprise in Settings, then check again.',
  },
  checked: {
    applied: 'Completed: {n}',
    notApplied: 'Not completed: {n}',
    notVisible: 'Not listed: {n}',
    notRead: 'Not read: {n}',
    closed: 'Closed: {n}',
  },
  readings,
  early: 'You can mark it as not completed from {time}. Until then the change may still be applied.',
  rows: 'Items ({n})',
  act: {
    checkAll: 'Check {n} results',
    done: 'Mark as completed',
    failed: 'Mark as not completed',
    doneAll: 'Mark {n} completed',
    failedAll: 'Mark {n} not completed',
    sendAgain: 'Send again…',
    resetAgain: 'Reset password again…',
    enterAgain: 'Enter again…',
  },
  mark: {
    done: 'Mark as completed',
    failed: 'Mark as not completed',
    left: 'Close',
    noteDone: 'Recorded as completed by {operator}. Nothing is sent.',
    noteFailed: 'Recorded as not completed by {operator}. Nothing is sent. You can send it again later.',
    noteLeft: 'Recorded as unconfirmed, closed by {operator}. The later change applies.',
    contrary: {
      done: {
        only: 'The lists show this change as not completed.',
        all: 'The lists show all {count} changes as not completed.',
        some: 'The lists show {n} of the {count} changes as not completed.',
      },
      failed: {
        only: 'The lists show this change as completed.',
        all: 'The lists show all {count} changes as completed.',
        some: 'The lists show {n} of the {count} changes as completed.',
      },
    },
    note: 'Basis',
    noteHint: 'Optional: how you know. Saved in the activity log. Don’t enter passwords.',
  },
  sendAgain: {
    title: 'Send again',
    resetTitle: 'Reset password again',
    notApplied: 'The result was checked: not completed. Sending again is safe.',
    warning: 'The first result is unconfirmed. Compare both cases:',
    password: 'New password',
    passwordHint: 'Sent to the platform once and never stored.',
    sent: 'Sent again.',
    unsent: 'Not sent again.',
  },
  result: {
    done: 'Marked as completed.',
    confirmed: 'Confirmed by the platform’s lists.',
    failed: 'Marked as not completed.',
    left: 'Closed.',
    open: 'Checked. Still unconfirmed.',
  },
}
