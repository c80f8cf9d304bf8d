import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { bundleProgram } from './bundle-program.mjs'
import { measureRun } from './measured-run.mjs'
import { median } from './statistics.mjs'
import { startService } from './training-service.mjs'

const pairs = 21
/** What the branch states of the open platform, which the page asks for at once. */
const names = 2_000
/** What a branch may add to a start, in ms. */
const aim = 30

/**
 * The start of the app in a branch and in none: until it is usable, and the processor time of its main process until then.
 * Pairs alternate in their order, and the median of their differences counts: a slow phase of the computer is in both.
 * @param {{ executable: string, switches: string[], projectRoot: string }} where
 */
export async function benchBranchStart({ executable, switches, projectRoot }) {
  const folder = await mkdtemp(join(tmpdir(), 'lock-desk-bench-'))
  const service = await startService(join(projectRoot, 'out/main/service.js'), join(folder, 'service'))
  const remote = ['--platform', service.url, '--user-centre', `${service.url}/oauth/token`]
  const start = (/** @type {string} */ name) =>
    measureRun(
      executable,
      [...switches, projectRoot, '--announce-usable', '--user-data', join(folder, name), ...remote],
      'Lock Desk usable',
      { settleMs: 0 },
    )
  try {
    const program = await bundleProgram(projectRoot, 'joined-desk', 'branch/joined-desk.ts')
    // Both folders were used before: the everyday start, not the first.
    await start('without')
    await start('with')
    const input = { folder: join(folder, 'with'), address: service.url, names }
    await promisify(execFile)(process.execPath, [program, JSON.stringify(input)])
    await start('with')
    /** @type {{ with: import('./measured-run.mjs').MeasuredRun, without: import('./measured-run.mjs').MeasuredRun }[]} */
    const measured = []
    for (let pair = 1; pair <= pairs; pair += 1) {
      const isFirst = pair % 2 === 0
      const first = await start(isFirst ? 'with' : 'without')
      const second = await start(isFirst ? 'without' : 'with')
      measured.push(isFirst ? { with: first, without: second } : { with: second, without: first })
      process.stderr.write(`pair ${pair} of ${pairs}\n`)
    }
    const of = (/** @type {'usableMs' | 'processorMs'} */ what) => {
      const differences = measured.map((pair) => pair.with[what] - pair.without[what])
      return {
        without: median(measured.map((pair) => pair.without[what])),
        with: median(measured.map((pair) => pair.with[what])),
        difference: median(differences),
        differences,
      }
    }
    const [usable, processor] = [of('usableMs'), of('processorMs')]
    const line = (/** @type {string} */ what, /** @type {typeof usable} */ one) =>
      console.log(
        `${what.padEnd(40)}${one.without.toFixed(0).padStart(7)} ms${one.with.toFixed(0).padStart(7)} ms${one.difference.toFixed(0).padStart(7)} ms`,
      )
    console.log(`\n${pairs} pairs; median without a branch, with one, and of the differences`)
    line('process start until usable', usable)
    line('processor time of main until then', processor)
    console.log(`aim ${aim} ms at most: ${processor.difference <= aim ? 'met' : 'not met'} by processor time`)
    const machine = { platform: process.platform, arch: process.arch, processors: cpus().length }
    await mkdir(join(projectRoot, 'out/bench'), { recursive: true })
    await writeFile(
      join(projectRoot, 'out/bench/branch-start.json'),
      JSON.stringify({ at: new Date().toISOString(), machine, pairs, names, usable, processor }, null, 2),
    )
  } finally {
    await service.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
