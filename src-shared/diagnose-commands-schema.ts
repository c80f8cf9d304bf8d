import { z } from 'zod'
import type { DiagnoseCommands } from './diagnose-commands'
import { checkIds } from './model/diagnosis'

/** Far more than all lines in words. */
const longestReport = 200_000

export const diagnoseCommandSchemas: {
  [Name in keyof DiagnoseCommands]: z.ZodType<DiagnoseCommands[Name]['input']>
} = {
  'diagnose/read': z.undefined(),
  'diagnose/start': z.strictObject({ only: z.array(z.enum(checkIds)).min(1).nullable() }),
  'diagnose/cancel': z.undefined(),
  'diagnose/prepare-bundle': z.undefined(),
  'diagnose/save-bundle': z.strictObject({
    bundleId: z.string().min(1).max(100),
    text: z.string().max(longestReport),
  }),
  'diagnose/drop-bundle': z.undefined(),
}
