import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { parseJson } from '../../scripts/util/json.mjs'
import { memoryFolder } from '../../scripts/setup/run-folder.mjs'
import { bundleProgram } from './bundle-program.mjs'
import { startDelayedPlatform } from './delayed-platform.mjs'
import { median } from './statistics.mjs'
import { startService } from './training-service.mjs'

const locks = 10_000
const rounds = 5
/** The most that first row, stop rule and drift guard may add to a sound list. */
const rulesAim = 1.03
/** What a call takes on its way to a platform on another computer. */
const delayMs = 20
/** The minimum share of the throughput of undici alone on such a platform; without a delay there is no aim. */
const aim = 0.95
const limitMs = 15 * 60_000

/** @typedef {{ locks: number, chunkSize: number, rounds: { kept: number, fresh: number, desk: number, plain: number }[] }} Measured */

/**
 * A job of 10,000 locks with the journal on, compared with undici alone sending the same chunks to the same
 * service, and with the same job without the rules that may stop it, alternating: once at a distance of 20 ms, once on this computer.
 * @param {{ projectRoot: string }} where
 */
export async function benchJobs({ projectRoot }) {
  // A real platform is another machine: its store must not share the disk with the journal, so it is in memory.
  const folder = await mkdtemp(join(memoryFolder(), 'lock-desk-bench-'))
  const program = await bundleProgram(projectRoot, 'jobs', 'jobs/engine.ts')
  const service = await startService(
    join(projectRoot, 'out/main/service.js'),
    join(folder, 'service'),
    'scale',
  )
  const platform = await startDelayedPlatform(service.url, delayMs)
  /** @param {string} url */
  const measure = async (url) => {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [program, url, String(locks), String(rounds)],
      { timeout: limitMs },
    )
    return /** @type {Measured} */ (parseJson(stdout))
  }
  try {
    const distant = report(`${delayMs} ms a call`, await measure(platform.url))
    console.log(`limit ×${aim} of undici on one kept connection: ${distant.ratio >= aim ? 'met' : 'not met'}`)
    const { rulesRatio } = distant
    console.log(
      `limit ×${rulesAim} of the same job without its rules: ${rulesRatio <= rulesAim ? 'met' : 'not met'}`,
    )
    const loopback = report('without a delay', await measure(service.url))
    await write(join(projectRoot, 'out/bench/jobs.json'), { aim, rulesAim, distant, loopback })
  } finally {
    await platform.stop()
    await service.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * @param {string} name
 * @param {Measured} measured
 */
function report(name, { locks: count, chunkSize, rounds: measured }) {
  const kept = median(measured.map((round) => round.kept))
  const fresh = median(measured.map((round) => round.fresh))
  const desk = median(measured.map((round) => round.desk))
  const plain = median(measured.map((round) => round.plain))
  // Of the fastest rounds: one request among a hundred is less than what other programs take in a round.
  const fastest = (/** @type {'desk' | 'plain'} */ name) => Math.min(...measured.map((round) => round[name]))
  const rulesRatio = fastest('desk') / fastest('plain')
  const ratio = median(measured.map((round) => round.kept / round.desk))
  const ratioFresh = median(measured.map((round) => round.fresh / round.desk))
  const line = (/** @type {string} */ name, /** @type {number} */ ms) => {
    const perSecond = ((count / ms) * 1000).toFixed(0)
    console.log(`${name.padEnd(40)}${ms.toFixed(0).padStart(7)} ms${perSecond.padStart(8)} locks/s`)
  }
  console.log(`\n${name}: ${count} locks in chunks of ${chunkSize}.`)
  console.log(`Medians of ${measured.length} interleaved rounds.`)
  line('undici alone, one kept connection', kept)
  line('undici alone, a connection per request', fresh)
  line('a job of the app', desk)
  line('the same without its rules', plain)
  console.log(`throughput ×${ratio.toFixed(2)} of the first, ×${ratioFresh.toFixed(2)} of the second`)
  console.log(`time ×${rulesRatio.toFixed(3)} of the job without its rules, both at their fastest`)
  return { ratio, rulesRatio, plain, ratioFresh, kept, fresh, desk, rounds: measured }
}

/**
 * @param {string} file
 * @param {object} results
 */
async function write(file, results) {
  const machine = { platform: process.platform, arch: process.arch, processors: cpus().length }
  await mkdir(join(file, '..'), { recursive: true })
  await writeFile(file, JSON.stringify({ at: new Date().toISOString(), machine, ...results }, null, 2))
}
