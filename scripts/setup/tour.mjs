import { join } from 'node:path'
import { setUpDisplay } from './display.mjs'
import { exitStatus } from './outcome.mjs'
import { projectRoot } from './places.mjs'
import { setUpApp } from './set-up.mjs'

/** The one that the training data are usually drawn from, so that they need not be made anew. */
const defaultSeed = 20250101

/**
 * Sets up what is missing and drives the app through its main job on a hidden display.
 * @param {number} [seed] training data and the locks used are drawn from it
 * @returns {Promise<number>} the exit status
 */
export async function tourWithSetUp(seed = defaultSeed) {
  const { executable, switches } = await setUpApp()
  const { runTour } = await import('../tour/tour.mjs')
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
