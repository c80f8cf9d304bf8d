import { branchFailure } from './branch-failures-en'
import { orderFailure } from './order-failures-en'

/** Why a change has its result, in the past: the activity log shows it later. And the next step. */
export const reason = {
  'status-no-such-lock': {
    what: 'The platform found no lock with this number.',
    next: 'Compare the number with the shell, then search again.',
  },
  'status-failed': {
    what: 'The platform failed without a reason.',
    next: 'Refresh the lock details, then try again.',
  },
  'status-wrong-type': {
    what: 'The platform didn’t support this for the license type.',
    next: 'Ask the platform’s support whether it is a large-customer lock.',
  },
  'status-other': {
    what: 'The platform returned an unknown status.',
    next: 'Refresh the lock details to see the result.',
  },
  'missing-in-answer': {
    what: 'The response didn’t include this lock.',
    next: 'Check the result before you send it again.',
  },
  'lock-pulled-out': {
    what: 'The lock was removed before sending.',
    next: 'Plug it in and try again.',
  },
  'lock-unreadable': {
    what: 'The lock couldn’t be read before sending.',
    next: 'Plug it in and try again.',
  },
  'lock-swapped': {
    what: 'A different lock was plugged in before sending.',
    next: 'Check the lock, then try again.',
  },
  'journal-not-writable': {
    what: 'Couldn’t write the activity log.',
    next: 'Free disk space, close the other Lock Desk or restore its data folder. Then try again.',
  },
  'log-not-delivered': {
    what: 'Not sent. Your organization’s log of results couldn’t be reached.',
    next: 'Check the network, then try again. Diagnostics > Log of results shows why.',
  },
  'not-confirmed': {
    what: 'Not confirmed.',
    next: 'Try again and confirm, if needed.',
  },
  interrupted: {
    what: 'The app closed before the response arrived.',
    next: 'Check the result before you send it again.',
  },
  said: {
    what: 'The platform rejected this item.',
    next: 'Correct the values, then try again.',
  },
  cancelled: {
    what: 'The job was canceled before this row was sent.',
    next: 'Start it again, if needed.',
  },
  'password-gone': {
    what: 'The app closed before sending. The password was not stored.',
    next: 'Enter the password and try again.',
  },
  superseded: {
    what: 'Replaced by a later change of this lock.',
    next: 'No action needed.',
  },
  'changed-state': {
    what: 'Changed since the check: it already had this state.',
    next: 'Refresh the list to see it. Nothing was sent.',
  },
  'changed-holder': {
    what: 'Changed since the check: its assignment was different.',
    next: 'Check the lock details, then start it again, if needed.',
  },
  'changed-type': {
    what: 'Changed since the check: it had another license type.',
    next: 'Check the lock details, then start it again, if needed.',
  },
  'changed-data': {
    what: 'Changed since the check: someone else edited this employee.',
    next: 'Look at the employee, then edit again, if needed.',
  },
  'changed-missing': {
    what: 'Changed since the check: it was not on the enterprise’s list.',
    next: 'Search for it again, then start it again, if needed.',
  },
  'said-by-person': {
    what: 'Marked by {operator}.',
    next: 'No action needed.',
  },
  'left-unknown': {
    what: 'Closed by {operator}. Its result stays unknown.',
    next: 'No action needed.',
  },
  'read-back-not-applied': {
    what: 'Checked: the change was not applied.',
    next: 'Try again, if needed.',
  },
  'read-back-applied': {
    what: 'Checked: the change was applied.',
    next: 'No action needed.',
  },
}

