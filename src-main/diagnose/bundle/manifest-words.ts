import type { BundleFile, LeftOut } from '#shared/diagnose-commands'

// For whoever opens the bundle at support, in English; the page says the same in the person's language.

export const contents: Readonly<Record<BundleFile, string>> = {
  'manifest.json': 'This list.',
  'report.txt': 'What was found, in words.',
  'report.json': 'What was found, as codes with facts.',
  'settings.json': 'Preferences that are choices.',
  'environments.json': 'Names and hosts of the platforms, and which secrets there are.',
  'devices.json': 'HID devices: USB ids, texts, usages, what reads them; numbers by their last three digits.',
  'journal.json': 'Counts, sizes, format version and head of the journal.',
  'crashes.json': 'Times and sizes of crash dumps.',
  'logs/main.log': 'The end of the log, looked through.',
  'logs/main.old.log': 'The end of the log before it, looked through.',
}

export const leavings: Readonly<Record<LeftOut, string>> = {
  secrets: 'Keys, secrets, passwords, tokens; the vault.',
  people: 'Names, accounts, mobile numbers and e-mails of people.',
  numbers: 'Shell, asset and serial numbers but for their last three digits.',
  customers: 'Names and ids of enterprises, customers and channels; orders.',
  addresses: 'Addresses behind their host: paths and queries.',
  'journal-rows': 'What was changed, for whom and by whom.',
  'crash-contents': 'Crash dumps themselves: memory of the app.',
  home: 'The home folder, the user name and the computer’s name.',
}
