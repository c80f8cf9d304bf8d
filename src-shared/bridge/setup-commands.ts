import { z } from 'zod'
import { maxSetupBytes } from '../model/app/setup-file'
import type { SetupPreview, SetupResult } from '../model/app/setup-file'
import { command, noInput } from './command'

/** One byte more is refused by main with its reason. */
const bytes = z.instanceof(Uint8Array).refine(({ length }) => length <= maxSetupBytes + 1)

/** Commands about set-up files: what one computer knows, without secrets, for another. */
export const setupCommands = {
  /** Asks for the location in a system dialog and writes the file; null if canceled. */
  'setup/export': command(noInput).returns<{
    readonly savedAs: string
    /** Items with texts that the file does not take. */
    readonly leftOut: number
  } | null>(),
  /** Compares the file with this computer. Writes nothing. */
  'setup/preview': command(z.strictObject({ bytes })).returns<SetupPreview>(),
  /** Imports the items with these keys. New addresses and profiles that send are confirmed in system dialogs. */
  'setup/import': command(
    z.strictObject({ bytes, take: z.array(z.string().max(2_000)).min(1).max(50_000) }),
  ).returns<SetupResult>(),
}
