import type { CheckId, Diagnosis } from './model/diagnosis'

interface Command<Input, Value> {
  readonly input: Input
  readonly value: Value
}

/** The files of a bundle, in their order in it; those under `logs/` only where there are such. */
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

/** What a bundle never holds; said to the person before it is saved, and in its manifest. */
export const leftOut = [
  'secrets',
  'people',
  'numbers',
  'customers',
  'addresses',
  'journal-rows',
  'crash-contents',
  'home',
] as const
export type LeftOut = (typeof leftOut)[number]

export interface BundleManifest {
  readonly bundleId: string
  /** A name to offer. */
  readonly name: string
  /** Bytes before packing; null for what is written at the end. */
  readonly files: readonly { readonly file: BundleFile; readonly bytes: number | null }[]
  readonly leftOut: readonly LeftOut[]
  /** How often the logs had something hidden. */
  readonly hidden: number
}

export interface DiagnoseCommands {
  /** What was found last, without looking again. */
  'diagnose/read': Command<undefined, Diagnosis>
  /** Looks at everything, or at the lines named; answers as it begins, `diagnose/changed` tells the rest. */
  'diagnose/start': Command<{ readonly only: readonly CheckId[] | null }, Diagnosis>
  'diagnose/cancel': Command<undefined, Diagnosis>
  /**
   * Makes a bundle for support in memory, without secrets and names, and tells what is in it. `report` is what was found
   * with only what may leave the house: the words of `report.txt` are made of it.
   */
  'diagnose/prepare-bundle': Command<
    undefined,
    { readonly manifest: BundleManifest; readonly report: Diagnosis }
  >
  /** Packs the prepared bundle with its `report.txt` and asks where to; null where the person thought better of it. */
  'diagnose/save-bundle': Command<
    { readonly bundleId: string; readonly text: string },
    { readonly savedAs: string; readonly bytes: number } | null
  >
  'diagnose/drop-bundle': Command<undefined, null>
}

/** The names at run time; a command missing here does not compile. */
export const diagnoseCommandNames: Record<keyof DiagnoseCommands, true> = {
  'diagnose/read': true,
  'diagnose/start': true,
  'diagnose/cancel': true,
  'diagnose/prepare-bundle': true,
  'diagnose/save-bundle': true,
  'diagnose/drop-bundle': true,
}

export interface DiagnoseEvents {
  'diagnose/changed': Diagnosis
}

export const diagnoseEventNames: Record<keyof DiagnoseEvents, true> = { 'diagnose/changed': true }
