import { z } from 'zod'

/** The steps of the short course, in the order in which they are proposed. */
export const openingSteps = ['plug-in', 'disable', 'look', 'enable'] as const
export type OpeningStep = (typeof openingSteps)[number]

/** How far somebody came in the first minutes at this desk. */
export const openingSettings = z.strictObject({
  /** `offered`: on the empty desk only. `begun`: in sight on every page. `aside`: not wanted now. `over`: taken. */
  state: z.enum(['offered', 'begun', 'aside', 'over']),
  /** What has really happened. */
  ticked: z.array(z.enum(openingSteps)).max(openingSteps.length).readonly(),
  /** Only what was asked for since counts, ms since 1970. */
  since: z.number().min(0),
})
export type Opening = z.infer<typeof openingSettings>

export const freshOpening: Opening = { state: 'offered', ticked: [], since: 0 }
