import { z } from 'zod'
import { labelCodes } from './label'
import type { LabelPaper, LabelSettings } from './label'

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

/** Separate from `label.ts`, which the page loads at startup without a schema library. */
export const labelSettings: z.ZodType<LabelSettings> = z.strictObject({
  paperId: z.string().max(40),
  own: labelPaper,
  code: z.enum(labelCodes),
  title: z.string().max(60),
})
