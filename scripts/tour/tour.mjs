import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pickLocks } from './random.mjs'
import { messageOf } from '../util/outcome.mjs'
import { launchDriver } from './environment.mjs'
import { steps } from './steps.mjs'
import { stopSecondService } from './steps/connect.mjs'

/**
 * @typedef {object} TourOptions
 * @property {string} executablePath
 * @property {readonly string[]} args
 * @property {number} seed
 * @property {string} outDir
 * @property {boolean} [hasPictures] false: no pictures, except of a failed step
 */

/**
 * Starts the app for the tour.
 * @param {TourOptions} options
 */
export async function openTour({ executablePath, args, seed, outDir, hasPictures = true }) {
  const locks = pickLocks(seed)
  await rm(outDir, { recursive: true, force: true })
  await mkdir(outDir, { recursive: true })
  const driver = await launchDriver({
    executablePath,
    args: [...args, '--training-seed', String(seed)],
    outDir,
    hasPictures,
  })
  const stop = async () => {
    await driver.stop()
    await stopSecondService()
  }
  try {
    await driver.setAppearance({ language: 'en', theme: 'light' })
    const { baseUrl } = await driver.whenReachable()
    await driver.command('enterprises/refresh')
    const registered = /** @type {{ rows: { enterpriseGlobalId: string }[] }} */ (
      await driver.command('enterprises/list', { from: 0, limit: 1000 })
    )
    const enterprises = registered.rows.map(({ enterpriseGlobalId }) => enterpriseGlobalId)
    const context = { driver, locks, seed, baseUrl, enterprises }
    return {
      locks,
      /** @param {import('./step.mjs').Step} step */
      run: ({ run }) => run(context),
      /** Takes a picture of a failed step, and closes a dialog that would make all following steps fail. */
      recover: async (/** @type {string} */ name) => {
        const picture = await driver.takePicture(name)
        await driver.page.keyboard.press('Escape')
        return picture
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/**
 * Runs the tour of the app and verifies each change in the service with a separate process. Writes the pictures
 * and `tour.json` into `outDir`.
 * @param {TourOptions} options
 * @returns {Promise<{ ok: boolean }>}
 */
export async function runTour(options) {
  const { seed, outDir } = options
  const tour = await openTour(options)
  const { locks } = tour
  console.log(`Tour with seed ${seed}: locks ${Object.values(locks).join(', ')}`)
  const results = []
  let passed = 0
  try {
    for (const step of steps) {
      const { name } = step
      try {
        const outcome = await tour.run(step)
        results.push({ name, outcome: 'passed', ...outcome })
        passed += 1
        console.log(`✓ ${name}`)
      } catch (error) {
        const reason = messageOf(error)
        const picture = await tour.recover(`failed-${results.length + 1}`)
        results.push({ name, outcome: 'failed', reason, pictures: [picture] })
        console.log(`✗ ${name}: ${reason}`)
      }
    }
  } finally {
    await tour.stop()
  }
  const failed = results.length - passed
  const report = { seed, locks, passed, failed, steps: results }
  await writeFile(join(outDir, 'tour.json'), `${JSON.stringify(report, null, 2)}\n`)
  console.log(`${passed} steps passed, ${failed} failed; pictures and tour.json in out/tour`)
  return { ok: failed === 0 }
}
