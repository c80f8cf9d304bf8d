import { createRunOnceScheduler } from '../util/async'
import { pruneCrashDumps } from './crash-dumps'
import type { CrashRecords } from './crash-records'

interface Details {
  readonly reason: string
  readonly exitCode: number
}

/** The crash events of Electron's app. */
interface CrashEvents {
  on(
    event: 'render-process-gone',
    listener: (event: unknown, contents: unknown, details: Details) => void,
  ): unknown
  on(
    event: 'child-process-gone',
    listener: (event: unknown, details: Details & { type: string; name?: string }) => void,
  ): unknown
}

/** The crash handler may need some seconds to write a dump. */
const dumpMs = 10_000

const expectedReasons = new Set(['clean-exit', 'killed'])

/**
 * Records each crashed process and keeps few dumps. The training service may be killed if it does not stop in
 * time; that is not a crash.
 */
export const watchCrashes = (
  app: CrashEvents,
  {
    records,
    dumpFolder,
    onError,
  }: {
    readonly records: CrashRecords
    readonly dumpFolder: string
    readonly onError: (error: unknown) => void
  },
): { readonly stop: () => void } => {
  const prune = () => void pruneCrashDumps(dumpFolder).catch(onError)
  const scheduler = createRunOnceScheduler(prune)
  const record = (process: string, { reason, exitCode }: Details) => {
    if (expectedReasons.has(reason)) return
    records.add({ at: new Date().toISOString(), process, reason, exitCode }).catch(onError)
    // Counted from the last crash.
    scheduler.cancel()
    scheduler.schedule(dumpMs)
  }
  app.on('render-process-gone', (_event, _contents, details) => record('window', details))
  app.on('child-process-gone', (_event, details) => record(details.name ?? details.type, details))
  prune()
  return { stop: scheduler.cancel }
}
