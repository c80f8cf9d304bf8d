import { outcome, outcomeMeaning } from './outcomes'

/** States, outcomes, reasons and failures: the words that several pages share. */
export const words = {
  state: {
    enabled: 'Enabled',
    disabled: 'Disabled',
    lent: 'Lent',
    expired: 'Expired',
    frozen: 'Frozen',
    unknown: 'Unknown',
  },
  day: {
    placeholder: 'year-month-day',
    problem: 'A day such as 2026-11-30.',
    past: 'That day is over.',
  },
  readAgain: 'Read again',
  readingAgain: 'Reading …',
  sending: 'Sending …',
  action: {
    disable: 'Disable',
    enable: 'Enable',
    lend: 'Lend',
    assign: 'Assign or withdraw',
    'add-employee': 'Add an employee',
    'edit-employee': 'Edit an employee',
    'reset-password': 'Reset a password',
    'delete-employee': 'Delete an employee',
    'bind-customer': 'Bind a customer',
    'create-enterprise': 'Create an enterprise',
    'update-customer': 'Update a customer',
    order: 'Order',
    allocate: 'Allocate shell numbers',
  },
  outcome,
  outcomeMeaning,
  reason: {
    'status-no-such-lock': {
      what: 'The platform knows no lock with this number.',
      next: 'Compare the number with the shell, then look it up again.',
    },
    'status-failed': {
      what: 'The platform could not do it and gave no reason.',
      next: 'Look the record up, then try again.',
    },
    'status-wrong-type': {
      what: 'The platform does not do this for locks of this type.',
      next: 'Ask the platform’s support whether it is a large-customer lock.',
    },
    'status-other': {
      what: 'The platform gave a status that its document does not list.',
      next: 'Look the record up to see what became of it.',
    },
    'missing-in-answer': {
      what: 'The platform answered, but not for this lock.',
      next: 'Look the record up before you send it again.',
    },
    'lock-pulled-out': {
      what: 'The lock was pulled out before the change was sent.',
      next: 'Plug it in again and repeat.',
    },
    'lock-unreadable': {
      what: 'The lock could no longer be read when the change was about to be sent.',
      next: 'Plug it in again and repeat.',
    },
    'lock-swapped': {
      what: 'Another lock was in the port when the change was about to be sent.',
      next: 'Check which lock is plugged in, then repeat.',
    },
    'journal-not-writable': {
      what: 'The journal could not be written, so nothing was sent.',
      next: 'Make room on the disk, close the other Lock Desk, or bring the folder with Lock Desk’s data back to where it was; then repeat.',
    },
    'not-confirmed': {
      what: 'The change was not confirmed.',
      next: 'Repeat it and confirm, if it is still wanted.',
    },
    interrupted: {
      what: 'The app ended before the platform’s answer came.',
      next: 'Look the record up before you send it again.',
    },
    said: {
      what: 'The platform refused this one.',
      next: 'Correct what it says, then send it again.',
    },
    cancelled: {
      what: 'The job was cancelled before this row went out.',
      next: 'Start it again, if it is still wanted.',
    },
    'password-gone': {
      what: 'The app ended before it was sent, and its password was kept nowhere.',
      next: 'Ask for it again, with its password.',
    },
    superseded: {
      what: 'A later change of this lock was asked for, so this one was not sent.',
      next: 'Nothing more is to be done.',
    },
    'said-by-person': {
      what: '{operator} found out and says so.',
      next: 'Nothing more is to be done.',
    },
    'left-unknown': {
      what: '{operator} closed it: a later change decides.',
      next: 'Nothing more is to be done.',
    },
    'read-back-not-applied': {
      what: 'The record was looked up: the change was not made.',
      next: 'Repeat it, if it is still wanted.',
    },
    'read-back-applied': {
      what: 'The record was looked up: the change was made.',
      next: 'Nothing more is to be done.',
    },
  },
  failure: {
    refused: {
      what: 'The platform refused, with a code that its document does not list.',
      next: 'Give the code below to the platform’s support.',
    },
    unauthorized: {
      what: 'The platform does not accept this app’s access.',
      next: 'Check the application’s key and its approved scopes.',
    },
    unreachable: {
      what: 'The platform could not be reached.',
      next: 'Check the network, then try again.',
    },
    timeout: {
      what: 'The platform did not answer in time.',
      next: 'Look the record up before you send anything again.',
    },
    timeoutOfRead: {
      what: 'The platform did not answer in time.',
      next: 'Wait a moment, then try again.',
    },
    malformed: {
      what: 'The platform’s answer could not be read.',
      next: 'Try again; if it stays so, give the details below to support.',
    },
    invalid: {
      what: 'The platform does not take a request like this one, so it was not sent.',
      next: 'Check the values, then try again.',
    },
    'refused-sender': {
      what: 'The app refused the request, because it did not come from its own window.',
      next: 'Close the app and start it again.',
    },
    'invalid-input': {
      what: 'One of the values cannot be used.',
      next: 'Check what was typed, then try again.',
    },
    'not-found': {
      what: 'It is no longer there.',
      next: 'Refresh, then choose again.',
    },
    'not-saved': {
      what: 'It could not be saved to the disk.',
      next: 'Make room on the disk, then try again.',
    },
    'own-folder': {
      what: 'That folder holds Lock Desk’s own files.',
      next: 'Choose another folder.',
    },
    'not-confirmed': {
      what: 'It was not confirmed, so nothing was sent.',
      next: 'Ask for it again, if it is still wanted.',
    },
    'too-early': {
      what: 'The change may still arrive, so nobody can know this yet.',
      next: 'Say it once that is over.',
    },
    switching: {
      what: 'The desk is moving to another platform.',
      next: 'Wait a moment, then try again.',
    },
    'order-application': {
      what: 'This desk has no application key for the module for licence orders of this platform.',
      next: 'Add the key in Settings, under Platforms.',
    },
    'member-application': {
      what: 'This desk has no application key for the member centre of this platform.',
      next: 'Add the key in Settings, under Platforms.',
    },
    'sign-in': {
      what: 'Nobody is signed in to this platform.',
      next: 'Sign in, then try again.',
    },
    internal: {
      what: 'The app made a mistake.',
      next: 'Try again; if it stays so, restart the app.',
    },
  },
  code: 'Code {code}',
  httpStatus: 'HTTP {status}',
  statusCode: 'Status {status}',
  days: {
    left: '1 day left | {n} days left',
    today: 'Ends today',
    endedToday: 'Ended today',
    ended: 'Ended 1 day ago | Ended {n} days ago',
    none: 'No end date',
  },
  generation: 'Gen {n}',
  unknownAsk:
    'No list of the platform tells, and it is not sent again. Ask the platform’s support, then say on the page “To settle” what became of it.',
  unknownNext: 'Look it up: the record is read, nothing is sent again.',
  lookItUp: 'Look it up',
  tryAgain: 'Try again',
  checkPlatform: 'Check the platform',
  copy: 'Copy the number',
  copied: 'Copied',
  lookingUp: 'Looking it up …',
  unknownType: 'Type not known',
}
