import type { Check } from './check'
import { NotApplicable } from './failure'
import type { Session } from './session'

export interface Result {
  readonly check: Check
  readonly outcome: 'passed' | 'failed' | 'not applicable'
  /** What was wrong, or why the check does not apply. */
  readonly reason: string
}

const whyNot = ({ level, changes }: Check, { target }: Session): string | null => {
  if (level === 'service' && target.level === 'document') return 'left open by the API (--level document)'
  if (changes && !target.changes) return 'needs --changes'
  return null
}

export const runCheck = async (check: Check, session: Session): Promise<Result> => {
  const skipped = whyNot(check, session)
  if (skipped !== null) return { check, outcome: 'not applicable', reason: skipped }
  try {
    await check.run(session.turn())
    return { check, outcome: 'passed', reason: '' }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { check, outcome: error instanceof NotApplicable ? 'not applicable' : 'failed', reason }
  }
}

/** Runs checks one after the other, since a check may read what an earlier one created. */
export const runChecks = async (
  checks: readonly Check[],
  session: Session,
  onResult: (result: Result) => void = () => undefined,
): Promise<Result[]> => {
  const results: Result[] = []
  for (const check of checks) {
    const result = await runCheck(check, session)
    results.push(result)
    onResult(result)
  }
  return results
}