/** Failures of a command or request, and the next step. */
export const failure = {
  refused: {
    what: 'The platform rejected the request with an unknown code.',
    next: 'Send the code below to the platform’s support.',
  },
  unauthorized: {
    what: 'The platform denied access.',
    next: 'Check the app key and its approved scopes.',
  },
  unreachable: {
    what: 'The platform doesn’t respond.',
    next: 'Check the network, then try again.',
  },
  timeout: {
    what: 'The platform didn’t respond in time.',
    next: 'Check the result before you send anything again.',
  },
  timeoutOfRead: {
    what: 'The platform didn’t respond in time.',
    next: 'Wait a moment, then try again.',
  },
  busy: {
    what: 'The platform asks to wait. It did nothing.',
    next: 'Wait a moment, then try again.',
  },
  busyFor: {
    what: 'The platform asks to wait {seconds} s. It did nothing.',
    next: 'Wait, then try again.',
  },
  malformed: {
    what: 'The platform sent no usable response.',
    next: 'Try again. If it fails again, send the details to the platform’s support.',
  },
  invalid: {
    what: 'Invalid request. Nothing was sent.',
    next: 'Check the values, then try again.',
  },
  'refused-sender': {
    what: 'Request blocked: not from the app’s window.',
    next: 'Restart the app.',
  },
  'invalid-input': {
    what: 'A value is invalid.',
    next: 'Check your input, then try again.',
  },
  'not-found': {
    what: 'Not found.',
    next: 'Check your input, or refresh and choose again.',
  },
  'not-saved': {
    what: 'Couldn’t save to disk.',
    next: 'Free disk space, then try again.',
  },
  'file-not-saved': {
    what: 'Couldn’t save the file there.',
    next: 'Choose another folder, or free space there.',
  },
  'limit-reached': {
    what: 'The maximum number is reached.',
    next: 'Delete entries that you no longer need, then try again.',
  },
  'restore-unfinished': {
    what: 'The restore is incomplete.',
    next: 'Free disk space, then restart the app. The restore continues at the start.',
  },
  'own-folder': {
    what: 'This folder contains Lock Desk’s own files.',
    next: 'Choose another folder.',
  },
  'log-not-delivered': {
    what: 'Not sent. Your organization’s log of results can’t be reached.',
    next: 'Check the network, then try again. Diagnostics > Log of results shows why.',
  },
  'not-confirmed': {
    what: 'Not confirmed. Nothing was sent.',
    next: 'Try again, if needed.',
  },
  'too-early': {
    what: 'The change may still be applied.',
    next: 'Try again after the waiting time.',
  },
  'in-progress': {
    what: 'An earlier change is still in progress.',
    next: 'Wait for its result, then try again.',
  },
  'not-allowed': {
    what: 'Your organization doesn’t allow this.',
    next: 'Ask your IT department.',
  },
  'look-only': {
    what: 'This platform is set to Look only.',
    next: 'Nothing was sent. Check Look only in Settings > Platforms.',
  },
  'other-platform': {
    what: 'The earlier change was sent to another platform.',
    next: 'Nothing was sent. Switch to that platform first.',
  },
  'loan-too-long': {
    what: 'Your organization limits the days of a loan.',
    next: 'Choose an earlier due date.',
  },
  'too-many-loans': {
    what: 'The employee has as many loans as your organization allows.',
    next: 'First, get a borrowed lock back.',
  },
  'loans-unknown': {
    what: 'The employee’s number of loans isn’t known.',
    next: 'Refresh the lists of the enterprise, then try again.',
  },
  'work-order-required': {
    what: 'Your organization requires a work order.',
    next: 'Ask for a signed work order, then carry it out.',
  },
  'changes-limited': {
    what: 'Your organization limits the changes within ten minutes.',
    next: 'Try again in ten minutes.',
  },
  'policy-unreadable': {
    what: 'Couldn’t read your organization’s policy.',
    next: 'Ask your IT department to repair it, then restart Lock Desk.',
  },
  switching: {
    what: 'Switching platforms.',
    next: 'Wait a moment, then try again.',
  },
  'proxy-sign-in': {
    what: 'The proxy asks for a sign-in.',
    next: 'Sign in to the proxy, then try again.',
  },
  'proxy-sign-in-rejected': {
    what: 'The proxy rejected the user name or password.',
    next: 'Sign in to the proxy again.',
  },
  'proxy-method': {
    what: 'The proxy asks for a kind of sign-in that Lock Desk doesn’t support.',
    next: 'Ask the proxy’s administrator to allow Basic sign-in, or this platform without sign-in.',
  },
  'proxy-refused': {
    what: 'The proxy blocked the connection.',
    next: 'Ask the proxy’s administrator to allow this platform.',
  },
  'order-application': {
    what: 'No app key for the order module of this platform.',
    next: 'Add the key in Settings > Platforms.',
  },
  'member-application': {
    what: 'No app key for the member center of this platform.',
    next: 'Add the key in Settings > Platforms.',
  },
  'credentials-unreadable': {
    what: 'The saved credentials can’t be read now.',
    next: 'Unlock them, or enter them again.',
  },
  'sign-in': {
    what: 'Not signed in to this platform.',
    next: 'Sign in, then try again.',
  },
  internal: {
    what: 'Unexpected error.',
    next: 'Try again. If it fails again, restart the app.',
  },
  ...orderFailure,
  ...branchFailure,
}

type Explained<Texts> = { readonly [Name in keyof Texts]: { readonly what: string; readonly next: string } }
export type ReasonTexts = Explained<typeof reason>
export type FailureTexts = Explained<typeof failure>
