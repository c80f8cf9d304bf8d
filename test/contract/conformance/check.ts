import type { OperationId } from '#shared/operations'
import type { Level } from './caller'
import type { CheckContext } from './session'

/** The columns of the table. */
export const aspects = ['answer', 'access', 'refusals', 'effect', 'others', 'repeats'] as const
export type Aspect = (typeof aspects)[number]

export type Subject = OperationId | 'user center'

export interface Check {
  readonly id: string
  readonly subject: Subject
  readonly aspect: Aspect
  /** `service`: the API leaves it open and the training service decides (docs/licensing-service.md). */
  readonly level: Level
  /** Runs only with `--changes`. */
  readonly changes: boolean
  readonly states: string
  /** The section that states it. */
  readonly source: string
  /** Throws a CheckFailure, or NotApplicable with the reason. */
  readonly run: (turn: CheckContext) => Promise<void>
}

export type Entry = readonly [
  aspect: Aspect,
  level: Level,
  source: string,
  states: string,
  run: (turn: CheckContext) => Promise<void>,
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

/** Checks of `subject` that change data, also where they only prepare it. */
export const changing = (subject: Subject, ...entries: readonly Entry[]): Check[] =>
  listed(subject, true, entries)
/** Checks that only read the given enterprise. */
export const reading = (subject: Subject, ...entries: readonly Entry[]): Check[] =>
  listed(subject, false, entries)
