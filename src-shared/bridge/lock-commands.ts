import { z } from 'zod'
import type { Licenses } from '../model/locks/lock-record'
import { isLockText, maxLockNameLength, maxLockNoteLength } from '../model/locks/lock-name'
import type { LockName } from '../model/locks/lock-name'
import { simulatorGestures } from '../model/locks/plugged-lock'
import type { BrokenProfile } from '../model/locks/lock-profile'
import type {
  EnabledModel,
  NumberComparison,
  PluggedLock,
  ProfileFacts,
  SimulatedLock,
} from '../model/locks/plugged-lock'
import type { Name } from '../model/name'
import type { Slice } from '../model/slices'
import type { PlatformFailure } from '../model/api/platform-failure'
import type { ListLookupResult, LookupResult } from '../model/locks/lookup-result'
import { command, maxRows, nonEmptyText, noInput, shellNumber, shortText, slice } from './command'

/** What this computer keeps about an asset; the platform never gets it. */
const lockText = (kind: 'name' | 'note', max: number): z.ZodType<Name> =>
  z
    .string()
    .trim()
    .max(max, { abort: true })
    .refine((text) => isLockText(text, kind))

const usbId = z.int().min(0).max(0xffff)

/** Commands about plugged-in locks and the records of locks. */
export const lockCommands = {
  'locks/list': command(noInput).returns<readonly PluggedLock[]>(),
  /** Resolves after the first scan of the USB ports; only then an empty list means no locks. */
  'locks/ready': command(noInput).returns<null>(),
  'locks/rescan': command(noInput).returns<null>(),
  'locks/models': command(noInput).returns<{
    readonly enabled: readonly EnabledModel[]
    readonly profiles: readonly ProfileFacts[]
    readonly broken: readonly BrokenProfile[]
  }>(),
  'locks/enable-model': command(
    z.strictObject({ plugId: nonEmptyText, comparedNumber: shellNumber }),
  ).returns<null>(),
  /** Compares the number that a learned profile read with the one on the shell. */
  'locks/compare': command(
    z.strictObject({ plugId: nonEmptyText, number: shellNumber }),
  ).returns<NumberComparison>(),
  'locks/remove-model': command(z.strictObject({ vendorId: usbId, productId: usbId })).returns<null>(),
  'simulator/list': command(noInput).returns<readonly SimulatedLock[]>(),
  'simulator/act': command(
    z.strictObject({ trayId: nonEmptyText, gesture: z.enum(simulatorGestures) }),
  ).returns<null>(),
  /** Whether training simulates that there is no connection; null outside training. */
  'simulator/connection': command(noInput).returns<{ readonly isCut: boolean } | null>(),
  /** Resolves after the platform's status follows it. */
  'simulator/cut-connection': command(z.strictObject({ isCut: z.boolean() })).returns<{
    readonly isCut: boolean
  }>(),
  /** `known` uses cached lists; `fresh` reloads them first. */
  'locks/look-up': command(
    z.strictObject({ number: shortText, freshness: z.enum(['known', 'fresh']) }),
  ).returns<LookupResult>(),
  'locks/licenses': command(z.strictObject({ assetId: nonEmptyText })).returns<Licenses>(),
  /** Looks up many numbers; results in the same order. */
  'locks/look-up-many': command(
    z.strictObject({
      numbers: z.array(shortText).max(maxRows),
      freshness: z.enum(['known', 'fresh']),
    }),
  ).returns<{
    readonly results: readonly ListLookupResult[]
    readonly enterprises: number
    /** Enterprises whose assets were never loaded. */
    readonly unread: number
    readonly failure: PlatformFailure | null
  }>(),
  /** The names and notes of locks on this computer, of the open platform. */
  'locks/names': command(z.strictObject(slice)).returns<Slice<LockName>>(),
  /** Empty texts delete them. `limit-reached`: too many locks have one. */
  'locks/set-name': command(
    z.strictObject({
      enterpriseGlobalId: nonEmptyText,
      assetNum: nonEmptyText,
      name: lockText('name', maxLockNameLength),
      note: lockText('note', maxLockNoteLength),
    }),
  ).returns<null>(),
}
