import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { projectRoot } from '../util/paths.mjs'

/** What failed tests did in the app, as Playwright records it. */
export const tracesFolder = 'out/test/traces'

/** Removes the traces of earlier runs. */
export const removeTraces = () => rm(join(projectRoot, tracesFolder), { recursive: true, force: true })

/** Prints where the traces of this run are, if there are any. */
export async function printTraces() {
  const names = await readdir(join(projectRoot, tracesFolder)).catch(() => [])
  if (names.length > 0) {
    console.log(`\nWhat failed tests did (npx playwright-core show-trace FILE): ${tracesFolder}`)
  }
}
