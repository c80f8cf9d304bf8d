/** The guide page, the getting-started tour and the help tips. */
export const help = {
  open: 'Open the guide',
  search: 'Search the guide',
  hits: 'No results | 1 result | {n} results',
  contents: 'Contents',
  results: 'Results',
  noResults: 'No results for “{query}”',
  noResultsNext: 'Try a single word, or browse the contents.',
  moved: 'This section is not in the guide. Browse the contents.',
  keysHint: 'Press F1 for keyboard shortcuts.',
  tour: {
    title: 'Your first lock',
    lead: 'Four short steps with a simulated lock. No real data is changed.',
    steps: 'Steps',
    completed: 'completed',
    step: {
      'plug-in': {
        title: 'Plug in a lock',
        text: 'Its card shows the number, the enterprise and the products.',
      },
      disable: {
        title: 'Disable the lock',
        text: 'Choose Disable on the card, enter the operator and confirm.',
      },
      look: {
        title: 'See the activity log',
        text: 'Every change is recorded. You can print or save a receipt.',
      },
      enable: {
        title: 'Enable the lock',
        text: 'Choose Enable on the same card. Its products work again.',
      },
    },
    plugIn: 'Plug in a lock',
    noneFree: 'Plug in any lock in the simulator below.',
    toButton: 'Go to the button',
    unplugged: 'The lock was removed. Plug it in again in the simulator.',
    openReceipt: 'Open receipt',
    finished: 'Tour completed',
    finishedText: 'Real locks work the same way. Next steps:',
    next: {
      list: 'Paste a list of locks',
      lend: 'Lend a lock',
      connect: 'Connect to a platform',
    },
    end: 'Close tour',
    progress: 'Step {step} of {of}',
    announce: 'Completed: {done}. Next: {next}.',
    announceFinished: 'Completed: {done}. Tour completed.',
    start: 'Start tour',
    startText: 'Plug in, disable and enable a simulated lock in five minutes.',
    onlyTraining: 'The tour runs in training. Switch to training first.',
    platforms: 'Open platforms',
  },
  first: {
    title: 'Add an enterprise',
    text: 'Locks are searched in the lists of your enterprises. Add at least one.',
    lending: 'Employees and borrowed locks belong to an enterprise. Add the one you manage.',
  },
  tip: {
    about: 'About “{about}”',
    more: 'More in the guide',
    'shell-number':
      'The ten digits on the lock’s shell, starting with 8 (domestic) or 6 (Singapore). Spaces are ignored.',
    'channel-code':
      'The code of the sales channel that linked the customer. Ask the channel for it. Together with the channel customer ID it finds the enterprise.',
    'source-order':
      'The license order ID of the original sale (srcLicenseOrderId). Only that order is changed. If empty, all orders of the customer are searched.',
    'strict-matching':
      '“Only licenses with exactly these dates and nodes” compares dates and nodes too. “All licenses of this product” compares the product only.',
    processing:
      'Sync: the platform responds when the batch is complete. Async: it responds when the batch is accepted, without progress.',
    'borrowed-lock':
      'A lock that can carry products of an employee’s assets. It must be ordered as a borrowed lock.',
    'application-keys':
      'Your platform’s administrator provides an app key and app secret for each module. They identify the app; the sign-in identifies the user.',
    'user-centre': 'The service that issues access tokens. Its address may differ from the platform’s.',
    chunks:
      'Number of locks per request. If the connection fails, only one request is unconfirmed and is checked.',
    'journal-head': 'A checksum of all records. Save it in another place to detect missing records later.',
  },
}
