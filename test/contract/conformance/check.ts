import type { OperationId } from '#shared/operations'
import type { Caller, Level } from './caller'
import type { Session } from './session'
import type { World } from './world'

/** The columns of the table. */
export const aspects = ['answer', 'access', 'refusals', 'effect', 'others', 'repeats'] as const
export type Aspect = (typeof aspects)[number]

export type Subject = OperationId | 'user centre'

/** What a check has in its hands. */
export interface Turn {
  /** What is examined goes through this. */
  readonly caller: Caller
  /** What has to be there first is made with this. */
  readonly world: World
  readonly session: Session
}

export interface Check {
  readonly id: string
  readonly subject: Subject
  readonly aspect: Aspect
  /** `service`: the document leaves it open, and this is how the training service chose (service.md). */
  readonly level: Level
  /** Runs only with `--changes`. */
  readonly changes: boolean
  readonly states: string
  /** Where it is written. */
  readonly source: string
  /** Throws a CheckFailure, or NotApplicable with the reason. */
  readonly run: (turn: Turn) => Promise<void>
}

export type Entry = readonly [
  aspect: Aspect,
  level: Level,
  source: string,
  states: string,
  run: (turn: Turn) => Promise<void>,
]

const listed = (subject: Subject, changes: boolean, entries: readonly Entry[]): Check[] =>
  entries.map(([aspect, level, source, states, run]) => ({
    id: `${subject}: ${states}`,
    subject,
    aspect,
    level,
    changes,
    states,
    source,
    run,
  }))

/** Checks of `subject` that change something, if only to have something to look at. */
export const changing = (subject: Subject, ...entries: readonly Entry[]): Check[] =>
  listed(subject, true, entries)
/** Checks that read only, on the enterprise that was given. */
export const reading = (subject: Subject, ...entries: readonly Entry[]): Check[] =>
  listed(subject, false, entries)
