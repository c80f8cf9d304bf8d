import { z } from 'zod'
import { openingStates, openingSteps } from './opening'
import type { Opening } from './opening'

export const openingSettings: z.ZodType<Opening> = z.strictObject({
  state: z.enum(openingStates),
  ticked: z.array(z.enum(openingSteps)).max(openingSteps.length).readonly(),
  since: z.number().min(0),
})
