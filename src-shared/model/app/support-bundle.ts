/** The files of a bundle in order; those under `logs/` only if they exist. */
export const bundleFiles = [
  'manifest.json',
  'report.txt',
  'report.json',
  'settings.json',
  'environments.json',
  'devices.json',
  'journal.json',
  'crashes.json',
  'logs/main.log',
  'logs/main.old.log',
] as const

export type BundleFile = (typeof bundleFiles)[number]

/** What a bundle never contains; shown before saving and listed in its manifest. */
export const bundleExclusions = [
  'secrets',
  'people',
  'numbers',
  'customers',
  'addresses',
  'journal-rows',
  'crash-contents',
  'home',
] as const

export type BundleOmission = (typeof bundleExclusions)[number]

export interface BundleManifest {
  readonly bundleId: string
  /** A suggested file name. */
  readonly name: string
  /** Bytes before compression; null for a file written last. */
  readonly files: readonly { readonly file: BundleFile; readonly bytes: number | null }[]
  readonly excluded: readonly BundleOmission[]
  /** How many values were removed from the logs. */
  readonly hidden: number
}
