import { importStates } from '#shared/model/enterprise-import'
import type {
  EnterpriseImport,
  EnterpriseImportPause,
  EnterpriseImportResult,
  EnterpriseImportRow,
} from '#shared/model/enterprise-import'

/** An import with its rows. In memory only: what was added is in the list of enterprises. */
export interface KeptImport {
  readonly number: number
  readonly rows: readonly EnterpriseImportRow[]
  readonly results: EnterpriseImportResult[]
  state: EnterpriseImport['state']
  pause: EnterpriseImportPause | null
}

/** The imports by platform ID, kept across a switch to another platform. */
export interface KeptImports {
  readonly byPlatform: Map<string, KeptImport>
  lastNumber: number
}

export const summaryOf = (kept: KeptImport): EnterpriseImport => {
  const counts = Object.fromEntries(importStates.map((state) => [state, 0])) as Record<
    (typeof importStates)[number],
    number
  >
  for (const { state } of kept.results) counts[state] += 1
  return { number: kept.number, state: kept.state, pause: kept.pause, rows: kept.rows.length, counts }
}
