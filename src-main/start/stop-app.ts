import { raceTimeout } from '../util/async'
import type { DisposableStore } from '../util/disposable-store'

/** What every part of the start needs. */
export interface LaunchedProgram {
  /** `out/main`, the folder of the other built programs and the page. */
  readonly programFolder: string
  /** Started parts, each with a time limit to stop, so that a hanging part does not block quitting. */
  readonly disposables: DisposableStore
}

const timeoutMs = 8_000

/** Stops the started parts in reverse order. A part that fails or hangs does not keep the app from quitting. */
export const stopApp = ({ disposables }: LaunchedProgram): Promise<void> =>
  raceTimeout(
    disposables.stop().catch(() => undefined),
    timeoutMs,
  )
