import { z } from 'zod'
import { checkIds } from '../model/app/diagnosis'
import type { Diagnosis } from '../model/app/diagnosis'
import type { BundleManifest } from '../model/app/support-bundle'
import { command, noInput } from './command'

/** Far more than a full report needs. */
const maxReportLength = 200_000

/** Commands of the Diagnostics page. */
export const diagnoseCommands = {
  /** The last results, without a new check. */
  'diagnose/read': command(noInput).returns<Diagnosis>(),
  /** Runs all checks or the given ones; resolves at the start, `diagnose/changed` reports results. */
  'diagnose/start': command(
    z.strictObject({ only: z.array(z.enum(checkIds)).min(1).nullable() }),
  ).returns<Diagnosis>(),
  'diagnose/cancel': command(noInput).returns<Diagnosis>(),
  /**
   * Creates a support bundle in memory, without secrets and names, and returns its contents. `report` contains
   * the shareable findings, from which the page writes `report.txt`.
   */
  'diagnose/prepare-bundle': command(noInput).returns<{
    readonly manifest: BundleManifest
    readonly report: Diagnosis
  }>(),
  /** Packs the prepared bundle with its `report.txt` and asks for a location; null if canceled. */
  'diagnose/save-bundle': command(
    z.strictObject({
      bundleId: z.string().min(1).max(100),
      text: z.string().max(maxReportLength),
    }),
  ).returns<{ readonly savedAs: string; readonly bytes: number } | null>(),
  'diagnose/discard-bundle': command(noInput).returns<null>(),
}
