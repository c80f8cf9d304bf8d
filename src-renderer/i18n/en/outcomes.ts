import type { ChangeAction, ChangeState } from '#shared/model/change'

type Outcomes = Record<ChangeState, string>

const headlines = (doing: string, done: string, failed: string): Outcomes => ({
  // The rows of a job that waits, too, perhaps since the app was ended: nothing of them is on its way.
  intent: 'Not sent yet',
  sent: doing,
  done,
  failed,
  'not-sent': 'Not sent',
  unknown: 'Not known',
})

/** What became of a change, in a word or two: the headline on cards and in the journal. */
export const outcome: Record<ChangeAction, Outcomes> = {
  disable: headlines('Disabling', 'Disabled', 'Not disabled'),
  enable: headlines('Enabling', 'Enabled', 'Not enabled'),
  lend: headlines('Lending', 'Lent', 'Not lent'),
  assign: headlines('Assigning', 'Assets changed', 'Assets not changed'),
  'add-employee': headlines('Adding', 'Added', 'Not added'),
  'edit-employee': headlines('Saving', 'Changed', 'Not changed'),
  'reset-password': headlines('Resetting', 'Password reset', 'Password not reset'),
  'delete-employee': headlines('Deleting', 'Deleted', 'Not deleted'),
  'bind-customer': headlines('Binding', 'Bound', 'Not bound'),
  'create-enterprise': headlines('Creating', 'Created', 'Not created'),
  'update-customer': headlines('Saving', 'Customer changed', 'Customer not changed'),
  order: headlines('Ordering', 'Ordered', 'Not ordered'),
  allocate: headlines('Allocating', 'Allocated', 'Not allocated'),
}

const sentences = (done: string, failed: string, unknown: string): Outcomes => ({
  intent: 'It waits to be sent; nothing of it has left yet.',
  sent: 'It was sent; the platform has not answered yet.',
  done,
  failed,
  'not-sent': 'Nothing was sent, and nothing was changed.',
  unknown,
})

/** What the outcome means, where there is room for a sentence. */
export const outcomeMeaning: Record<ChangeAction, Outcomes> = {
  disable: sentences(
    'The lock is disabled. What it licenses has stopped working.',
    'The lock was not disabled.',
    'Whether the lock was disabled is not known.',
  ),
  enable: sentences(
    'The lock is enabled. What it licenses works again.',
    'The lock was not enabled.',
    'Whether the lock was enabled is not known.',
  ),
  lend: sentences(
    'The products are on the borrowed lock now.',
    'Nothing was lent.',
    'Whether the loan was made is not known.',
  ),
  assign: sentences(
    'The employee’s assets are as asked.',
    'The employee’s assets were not changed.',
    'Whether the employee’s assets were changed is not known.',
  ),
  'add-employee': sentences(
    'The employee can sign in.',
    'The employee was not added.',
    'Whether the employee was added is not known.',
  ),
  'edit-employee': sentences(
    'The employee’s details are saved.',
    'The employee’s details were not changed.',
    'Whether the employee’s details were changed is not known.',
  ),
  'reset-password': sentences(
    'The new password counts from now on.',
    'The old password still counts.',
    'Whether the old or the new password counts is not known.',
  ),
  'delete-employee': sentences(
    'The employee is deleted.',
    'The employee was not deleted.',
    'Whether the employee was deleted is not known.',
  ),
  'bind-customer': sentences(
    'The customer is bound to the enterprise.',
    'The customer was not bound.',
    'Whether the customer was bound is not known.',
  ),
  'create-enterprise': sentences(
    'The enterprise main account is there.',
    'No enterprise main account was created.',
    'Whether the enterprise main account was created is not known.',
  ),
  'update-customer': sentences(
    'The customer’s name and address are saved.',
    'The customer was not changed.',
    'Whether the customer was changed is not known.',
  ),
  order: sentences(
    'The platform took the orders.',
    'The platform took none of the orders.',
    'Whether the platform took the orders is not known.',
  ),
  allocate: sentences(
    'The shell numbers are yours.',
    'No shell numbers were allocated.',
    'Whether shell numbers were allocated is not known.',
  ),
}
