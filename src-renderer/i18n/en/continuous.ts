import { changeWords as words } from '#shared/texts/change-words-en'

export const continuous = {
  switch: 'Continuous mode',
  explain: {
    either: 'Each lock you plug in or scan is changed immediately, without confirmation.',
    disable: words.disable.eachLock,
    enable: words.enable.eachLock,
  },
  explainLimits: 'Locks already plugged in are not changed. Stops with Esc or after 1 minute without a lock.',
  start: {
    disable: 'Start continuous disable',
    enable: 'Start continuous enable',
  },
  confirming: 'Confirm in the dialog…',
  notStarted: 'Couldn’t start continuous mode.',
  needsOperator: 'Enter the operator first.',
  bar: {
    disable: 'Continuous disable',
    enable: 'Continuous enable',
  },
  placeholder: {
    disable: 'Plug in or scan to disable immediately',
    enable: 'Plug in or scan to enable immediately',
  },
  inputLabel: {
    disable: 'Continuous disable: scanned locks are disabled immediately',
    enable: 'Continuous enable: scanned locks are enabled immediately',
  },
  stopsIn: 'Stops in {n} s',
  listed:
    '1 number was added to the list. It was not sent. | {n} numbers were added to the list. They were not sent.',
  title: {
    disable: 'Continuous disable',
    enable: 'Continuous enable',
  },
  endedTitle: {
    disable: 'Continuous disable finished',
    enable: 'Continuous enable finished',
  },
  ended: {
    requested: 'Stopped.',
    idle: 'Stopped after 1 minute without a lock.',
    operator: 'Stopped because the operator changed.',
    'page-changed': 'Stopped because another page was opened.',
    away: 'Stopped because the computer slept or was locked.',
    'look-only': 'Stopped because the platform was set to Look only.',
  },
  operator: 'Operator: {name}, since {time}',
  first: 'Plug in or scan the first lock',
  firstText: 'Results appear here, newest first.',
  noLocks: 'No locks processed.',
  rows: 'Locks of this batch',
  sending: {
    disable: 'Disabling…',
    enable: 'Enabling…',
  },
  noNumber: 'No number',
  skipReason: {
    repeat: 'Already processed in this batch. Not sent again.',
    'present-before': 'Plugged in before the start. Unplug it for 5 seconds, then plug it in again.',
    'two-devices': 'Another plugged-in device gives the same number. Unplug both, then try one.',
    'not-listed': 'Not found. Nothing was sent. Search for it to change it.',
    ambiguous: 'Multiple matches. Search for it and choose one.',
    'not-a-number': 'Invalid number. Scan it again.',
    'not-compared':
      'The number comes from the USB serial number and is not confirmed yet. Open the lock to confirm it.',
    'not-read': 'Couldn’t read the number. See the card for the reason.',
    'look-up-failed': 'Search failed. Nothing was sent. Try again.',
    stopped: 'Continuous mode stopped before this lock was processed.',
  },
  already: {
    disable: 'Already disabled. Nothing was sent.',
    enable: 'Already enabled. Nothing was sent.',
  },
  notExported: 'Couldn’t save the file.',
  announce: {
    started: {
      disable: 'Continuous disable started.',
      enable: 'Continuous enable started.',
    },
    row: '{number}: {what}',
    seconds: 'Stops in {n} seconds.',
  },
  fileName: 'Continuous mode {time}',
}
