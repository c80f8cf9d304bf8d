import { z } from 'zod'
import { isUpdateServer, updateModes } from '../model/app/update'
import type { UpdateState } from '../model/app/update'
import { command, noInput } from './command'

/** Commands for updates. Each returns the current state; `updates/changed` reports later states. */
export const updateCommands = {
  'updates/state': command(noInput).returns<UpdateState>(),
  'updates/choose': command(
    z.strictObject({
      mode: z.enum(updateModes),
      server: z.string().trim().max(400, { abort: true }).refine(isUpdateServer).nullable(),
    }),
  ).returns<UpdateState>(),
  'updates/check': command(noInput).returns<UpdateState>(),
  /** Main asks for a signed update file in a system dialog; canceled, it only returns the state. */
  'updates/use-file': command(noInput).returns<UpdateState>(),
  'updates/download': command(noInput).returns<UpdateState>(),
  /** Quits the app and starts the new version; while a job runs it only returns the state. */
  'updates/install': command(noInput).returns<UpdateState>(),
  /** Opens the license notices of the included software or of Chromium in the system's viewer. */
  'app/notices-file': command(z.strictObject({ of: z.enum(['libraries', 'chromium']) })).returns<null>(),
}
