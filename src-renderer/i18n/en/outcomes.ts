import type { ChangeAction, ChangeState } from '#shared/model/changes/change'
import { words } from '#shared/texts/words-en'

type Outcomes = Record<ChangeState, string>

const headlines = (doing: string, done: string, failed: string): Outcomes => ({
  // Also for the rows of a paused job, or of one interrupted by the end of the app: none of them is being sent.
  intent: 'Not sent yet',
  sent: doing,
  done,
  failed,
  'not-sent': 'Not sent',
  unknown: 'Unconfirmed',
})

/** A change's result in one or two words: the headline on cards and in the activity log. */
export const outcome: Record<ChangeAction, Outcomes> = {
  disable: headlines('Disabling', 'Disabled', 'Not disabled'),
  enable: headlines('Enabling', 'Enabled', 'Not enabled'),
  lend: headlines('Lending', 'Lent', 'Not lent'),
  assign: headlines('Assigning', 'Assets changed', 'Assets not changed'),
  'add-employee': headlines('Adding', 'Added', 'Not added'),
  'edit-employee': headlines('Saving', 'Changed', 'Not changed'),
  'reset-password': headlines('Resetting', 'Password reset', 'Password not reset'),
  'delete-employee': headlines('Deleting', 'Deleted', 'Not deleted'),
  'bind-customer': headlines('Linking', 'Linked', 'Not linked'),
  'create-enterprise': headlines('Creating', 'Created', 'Not created'),
  'update-customer': headlines('Saving', 'Updated', 'Not updated'),
  order: headlines('Ordering', 'Orders accepted', 'Not accepted'),
  allocate: headlines('Allocating', 'Allocated', 'Not allocated'),
}

const sentences = (done: string, failed: string, unknown: string): Outcomes => ({
  intent: 'Waiting to be sent. Nothing was sent yet.',
  sent: 'Sent. Waiting for the platform’s response.',
  done,
  failed,
  'not-sent': 'Nothing was sent or changed.',
  unknown,
})

/** What the result means, where there is space for a sentence. */
export const outcomeMeaning: Record<ChangeAction, Outcomes> = {
  disable: sentences(
    'The lock was disabled. Its products stopped working.',
    'The lock was not disabled.',
    'The lock may have been disabled.',
  ),
  enable: sentences(
    'The lock was enabled. Products that had not expired worked again.',
    'The lock was not enabled.',
    'The lock may have been enabled.',
  ),
  lend: sentences(
    'The products were moved to the borrowed lock.',
    'Nothing was lent.',
    'The assets may have been lent.',
  ),
  assign: sentences(
    'The assets were assigned as requested.',
    'The employee’s assets were not changed.',
    'The assets may have been changed.',
  ),
  'add-employee': sentences(
    'The employee was added.',
    'The employee was not added.',
    'The employee may have been added.',
  ),
  'edit-employee': sentences(
    'The employee’s details were saved.',
    'The employee’s details were not changed.',
    'The details may have been changed.',
  ),
  'reset-password': sentences(
    'The new password was set.',
    'The password was not changed.',
    'The new password may have been set.',
  ),
  'delete-employee': sentences(
    'The employee was deleted.',
    'The employee was not deleted.',
    'The employee may have been deleted.',
  ),
  'bind-customer': sentences(
    'The customer was linked to the enterprise.',
    'The customer was not linked.',
    'The customer may have been linked.',
  ),
  'create-enterprise': sentences(
    'The enterprise main account was created.',
    'No enterprise main account was created.',
    'The main account may have been created.',
  ),
  'update-customer': sentences(
    'The customer’s name and address were saved.',
    'The customer was not changed.',
    'The customer may have been updated.',
  ),
  order: sentences(
    'The platform accepted the orders.',
    'The platform accepted none of the orders.',
    'The orders may have been accepted.',
  ),
  allocate: sentences(
    'The shell numbers were allocated.',
    'No shell numbers were allocated.',
    'The numbers may have been allocated.',
  ),
}

/** A result whatever was changed: of filters, and of rows of work orders. */
export const results = {
  ...words.result,
  waiting: 'Waiting',
  sending: 'Sending',
  'under-way': 'In progress',
}

/** How many rows have a result; a success by what was done. */
export const count = {
  disable: '{n} disabled',
  enable: '{n} enabled',
  'add-employee': '{n} added',
  'delete-employee': '{n} deleted',
  failed: '{n} failed',
  'not-sent': '{n} not sent',
  unknown: '{n} unconfirmed',
  skipped: '{n} skipped',
  waiting: '{n} waiting',
  'under-way': '{n} in progress',
}

/** A number of items in a count; only Chinese has a word for it. */
export const measure = { lock: '{n}', employee: '{n}' }

/** Titles of columns that show a change, in tables and files. */
export const column = {
  place: 'No.',
  number: 'Number',
  shellNumber: 'Shell number',
  assetNum: 'Asset number',
  name: 'Name',
  note: 'Note',
  enterprise: 'Enterprise',
  holder: 'Assigned to',
  action: 'Action',
  item: 'Item',
  before: 'Status before',
  after: 'Status after',
  change: 'Before → after',
  result: 'Result',
  reason: 'Reason',
  code: 'Code',
  time: 'Time',
  requested: 'Requested',
  response: 'Response',
  responseData: 'Response data',
  operator: 'Operator',
  training: 'Training',
  entry: 'Entry ID',
}
