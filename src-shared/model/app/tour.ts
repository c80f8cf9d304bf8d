// No schema code in this file: the page loads it at startup. The schema is in settings-schema.ts.

/** The steps of the first-run tour in suggested order. */
export const tourSteps = ['plug-in', 'disable', 'look', 'enable'] as const
export type TourStepId = (typeof tourSteps)[number]

/**
 * `offered`: shown on an empty page only. `begun`: shown on every page. `aside`: hidden for now. `over`:
 * finished.
 */
export const tourStates = ['offered', 'begun', 'aside', 'over'] as const

/** Progress of the first-run tour. */
export interface TourProgress {
  readonly state: (typeof tourStates)[number]
  /** The steps completed by a real action. */
  readonly ticked: readonly TourStepId[]
  /** Only actions after this time count, in ms since 1970. */
  readonly since: number
}

export const initialTourProgress: TourProgress = { state: 'offered', ticked: [], since: 0 }
