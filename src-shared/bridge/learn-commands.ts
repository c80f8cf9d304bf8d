import { z } from 'zod'
import type { AddOutcome, LearnState } from '../model/locks/learned-model'
import { isShellNumber } from '../model/locks/shell-number'
import { command, noInput } from './command'

const shellNumber = z.string().refine(isShellNumber)

/** Commands of the guide that learns a lock model. Nothing is sent to a device unless a person agreed in a system dialog. */
export const learnCommands = {
  'learn/start': command(noInput).returns<LearnState>(),
  /** The locks stay while the app runs, also after the page was left. */
  'learn/state': command(noInput).returns<LearnState>(),
  /**
   * Looks at a plugged-in lock and adds it with the number on its shell. With `asks`, main shows the requests of known
   * profiles in a system dialog and then sends exactly these.
   */
  'learn/add': command(
    z.strictObject({
      deviceId: z.string().regex(/^[\da-f]{16}$/),
      number: shellNumber,
      asks: z.boolean(),
    }),
  ).returns<AddOutcome>(),
  'learn/remove': command(z.strictObject({ number: shellNumber })).returns<LearnState>(),
  'learn/cancel': command(noInput).returns<null>(),
  /** Saves the profile found; it is active at once, on probation. */
  'learn/save': command(noInput).returns<{ readonly id: string }>(),
  /** A report for the manufacturer. Without the numbers it contains no data of the locks. */
  'learn/report': command(z.strictObject({ withNumbers: z.boolean() })).returns<string>(),
}
