import type {
  CheckId,
  DiagnosePlace,
  FactsOf,
  Finding,
  FindingCode,
  FindingLevel,
  FindingOf,
  NextAction,
} from '#shared/model/diagnosis'
import type { DiagnoseParts } from './parts'
import type { WayLook } from './way'

/** What a check is given beside the parts of the app. */
export interface Look {
  /** Fires when the person stops the looking, or the check's time is over. */
  readonly signal: AbortSignal
  /** What several checks of one run ask of the network; each question is asked once. */
  readonly way: WayLook
}

/** One line of the page. It never changes anything, here or on the platform. */
export interface Check {
  readonly id: CheckId
  /** After so long the line says that there was no answer. */
  readonly limitMs: number
  /** Whether there is anything to look at on this computer; always, where it is left out. */
  readonly applies?: (parts: DiagnoseParts) => boolean
  readonly run: (parts: DiagnoseParts, look: Look) => Finding | Promise<Finding>
}

export const again: NextAction = { kind: 'again' }
export const open = (place: DiagnosePlace): NextAction => ({ kind: 'open', place })

/** A finding with facts that fit its code; the one thing to do is to look again where nothing else is named. */
export const found = <Code extends FindingCode>(
  level: FindingLevel,
  code: Code,
  facts: FactsOf<Code>,
  action: NextAction = again,
): Finding => {
  const finding: FindingOf<Code> = { level, code, facts, action }
  return finding as unknown as Finding
}

export const skippedAfter = (after: CheckId): Finding => found('note', 'skipped', { after })

export const messageOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, 240)
