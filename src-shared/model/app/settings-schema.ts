import { z } from 'zod'
import { labelCodes } from '../locks/label'
import type { LabelPaper, LabelSettings } from '../locks/label'
import { limits } from '../api/limits'
import { queueHours } from '../changes/queued-change'
import { failedPercents, isFailedPercent, neverStops } from '../changes/stop-rule'
import { languages, maxSignatureDays, themes } from './settings'
import type { Settings } from './settings'
import type { Name } from '../name'
import { timeUnits } from '../api/timestamp'
import { tourStates, tourSteps } from './tour'
import type { TourProgress } from './tour'

const labelPaper: z.ZodType<LabelPaper> = z.strictObject({
  pageWidth: z.number(),
  pageHeight: z.number(),
  columns: z.int(),
  rows: z.int(),
  labelWidth: z.number(),
  labelHeight: z.number(),
  left: z.number(),
  top: z.number(),
  gapX: z.number(),
  gapY: z.number(),
})

const labels: z.ZodType<LabelSettings> = z.strictObject({
  paperId: z.string().max(40),
  own: labelPaper,
  code: z.enum(labelCodes),
  title: z.string().max(60),
})

const tourProgress: z.ZodType<TourProgress> = z.strictObject({
  state: z.enum(tourStates),
  ticked: z.array(z.enum(tourSteps)).max(tourSteps.length),
  since: z.number().min(0),
})

const name: z.ZodType<Name> = z.string().max(200)

const rowsPerRequest = (max: number) => z.int().min(1).max(max)

/** The valid values of each setting, in the file and in the command that changes it. */
export const settingFields = {
  language: z.enum(languages),
  theme: z.enum(themes),
  railCollapsed: z.boolean(),
  operatorIdentity: name,
  timeUnit: z.enum(timeUnits),
  operators: z.array(name).max(100).readonly(),
  idleLockMinutes: z.int().min(0).max(240),
  sound: z.boolean(),
  notifications: z.boolean(),
  signatures: z.boolean(),
  signatureDays: z.int().min(0).max(maxSignatureDays),
  namesHidden: z.boolean(),
  chunkSize: rowsPerRequest(limits.locksPerCall),
  employeesPerCall: rowsPerRequest(limits.employeesPerCall),
  assetsPerCall: rowsPerRequest(limits.assetsPerCall),
  numbersPerCall: rowsPerRequest(limits.numbersPerCall),
  maxFailedPercent: z
    .int()
    .min(failedPercents.min)
    .max(neverStops, { abort: true })
    .refine(isFailedPercent, 'is neither 5 to 50 nor 100'),
  labels,
  queueHours: z.int().min(queueHours.min).max(queueHours.max),
  commandLineChanges: z.boolean(),
  opening: tourProgress,
} satisfies { readonly [Name in keyof Settings]: z.ZodType<Settings[Name]> }
