import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pickLocks } from './random.mjs'
import { launchDriver } from './environment.mjs'
import { steps } from './steps.mjs'
import { stopSecondService } from './steps/connect.mjs'

/**
 * Runs the tour of the app and verifies each change in the service with a separate process. Writes the pictures
 * and `tour.json` into `outDir`.
 * @param {{ executablePath: string, args: readonly string[], seed: number, outDir: string }} options
 * @returns {Promise<{ ok: boolean }>}
 */
export async function runTour({ executablePath, args, seed, outDir }) {
  const locks = pickLocks(seed)
  console.log(`Tour with seed ${seed}: locks ${Object.values(locks).join(', ')}`)
  await rm(outDir, { recursive: true, force: true })
  await mkdir(outDir, { recursive: true })
  const driver = await launchDriver({
    executablePath,
    args: [...args, '--training-seed', String(seed)],
    outDir,
  })
  const results = []
  let passed = 0
  try {
    await driver.setAppearance({ language: 'en', theme: 'light' })
    const { baseUrl } = await driver.whenReachable()
    await driver.command('enterprises/refresh')
    const registered = /** @type {{ rows: { enterpriseGlobalId: string }[] }} */ (
      await driver.command('enterprises/list', { from: 0, limit: 1000 })
    )
    const enterprises = registered.rows.map(({ enterpriseGlobalId }) => enterpriseGlobalId)
    const context = { driver, locks, seed, baseUrl, enterprises }
    for (const { name, run } of steps) {
      try {
        const outcome = await run(context)
        results.push({ name, outcome: 'passed', ...outcome })
        passed += 1
        console.log(`✓ ${name}`)
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        results.push({
          name,
          outcome: 'failed',
          reason,
          pictures: [await driver.picture(`failed-${results.length + 1}`)],
        })
        console.log(`✗ ${name}: ${reason}`)
        // An open dialog would make all following steps fail.
        await driver.page.keyboard.press('Escape')
      }
    }
  } finally {
    await driver.stop()
    await stopSecondService()
  }
  const failed = results.length - passed
  const report = { seed, locks, passed, failed, steps: results }
  await writeFile(join(outDir, 'tour.json'), `${JSON.stringify(report, null, 2)}\n`)
  console.log(`${passed} steps passed, ${failed} failed; pictures and tour.json in out/tour`)
  return { ok: failed === 0 }
}
