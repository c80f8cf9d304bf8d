import { z } from 'zod'
import { tourStates, tourSteps } from './tour'
import type { TourProgress } from './tour'

export const tourProgressSchema: z.ZodType<TourProgress> = z.strictObject({
  state: z.enum(tourStates),
  ticked: z.array(z.enum(tourSteps)).max(tourSteps.length),
  since: z.number().min(0),
})
