import type { LocalName, ProfileFacts } from './plugged-lock'

/** How a profile reads a device; "serial" is any of its texts, "input" a report that it sends by itself. */
export const readMethods = ['serial', 'feature', 'input', 'exchange'] as const
export type ReadMethod = (typeof readMethods)[number]

/** How the digits of a number are stored. */
export const numberEncodings = [
  'ascii',
  'utf-16le',
  'utf-16be',
  'hex',
  'digits',
  'digits-high',
  'bcd',
  'bcd-swapped',
  'uint-le',
  'uint-be',
] as const
export type NumberEncoding = (typeof numberEncodings)[number]

/** Possible errors of a profile text; the page shows them in its language. */
export const profileRules = [
  'not-json',
  'missing',
  'unknown-field',
  'duplicate-field',
  'wrong-kind',
  'not-one-of',
  'too-small',
  'too-big',
  'too-short',
  'too-long',
  'id-form',
  'hex-form',
  'usb-id-form',
  'prefix-form',
  'pair-form',
  'empty-range',
  'invalid-pattern',
  'slow-pattern',
  'reserved-id',
  'beyond-length',
  'no-request',
  'no-request-allowed',
  'prefix-and-region',
  'too-wide',
  'incomplete-check',
  'signature-invalid',
  'other',
] as const
export type ProfileRule = (typeof profileRules)[number]

/**
 * An error with its position: the field's path (`read.request`, empty for the whole text), line and column
 * starting at 1.
 */
export interface ProfileProblem {
  readonly rule: ProfileRule
  readonly path: string
  readonly line: number
  readonly column: number
  /** What is expected: a limit, the allowed words, a kind of value. */
  readonly expected: string
  /** English, for support. */
  readonly message: string
}

/** Why a profile file cannot be used. */
export type BrokenReason =
  | { readonly kind: 'invalid'; readonly problems: readonly ProfileProblem[] }
  | { readonly kind: 'too-large'; readonly maxBytes: number }
  | { readonly kind: 'unreadable'; readonly code: string }
  | { readonly kind: 'taken-id'; readonly id: string }

/** A profile file of the user that cannot be used. */
export interface BrokenProfile {
  readonly file: string
  readonly reason: BrokenReason
  /** The reason in English, for support. */
  readonly message: string
}

/** Who signed a profile. `words` are those of the key, which two people can compare. */
export type ProfileMaker =
  | { readonly state: 'unsigned' }
  | {
      /** `name` is the one stored with a trusted key; an unknown signer can give any. */
      readonly state: 'this-computer' | 'trusted' | 'unknown'
      readonly name: string
      readonly words: LocalName
    }

/** The result of checking a profile text. */
export type ProfileCheck =
  | { readonly ok: false; readonly problems: readonly ProfileProblem[] }
  | {
      readonly ok: true
      readonly id: string
      readonly name: LocalName
      /** Whether reading sends data to the device. */
      readonly sends: boolean
      /** The active profile with this ID that would be replaced. */
      readonly replaces: ProfileFacts['origin'] | null
      /** Whether its numbers are compared with the shells first, once it is saved. */
      readonly isOnProbation: boolean
      readonly maker: ProfileMaker
    }

/** An active profile as the Devices page lists it. */
export interface ProfileEntry extends ProfileFacts {
  readonly by: ReadMethod
  readonly vendorId: number
  readonly productId: number
}

/** `maker` is null for a signature that does not match, since the file was changed. */
export interface ListedProfile extends ProfileEntry {
  /** A number that it read differed from the shell, so it reads no lock. */
  readonly isSuspended: boolean
  /** Learned from simulated locks, or of a practice model: it stays out of set-up files. */
  readonly isSimulated: boolean
  readonly maker: ProfileMaker | null
}

/** A profile as it is exported; unsigned if the key of this computer cannot be used. */
export interface ExportedProfile {
  readonly text: string
  readonly isSigned: boolean
}
