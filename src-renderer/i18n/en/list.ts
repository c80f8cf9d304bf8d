/** The list of locks: texts of its rows before, during and after sending. */
export const list = {
  title: 'List',
  side: 'Side panel',
  countLabel: 'List · {n}',
  action: {
    'look-up': 'Look up',
    disable: 'Disable',
    enable: 'Enable',
  },
  kept: {
    title: 'List not sent',
    text: 'A list with 1 number was not sent. | A list with {n} numbers was not sent.',
    open: 'Open list',
    discard: 'Discard',
  },
  endedAt: 'Finished list ({time})',
  input: {
    placeholder: 'Scan, type or paste…',
    add: 'Add to list',
  },
  drop: {
    title: 'Drop to add to the list',
    text: 'CSV, text or Excel (.xlsx). You review the rows before sending.',
  },
  empty: {
    title: 'Paste a column, drop a file or scan locks',
    text: 'Rows are checked before sending.',
    titleChosen: {
      disable: 'Scan or paste locks to disable',
      enable: 'Scan or paste locks to enable',
    },
    textChosen: 'Or drop a file. Rows are checked before sending.',
  },
  /** Chips: the number of rows per group. */
  group: {
    found: 'Found {n}',
    ready: 'Ready {n}',
    queued: 'Queued {n}',
    checking: 'Searching {n}',
    malformed: 'Invalid {n}',
    repeated: 'Duplicate {n}',
    ambiguous: 'Multiple matches {n}',
    'no-record': 'Not found {n}',
    notSearched: 'Not searched {n}',
    already: { disable: 'Already disabled {n}', enable: 'Already enabled {n}' },
    'wrong-type': 'May be rejected {n}',
    'other-enterprise': 'Another enterprise {n}',
    'left-out': 'Not selected {n}',
    later: 'Added later {n}',
  },
  filter: 'Filter rows',
  /** The last column of a row. */
  state: {
    found: 'Found',
    ready: 'Ready',
    queued: 'In offline queue',
    repeated: 'Duplicate of {place}',
    ambiguous: '{n} matches',
    choose: 'Choose',
    'no-record': 'Not found',
    notSearched: 'Not searched',
    'no-record-near': 'Not found. Similar: {numbers}',
    'no-record-twice': 'Not found, can be selected',
    already: { disable: 'Already disabled', enable: 'Already enabled' },
    'wrong-type': 'Type not re-issuable',
    'other-enterprise': 'Another enterprise',
    'left-out': 'Not selected',
    later: 'Added later, not in this job',
    corrected: 'changed, was “{text}”',
  },
  invalid: {
    empty: 'No number',
    scientific: 'Digits lost in spreadsheet',
    'leading-zeros': 'Leading zeros',
    'number-format': 'Decimal format',
    several: 'Several numbers',
    'wrong-region': 'Doesn’t start with 8 or 6',
    'too-short': 'Fewer than 10 digits',
    'too-long': 'More than 10 digits',
    letters: 'Invalid number',
    error: 'Error in the spreadsheet: {text} in row {line}',
    'no-result': 'Formula without a result in row {line}. Open and save the file in Excel.',
    'other-characters': 'Not a number',
  },
  /** Where a row is. A list of several sources says the source, too. */
  place: {
    row: 'row {row}',
    rowOf: 'row {row} of {name}',
    pastedRow: 'pasted row {row}',
    pastedRowOf: 'row {row} of paste {n}',
    entryRow: 'entry {row}',
    entry: 'Entry',
    pasted: 'Pasted',
    nth: '{name} ({n})',
  },
  /** Instead of a column with the same enterprise in every row. */
  customerOfAll: 'All rows: {name}',
  customerOfFound: 'All locks found: {name}',
  correct: {
    open: 'Correct {place}',
    label: 'Number in {place}',
  },
  becomes: '{from}, changes to {to}',
  searchingSteps: 'Searching: {done} of {total}',
  contacting: 'Contacting the platform…',
  searchFailed: 'Some numbers couldn’t be searched.',
  notListed: {
    text: 'Numbers not found may belong to other enterprises.',
    notSearched: 'Some assets are not loaded yet: not all numbers could be searched.',
    searchedAgain: 'Still not found. You can select these rows; they may be rejected.',
  },
  choose: {
    title: 'Multiple matches',
  },
  run: {
    disable: 'Disable 1 lock | Disable {n} locks',
    enable: 'Enable 1 lock | Enable {n} locks',
    none: { disable: 'Disable', enable: 'Enable' },
    /** A button for selected rows of which a filter hides some. */
    notShown: '{label} ({n} not shown)',
    chooseAction: 'Search only. Choose an action:',
    notStarted: 'Couldn’t start the job. Nothing was sent.',
    cleared: 'List cleared',
  },
  confirm: {
    locks: '1 lock | {n} locks',
    unlisted: 'Not found in your enterprises',
    warnings: 'Warnings',
    warning: {
      'no-record':
        '1 not found. The number is sent unchanged. | {n} not found. The numbers are sent unchanged.',
      already: {
        disable: '1 already disabled. | {n} already disabled.',
        enable: '1 already enabled. | {n} already enabled.',
      },
      'wrong-type':
        '1 may be rejected: its type is not re-issuable. | {n} may be rejected: their types are not re-issuable.',
      'other-enterprise': '1 belongs to another enterprise. | {n} belong to other enterprises.',
    },
    unplugged:
      'Lock removed: {numbers}. You can still confirm. | Locks removed: {numbers}. You can still confirm.',
    more: '1 more enterprise | {n} more enterprises',
    stale: 'Oldest data: {ago}.',
  },
  replace: {
    title: 'Replace the list?',
    text: 'The list has 1 row. It will be replaced. | The list has {n} rows. They will be replaced.',
    sending: 'The list is not finished. Wait, or cancel its remaining rows.',
    replace: 'Replace list',
  },
  job: {
    progress: '{done} of {total}',
    showFailed: 'Show failed',
    pausing: 'Pausing…',
    canceling: 'Canceling…',
    paused: {
      requested: 'Paused at {done} of {total}.',
      platform: 'Waiting for the platform at {done} of {total}. Resumes automatically.',
      interrupted: 'The app closed at {done} of {total}. Nothing is sent until you resume.',
      'passwords-locked':
        'Stopped at {done} of {total}. The remaining passwords are locked. Unlock them in Settings > Saved credentials, or cancel the remaining rows.',
      'journal-not-writable': 'Stopped at {done} of {total}. Couldn’t write the activity log.',
      'log-not-delivered':
        'Stopped at {done} of {total}. Your organization’s log of results can’t be reached.',
    },
    pausedNext: {
      'log-not-delivered': 'Check the network, then resume. Diagnostics shows why.',
      'journal-not-writable': 'Free disk space or restore the data folder, then resume.',
    },
    notSelected: '1 row is not in this job. | {n} rows are not in this job.',
    showNotSelected: 'Show row | Show rows',
    sendRemaining: 'Send remaining ({n})',
    unconfirmedNote: 'No response. Results are checked automatically and nothing is resent.',
    checkResults: 'Check results',
    reverse: {
      disable: 'Undo 1 | Undo {n}',
      enable: 'Undo 1 | Undo {n}',
    },
    rejectedAgain:
      'The platform rejected 1 lock twice. It is not sent again. | The platform rejected {n} locks twice. They are not sent again.',
    notRetryable:
      '1 lock has an unsupported license type and is not sent again. | {n} locks have an unsupported license type and are not sent again.',
  },
  export: {
    title: 'Export list',
    file: 'list',
  },
  file: {
    tooMany: 'A list holds {n} rows. The rest was skipped.',
    numberless:
      '1 row has no text in the number column. It was skipped. | {n} rows have no text in the number column. They were skipped.',
  },
  announce: {
    added: '1 row on the list | {n} rows on the list',
    scanned: '{number}: {result}',
    duplicate: '{number} is already in {place}',
    ended: 'Finished: {summary}',
    endedAgain: 'Retry finished: {summary}',
  },
}
