import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { drawLocks } from './draw.mjs'
import { setStage } from './stage.mjs'
import { steps } from './steps.mjs'
import { endConnecting } from './steps/connect.mjs'

/**
 * Drives the app through its main job and asks the service, in a process of its own, after each change. Writes the
 * pictures and `tour.json` into `outDir`.
 * @param {{ executablePath: string, args: readonly string[], seed: number, outDir: string }} options
 * @returns {Promise<{ ok: boolean }>}
 */
export async function runTour({ executablePath, args, seed, outDir }) {
  const locks = drawLocks(seed)
  console.log(`Tour with seed ${seed}: locks ${Object.values(locks).join(', ')}`)
  await rm(outDir, { recursive: true, force: true })
  await mkdir(outDir, { recursive: true })
  const stage = await setStage({ executablePath, args: [...args, '--training-seed', String(seed)], outDir })
  const told = []
  let passed = 0
  try {
    await stage.look('en', 'light')
    const { baseUrl } = await stage.whenReachable()
    await stage.command('register/refresh')
    const registered = /** @type {{ rows: { enterpriseGlobalId: string }[] }} */ (
      await stage.command('register/list', { from: 0, limit: 1000 })
    )
    const enterprises = registered.rows.map(({ enterpriseGlobalId }) => enterpriseGlobalId)
    const scene = { stage, locks, seed, baseUrl, enterprises }
    for (const { name, run } of steps) {
      try {
        const outcome = await run(scene)
        told.push({ name, outcome: 'passed', ...outcome })
        passed += 1
        console.log(`✓ ${name}`)
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        told.push({
          name,
          outcome: 'failed',
          reason,
          pictures: [await stage.picture(`failed-${told.length + 1}`)],
        })
        console.log(`✗ ${name}: ${reason}`)
        // A dialog left open would fail every step after.
        await stage.page.keyboard.press('Escape')
      }
    }
  } finally {
    await stage.stop()
    await endConnecting()
  }
  const failed = told.length - passed
  const report = { seed, locks, passed, failed, steps: told }
  await writeFile(join(outDir, 'tour.json'), `${JSON.stringify(report, null, 2)}\n`)
  console.log(`${passed} steps passed, ${failed} failed; pictures and tour.json in out/tour`)
  return { ok: failed === 0 }
}
