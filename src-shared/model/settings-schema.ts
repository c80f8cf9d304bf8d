import { z } from 'zod'
import { labelSettings } from './label-schema'
import { limits } from './limits'
import { queueHours } from './queued-change'
import { languages, themes } from './settings'
import type { Settings } from './settings'
import { timeUnits } from './timestamp'
import { tourProgressSchema } from './tour-schema'

const rowsPerRequest = (max: number) => z.int().min(1).max(max)

/** The valid values of each setting, in the file and in the command that changes it. */
export const settingFields = {
  language: z.enum(languages),
  theme: z.enum(themes),
  railCollapsed: z.boolean(),
  operatorIdentity: z.string().max(200),
  timeUnit: z.enum(timeUnits),
  operators: z.array(z.string().max(200)).max(100).readonly(),
  idleLockMinutes: z.int().min(0).max(240),
  sound: z.boolean(),
  chunkSize: rowsPerRequest(limits.locksPerCall),
  employeesPerCall: rowsPerRequest(limits.employeesPerCall),
  assetsPerCall: rowsPerRequest(limits.assetsPerCall),
  numbersPerCall: rowsPerRequest(limits.numbersPerCall),
  labels: labelSettings,
  queueHours: z.int().min(queueHours.min).max(queueHours.max),
  opening: tourProgressSchema,
} satisfies { readonly [Name in keyof Settings]: z.ZodType<Settings[Name]> }
