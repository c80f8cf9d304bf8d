import type { ChangeAction } from '#shared/model/change'

/** A type and no interface: the texts are walked through by any name. */
export type Readings = {
  /** What is so if it was done. */
  readonly done: string
  readonly failed: string
  /** What it does to send it once more, if it was done after all. */
  readonly twice: string
  /** How a person finds out. */
  readonly tell: string
}

const readings: Record<ChangeAction, Readings> = {
  disable: {
    done: 'The lock is disabled, and what it licenses has stopped working.',
    failed: 'The lock is as it was before.',
    twice: 'Nothing more happens: the lock is disabled already.',
    tell: 'The record says it, where the lock is on a list. Otherwise plug it in and try the software.',
  },
  enable: {
    done: 'The lock is enabled, and what it licenses works again.',
    failed: 'The lock is as it was before.',
    twice: 'Nothing more happens: the lock is enabled already.',
    tell: 'The record says it, where the lock is on a list. Otherwise plug it in and try the software.',
  },
  lend: {
    done: 'The products are on the borrowed lock, and the employee’s own assets are without them.',
    failed: 'The products are where they were.',
    twice:
      'The platform refuses a lock that is lent already, or moves what is left onto it. No operation takes a loan back.',
    tell: 'The list of borrowed locks says who holds which. Or plug the borrowed lock in.',
  },
  assign: {
    done: 'The employee’s assets are as asked.',
    failed: 'The employee’s assets are as they were before.',
    twice: 'Mostly nothing more happens; an asset that somebody else was given since is taken from them.',
    tell: 'The list of asset numbers says who holds which.',
  },
  'add-employee': {
    done: 'The account is there, with the password that was given.',
    failed: 'There is no such account.',
    twice: 'The platform refuses the account a second time, or there are two of them.',
    tell: 'Look for the account among the employees, or let the employee sign in.',
  },
  'edit-employee': {
    done: 'The employee’s details are as asked.',
    failed: 'The employee’s details are as they were before.',
    twice: 'The same details are saved once more; what somebody changed since is overwritten.',
    tell: 'The list of employees says it.',
  },
  'reset-password': {
    done: 'The new password counts.',
    failed: 'The old password counts still.',
    twice: 'Another new password takes the place of whichever counts now.',
    tell: 'Only signing in tells. Resetting it again with a new password is the sure way.',
  },
  'delete-employee': {
    done: 'The account is gone, with its access.',
    failed: 'The employee can still sign in.',
    twice: 'The platform answers that there is no such employee.',
    tell: 'The list of employees says it.',
  },
  'bind-customer': {
    done: 'The customer is bound to the enterprise.',
    failed: 'The customer is bound to nothing.',
    twice: 'The platform refuses it, or answers with the enterprise that is bound already.',
    tell: 'Query the customer by its channel and number.',
  },
  'create-enterprise': {
    done: 'There is an enterprise main account with this customer’s name, and its id is not known here.',
    failed: 'No account was created.',
    twice: 'There may be two main accounts for the same customer, and no operation removes one.',
    tell: 'Only the platform’s own pages, or its support, can say.',
  },
  'update-customer': {
    done: 'The customer’s name and address are as asked.',
    failed: 'The customer’s name and address are as they were before.',
    twice: 'The same is saved once more; what somebody changed since is overwritten.',
    tell: 'No list of the platform carries a customer’s name or address; its own pages do.',
  },
  order: {
    done: 'The orders were taken: licences were given or taken away as they say.',
    failed: 'The platform has none of these orders.',
    twice: 'The customer may get everything twice, or lose it twice.',
    tell: 'Ask for the order’s number on the platform’s own pages, or its support.',
  },
  allocate: {
    done: 'The numbers are taken, and nobody has their list.',
    failed: 'No numbers are taken.',
    twice: 'As many numbers again are taken; the first ones stay lost.',
    tell: 'Only the platform’s support can say which numbers were given out.',
  },
}

export const settle = {
  title: 'To settle',
  subtitle:
    'Changes of which nobody knows what became. They are never sent again by themselves: each is looked up, or somebody says.',
  empty: 'Nothing is to be settled',
  emptyText: 'What becomes of every change that was sent from here is known.',
  failed: 'What is to be settled could not be read.',
  more: 'Only the oldest {n} are shown; the next follow as these are settled.',
  lookAll: 'Look everything up',
  subject: {
    locks: '1 lock | {n} locks',
    others: '1 change | {n} changes',
    onto: '{who} → {lock}',
  },
  asked: 'asked {ago} by {operator}',
  elsewhere: 'It was asked of another platform ({platform}). Open that one to look it up.',
  overtaken:
    'A later change of the same thing has been sent since. What the record says now is that one’s doing, so nobody will learn what became of this one, and it no longer matters.',
  ifDone: 'If it was done',
  ifNot: 'If it was not',
  now: 'Now',
  seen: {
    looking: 'The platform’s lists are being read …',
    unread: 'Not looked up yet.',
    never: 'The platform’s lists do not tell this.',
    applied: 'The record says that it was done.',
    'not-applied':
      'The record says that it was not done. That is certain from {time} on: until then it may still arrive.',
    'not-applied-again': 'The record says that it was not done. Look once more to be certain.',
    'not-visible': 'The record does not tell: the lists were read, and it is not on them.',
    'not-read': 'The platform’s lists could not be read.',
    'no-enterprise':
      'Nobody knows whose it is: it is on no list of the enterprises this desk knows. Add the enterprise in Settings, then look again.',
  },
  seenOf: 'Done: {applied} · not done: {notApplied} · not told: {notVisible}',
  readings,
  early: '“It was not done” can be said from {time} on. Until then the change may still arrive.',
  rows: 'Each of them',
  act: {
    lookUp: 'Look it up',
    lookUpAll: 'Look all {n} up',
    done: 'It was done',
    failed: 'It was not done',
    close: 'Close it',
    again: 'Send it again …',
    resetAgain: 'Reset again with a new password …',
    toPage: 'Enter it again …',
  },
  hand: {
    done: 'It was done',
    failed: 'It was not done',
    left: 'Close it',
    meansDone: 'The journal will say that {operator} knows it was done. Nothing is sent.',
    meansFailed:
      'The journal will say that {operator} knows it was not done. Nothing is sent; it can be sent again afterwards.',
    meansLeft:
      'The journal will say that nobody knows, and that {operator} closed it because a later change decides.',
    of: 'For 1 change. | For {n} changes.',
    note: 'How do you know?',
    noteHint: 'Goes into the journal. No passwords here.',
    confirm: 'Write it down',
  },
  again: {
    title: 'Send it again',
    resetTitle: 'Reset it again',
    proved: 'It was looked up and was not done, so this is safe.',
    warning: 'Nobody knows whether the first one was done. Weigh both:',
    password: 'New password',
    passwordHint: 'Given to the platform once and kept nowhere.',
    confirm: 'Send it again',
    resetConfirm: 'Reset the password',
    sent: 'Sent again.',
    unsent: 'It was not sent again.',
  },
  result: {
    done: 'Settled: it was done.',
    failed: 'Settled: it was not done.',
    left: 'Closed.',
    open: 'Looked up: still not known.',
  },
}
