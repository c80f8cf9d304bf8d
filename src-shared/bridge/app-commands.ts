import { z } from 'zod'
import type { LookOnly } from '../model/app/saved-platform'
import type { LinkTarget } from '../model/app/link-target'
import { errorPlaces, maxErrorLength } from '../model/app/page-error'
import type { PolicyState } from '../model/app/policy'
import type { Settings } from '../model/app/settings'
import { settingFields } from '../model/app/settings-schema'
import type { PlatformFailure } from '../model/api/platform-failure'
import { command, nonEmptyName, nonEmptyText, noInput } from './command'
import type { FreeText, Name } from '../model/name'

/** A problem the app found, whether fixed or not; shown until dismissed. */
export interface Notice {
  readonly id: string
  readonly code:
    | 'settings-unreadable'
    | 'register-unreadable'
    | 'loans-unreadable'
    | 'lock-names-unreadable'
    | 'signed-orders-unreadable'
    | 'branch-unreadable'
    | 'trusted-keys-unreadable'
    | 'views-unreadable'
    | 'models-unreadable'
    | 'secrets-unreadable'
    | 'environments-unreadable'
    | 'journal-unreadable'
    | 'journal-not-open'
    | 'journal-locked'
    | 'journal-elsewhere'
    | 'journal-newer'
    | 'queue-unreadable'
    | 'stocktake-unreadable'
    | 'file-newer'
    | 'file-unreachable'
    | 'profile-broken'
    | 'profile-suspended'
    | 'training-unavailable'
    | 'platform-not-opened'
    | 'no-platform'
    | 'page-error'
    | 'window-crashed'
    | 'restart-needed'
    | 'policy-unreadable'
    | 'platform-not-allowed'
    | 'file-names-lost'
  /** A file name or a short English text; never a secret. */
  readonly detail: string
}

export interface AppDescription {
  readonly version: string
  readonly electron: string
  readonly training: boolean
  /** Whether the lock simulator is available. */
  readonly simulatedLocks: boolean
  readonly systemLanguage: 'en' | 'zh'
  readonly policy: PolicyState
  /** Of the open platform; missing where changes may be sent. */
  readonly lookOnly?: LookOnly
  readonly notices: readonly Notice[]
}

export interface PlatformStatus {
  readonly training: boolean
  readonly baseUrl: string | null
  readonly state: 'starting' | 'reachable' | 'unreachable' | 'refused'
  /**
   * Why the platform cannot be used: this computer has no network, the platform does not respond, it denies access, or
   * this computer has no readable credentials for it.
   */
  readonly lacks: 'network' | 'platform' | 'permission' | 'credentials' | null
  /** When the platform last responded or failed to, in ms since 1970. */
  readonly checkedAt: number | null
  readonly failure: PlatformFailure | null
  readonly signedInAs: Name | null
  /** The stored sign-in was rejected or there is none; operations that need a user wait for a sign-in. */
  readonly needsSignIn: boolean
  /** How far this computer's clock is ahead of the platform's, ms; null if they differ by ten minutes at most. */
  readonly clockAheadMs: number | null
}

/** Custom paper in millimeters without margins, header and footer; by default the country's office paper. */
export interface PageSize {
  readonly width: number
  readonly height: number
}

export const savedKinds = [
  'csv',
  'xlsx',
  'json',
  'pdf',
  'txt',
  'rules',
  'ics',
  'lockkey',
  'lockresult',
] as const

/** In millimeters, from a small label to a wide plotter. */
const side = z.number().min(10).max(1000)

const pageSize = z.strictObject({ width: side, height: side })

/** Commands about the app itself, its settings, files and window. */
export const appCommands = {
  'app/describe': command(noInput).returns<AppDescription>(),
  'app/dismiss-notice': command(z.strictObject({ id: nonEmptyText })).returns<null>(),
  'app/page-error': command(
    z.strictObject({
      where: z.enum(errorPlaces),
      name: z.string().max(maxErrorLength.name),
      message: z.string().max(maxErrorLength.message),
      stack: z.string().max(maxErrorLength.stack),
      dropped: z.int().min(0).max(1_000_000),
    }),
  ).returns<null>(),
  /** `forgetAfterMs` marks a secret: the clipboard is cleared after this time if it still contains it. */
  'app/copy': command(
    z.strictObject({
      text: z.string().max(1_000_000),
      forgetAfterMs: z.exactOptional(z.int().min(1000).max(600_000)),
    }),
  ).returns<null>(),
  /** The place of the last link or clicked notification, once; null if none waits. */
  'app/take-link': command(noInput).returns<LinkTarget | null>(),
  'settings/read': command(noInput).returns<Settings>(),
  'settings/change': command(
    z.strictObject({ ...settingFields, operators: z.array(nonEmptyName).max(100) }).exactPartial(),
  ).returns<Settings>(),
  'platform/status': command(noInput).returns<PlatformStatus>(),
  'platform/check': command(noInput).returns<PlatformStatus>(),
  /** Asks for the location in a system dialog and writes the file; null if canceled. */
  'files/save': command(
    z.strictObject({
      name: nonEmptyText,
      kind: z.enum(savedKinds),
      bytes: z.instanceof(Uint8Array),
    }),
  ).returns<{ readonly savedAs: FreeText } | null>(),
  /** Prints the page with its print styles, or saves it as PDF; null if it is printed, or if no file was chosen. */
  'window/print': command(
    z.discriminatedUnion('to', [
      z.strictObject({ to: z.literal('printer'), page: z.exactOptional(pageSize) }),
      z.strictObject({ to: z.literal('pdf'), name: nonEmptyText, page: z.exactOptional(pageSize) }),
    ]),
  ).returns<{ readonly savedAs: FreeText } | { readonly canceled: true } | null>(),
  /**
   * The number of generated passwords that exist only in the page; closing the window asks for confirmation
   * while there are any.
   */
  'window/unsaved-passwords': command(
    z.strictObject({ generatedPasswords: z.int().min(0).max(10_000_000) }),
  ).returns<null>(),
  /**
   * The rows of imports that are not processed: those that exist only in the page, and those that main still works on, which a
   * reload does not end. Closing the window asks for confirmation while there are any.
   */
  'window/import-rows': command(
    z.strictObject({
      inPage: z.int().min(0).max(10_000_000),
      waiting: z.int().min(0).max(10_000_000),
    }),
  ).returns<null>(),
}
