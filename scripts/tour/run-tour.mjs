import { join } from 'node:path'
import { setUpDisplay } from '../setup/display.mjs'
import { exitStatus } from '../util/outcome.mjs'
import { projectRoot } from '../util/paths.mjs'
import { useRunFolder } from '../setup/run-folder.mjs'
import { setUpApp } from '../setup/set-up.mjs'

/** The default random seed of the training data, for which a packed database exists. */
export const defaultSeed = 20250101

/**
 * Sets up what is missing and runs the tour of the app on a hidden display.
 * @param {number} [seed] random seed of the training data and the locks
 * @returns {Promise<number>} the exit status
 */
export async function runTourWithSetUp(seed = defaultSeed) {
  useRunFolder()
  const { executable, switches } = await setUpApp()
  const { runTour } = await import('./tour.mjs')
  const display = await setUpDisplay()
  try {
    const args = [...switches, projectRoot]
    const outDir = join(projectRoot, 'out/tour')
    const { ok } = await runTour({ executablePath: executable, args, seed, outDir })
    return ok ? exitStatus.ok : exitStatus.failed
  } finally {
    await display.stop()
  }
}
