import type { LocalName, ProfileFacts } from './plugged-lock'

/** What can be wrong with a profile's text; the screens say it in their language. */
export const profileRules = [
  'not-json',
  'missing',
  'unknown-field',
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
  'not-a-pattern',
  'endless-pattern',
  'taken-id',
  'beyond-length',
  'no-request',
  'too-wide',
  'check-place',
  'other',
] as const
export type ProfileRule = (typeof profileRules)[number]

/** One mistake and its place: the field by its path (`read.request`, empty for the whole), the line and column from 1. */
export interface ProfileProblem {
  readonly rule: ProfileRule
  readonly path: string
  readonly line: number
  readonly column: number
  /** What would be right: a limit, the words there are, a kind of value. */
  readonly wanted: string
  /** English, for support. */
  readonly message: string
}

/** What a text means as a profile. */
export type ProfileCheck =
  | { readonly ok: false; readonly problems: readonly ProfileProblem[] }
  | {
      readonly ok: true
      readonly id: string
      readonly name: LocalName
      /** Whether anything is sent to a device to read it. */
      readonly sends: boolean
      /** The profile in effect that has this id and gives way to it. */
      readonly replaces: ProfileFacts['origin'] | null
    }

/** A profile in effect, as the devices page lists it. */
export interface ProfileEntry extends ProfileFacts {
  readonly by: 'serial' | 'feature' | 'exchange'
  readonly vendorId: number
  readonly productId: number
}
