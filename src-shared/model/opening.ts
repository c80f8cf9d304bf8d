// No schema code in this file: the window loads it with its first page. The schema is in opening-schema.ts.

/** The steps of the short course, in the order in which they are proposed. */
export const openingSteps = ['plug-in', 'disable', 'look', 'enable'] as const
export type OpeningStep = (typeof openingSteps)[number]

/** `offered`: on the empty desk only. `begun`: in sight on every page. `aside`: not wanted now. `over`: taken. */
export const openingStates = ['offered', 'begun', 'aside', 'over'] as const

/** How far somebody came in the first minutes at this desk. */
export interface Opening {
  readonly state: (typeof openingStates)[number]
  /** What has really happened. */
  readonly ticked: readonly OpeningStep[]
  /** Only what was asked for since counts, ms since 1970. */
  readonly since: number
}

export const freshOpening: Opening = { state: 'offered', ticked: [], since: 0 }
