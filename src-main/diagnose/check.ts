import { messageOf } from '#shared/error-message'
import type {
  CheckId,
  DiagnosePlace,
  FactsOf,
  Finding,
  FindingCode,
  FindingLevel,
  FindingOf,
  NextAction,
} from '#shared/model/app/diagnosis'
import type { DiagnosisSources } from './sources'
import type { RouteCheck } from './route'

/** The context of a check. */
export interface CheckContext {
  /** Aborted when the run is stopped or the check's time is over. */
  readonly signal: AbortSignal
  /** Network results shared by the checks of one run. */
  readonly route: RouteCheck
}

/** One line of the page. A check never changes anything on the computer or the platform. */
export interface Check {
  readonly id: CheckId
  /** The time limit; afterwards the result is “no response”. */
  readonly limitMs: number
  /** Whether the check applies to this computer; by default it does. */
  readonly applies?: (sources: DiagnosisSources) => boolean
  readonly run: (sources: DiagnosisSources, context: CheckContext) => Finding | Promise<Finding>
}

export const runAgain: NextAction = { kind: 'again' }
export const openPage = (place: DiagnosePlace): NextAction => ({ kind: 'open', place })

/** Creates a finding with facts that match its code; the default action is to run the check again. */
export const createFinding = <Code extends FindingCode>(
  level: FindingLevel,
  code: Code,
  facts: FactsOf<Code>,
  action: NextAction = runAgain,
): Finding => {
  const finding: FindingOf<Code> = { level, code, facts, action }
  return finding as unknown as Finding
}

export const skippedAfter = (after: CheckId): Finding => createFinding('note', 'skipped', { after })

/** In a finding; a system's message may be long. */
export const detailOf = (error: unknown): string => messageOf(error).slice(0, 240)
