import { z } from 'zod'
import type { AddOutcome, LearnState } from '../model/locks/learned-model'
import { isShellNumber } from '../model/locks/shell-number'
import { command, nothing } from './command'

/** Commands of the guide that learns a lock model. Nothing is sent to a device. */
export const learnCommands = {
  'learn/start': command(nothing).returns<LearnState>(),
  /** Looks at a plugged-in lock and adds it with the number on its shell. */
  'learn/add': command(
    z.strictObject({
      deviceId: z.string().regex(/^[\da-f]{16}$/),
      number: z.string().refine(isShellNumber),
    }),
  ).returns<AddOutcome>(),
  'learn/cancel': command(nothing).returns<null>(),
  /** Saves the profile found; it is active at once, on probation. */
  'learn/save': command(nothing).returns<{ readonly id: string }>(),
  /** A report for the manufacturer. Without the numbers it contains no data of the locks. */
  'learn/report': command(z.strictObject({ withNumbers: z.boolean() })).returns<string>(),
}
