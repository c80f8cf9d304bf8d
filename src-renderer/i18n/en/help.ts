/** The guide's page, the short course, and what stands behind the small question marks. */
export const help = {
  open: 'Open the guide',
  search: 'Search the guide',
  clear: 'Empty the search',
  hits: 'Nothing found | 1 place found | {n} places found',
  contents: 'Contents',
  results: 'Places found',
  nothing: 'The guide does not say “{wish}”',
  nothingNext: 'Try one word of it, or look through the contents.',
  moved: 'That place is not in this guide. Look through the contents.',
  keysHint: 'F1 shows the keys of each page.',
  course: {
    title: 'Your first lock',
    lead: 'Four short steps with a simulated lock. Nothing real is touched.',
    steps: 'Steps',
    ticked: 'done',
    step: {
      'plug-in': {
        title: 'Plug a lock in',
        text: 'Its card comes up on the left: the number first, then whose it is and what it licenses.',
      },
      disable: {
        title: 'Disable it',
        text: 'Its card has the button. A confirmation repeats the facts; say there who you are.',
      },
      look: {
        title: 'See what is kept of it',
        text: 'Every change stands in the journal, and there is a receipt to print or save.',
      },
      enable: {
        title: 'Enable it again',
        text: 'On the same card. What it licenses works again at once.',
      },
    },
    plugIn: 'Plug one in',
    noneFree: 'Plug any lock in from the tray below.',
    toButton: 'Go to the button',
    pluggedOut: 'The lock is not plugged in now; plug it in again from the tray.',
    openJournal: 'Open the journal',
    openReceipt: 'Open the receipt',
    skip: 'Not now',
    over: 'That’s it.',
    overText: 'Real locks work the same way. What would you like to do next?',
    next: {
      list: 'Paste a list of locks',
      lend: 'Lend a lock',
      connect: 'Connect to your platform',
    },
    end: 'Put this away',
    progress: 'Step {step} of {of}',
    toDesk: 'To the desk',
    said: 'Done: {done}. Next: {next}.',
    saidOver: 'Done: {done}. That’s it.',
    take: 'Take the short course',
    takeText: 'Plug in a simulated lock, disable it, see what is kept of it, enable it: five minutes.',
    onlyTraining: 'The short course is in training. Change over to training first.',
    platforms: 'Open platforms',
  },
  first: {
    title: 'First tell the desk where to look',
    text: 'No operation of the platform finds a lock by its number. The desk looks on the lists of the enterprises that you name.',
    add: 'Add an enterprise',
    none: 'No enterprise is registered yet',
    lending: 'Employees and borrowed locks belong to an enterprise: add the one you look after.',
  },
  tip: {
    about: 'What does “{about}” mean?',
    more: 'More in the guide',
    'shell-number':
      'The ten digits on the lock’s shell. They begin with 8 (domestic) or 6 (Singapore). Spaces do not matter.',
    'channel-code':
      'The code of the sales channel through which the customer was bound. Whoever sells for that channel knows it; with the channel’s own number of the customer it finds the enterprise.',
    'source-order':
      'The platform’s id of the licence order on which these were sold (srcLicenseOrderId). Only that order loses them. Without it every order of the customer is searched.',
    'strict-matching':
      'Strict: only licences whose dates and nodes are exactly these. Not strict: every licence of the product.',
    processing:
      'At once: the platform answers when the batch is carried out. Later: it only says that it took the batch, and nothing tells how far it has come.',
    'borrowed-lock':
      'A lock that can take the products of an employee’s own assets. It was ordered as one; no lock becomes one later.',
    'application-keys':
      'Whoever runs the platform gives your company a key and a secret for each module. They say which app is asking; the sign-in says who.',
    'user-centre':
      'The service that exchanges keys and passwords for tokens. It may live at another address than the platform.',
    chunks:
      'One call carries so many locks. If the line breaks, what became of one call is not known and is looked up.',
    'journal-head':
      'A fingerprint of the last record and, through it, of all before. Kept elsewhere, it shows later whether records were cut off.',
  },
}
