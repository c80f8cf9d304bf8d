import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { measureRun } from './measured-run.mjs'
import { reportStart } from './start-report.mjs'
import { startService } from './training-service.mjs'

const rounds = 9

/**
 * @typedef {import('./measured-run.mjs').MeasuredRun} MeasuredRun
 * @typedef {import('./start-report.mjs').Round} Round
 */

/**
 * Time from process start until the app is usable, and the memory of all idle processes, as ratios to a bare
 * Electron window. All user-data folders were used before: the everyday start, not the first.
 * @param {{ executable: string, switches: string[], projectRoot: string }} where
 */
export async function benchStart({ executable, switches, projectRoot }) {
  const folder = await mkdtemp(join(tmpdir(), 'lock-desk-bench-'))
  const service = await startService(join(projectRoot, 'out/main/service.js'), join(folder, 'service'))
  const bareApp = [...switches, join(import.meta.dirname, 'bare-window')]
  const desk = [...switches, projectRoot, '--announce-usable', '--user-data']
  const remote = ['--platform', service.url, '--user-centre', `${service.url}/oauth/token`]
  /** @returns {Promise<Round>} */
  const round = async () => ({
    bare: await measureRun(
      executable,
      [...bareApp, `--user-data-dir=${join(folder, 'bare')}`],
      'bare window usable',
    ),
    platform: await measureRun(
      executable,
      [...desk, join(folder, 'platform'), ...remote],
      'Lock Desk usable',
    ),
    training: await measureRun(executable, [...desk, join(folder, 'training')], 'Lock Desk usable'),
  })
  try {
    const first = await round()
    /** @type {Round[]} */
    const measured = []
    for (let number = 1; number <= rounds; number++) {
      measured.push(await round())
      process.stderr.write(`round ${number} of ${rounds}\n`)
    }
    const electron = await readFile(join(dirname(executable), 'version'), 'utf8').catch(() => 'unknown')
    await reportStart({ first, rounds: measured, electron, file: join(projectRoot, 'out/bench/start.json') })
  } finally {
    await service.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
