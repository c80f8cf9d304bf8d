import { setImmediate as turn } from 'node:timers/promises'

/**
 * Loads what is imported a moment later anyway, part by part, with a turn of the loop between two. Main's thread is the
 * one on which Chromium brings up the page and its graphics, and a tenth of a second in one piece held both up.
 */
export const loadInTurns = async (parts: readonly (() => Promise<unknown>)[]): Promise<void> => {
  for (const load of parts) {
    await turn()
    await load()
  }
  await turn()
}
