import type { BundleFile, BundleOmission } from '#shared/model/app/support-bundle'

// For support, in English; the page shows the same in the user's language.

export const fileDescriptions: Readonly<Record<BundleFile, string>> = {
  'manifest.json': 'List of contents.',
  'report.txt': 'Results as text.',
  'report.json': 'Results as codes.',
  'settings.json': 'Settings, without names.',
  'environments.json': 'Platforms: names, hosts and which secrets are saved.',
  'devices.json':
    'HID devices: USB IDs, texts, usages and profiles. Numbers are reduced to the last three digits.',
  'journal.json': 'Activity log: counts, sizes, format version and checksum.',
  'crashes.json': 'Crashes: time, process and cause. Times and sizes of crash dumps.',
  'logs/main.log': 'End of the app log, redacted.',
  'logs/main.old.log': 'End of the previous app log, redacted.',
}

export const omissionTexts: Readonly<Record<BundleOmission, string>> = {
  secrets: 'Keys, secrets, passwords, tokens and the vault.',
  people: 'Names, accounts, mobile numbers and email addresses.',
  numbers: 'Shell, asset and serial numbers, except the last three digits.',
  customers: 'Enterprises, customers, channels and orders.',
  addresses: 'Addresses beyond the host name.',
  'journal-rows': 'Changes and who made them.',
  'crash-contents': 'Crash dumps: they contain memory and stay in the data folder.',
  home: 'Home folder, user name and computer name.',
}
