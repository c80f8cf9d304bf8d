import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { parseJson } from '../../scripts/setup/json.mjs'
import { bundleProgram } from './bundle-program.mjs'
import { median } from './statistics.mjs'
import { startService } from './training-service.mjs'

const locks = 10_000
const rounds = 5
/** At least this share of what undici alone gets through. */
const aim = 0.85
const limitMs = 15 * 60_000

/**
 * A job of 10,000 locks with the journal on, against undici alone sending the same chunks to the same service, one
 * after another, in turns.
 * @param {{ projectRoot: string }} where
 */
export async function benchJobs({ projectRoot }) {
  // A platform is another machine: its store must not share the disk with the journal, so it lies in memory.
  const place = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()
  const folder = await mkdtemp(join(place, 'lock-desk-bench-'))
  const program = await bundleProgram(projectRoot, 'jobs', 'jobs/engine.ts')
  const service = await startService(
    join(projectRoot, 'out/main/service.js'),
    join(folder, 'service'),
    'scale',
  )
  try {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [program, service.url, String(locks), String(rounds)],
      { timeout: limitMs },
    )
    const measured =
      /** @type {{ locks: number, chunkSize: number, rounds: { kept: number, fresh: number, desk: number }[] }} */ (
        parseJson(stdout)
      )
    await report(measured, join(projectRoot, 'out/bench/jobs.json'))
  } finally {
    await service.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * @param {{ locks: number, chunkSize: number, rounds: { kept: number, fresh: number, desk: number }[] }} measured
 * @param {string} file
 */
async function report({ locks: count, chunkSize, rounds: measured }, file) {
  const kept = median(measured.map((round) => round.kept))
  const fresh = median(measured.map((round) => round.fresh))
  const desk = median(measured.map((round) => round.desk))
  const ratio = median(measured.map((round) => round.kept / round.desk))
  const ratioFresh = median(measured.map((round) => round.fresh / round.desk))
  const line = (/** @type {string} */ name, /** @type {number} */ ms) => {
    const perSecond = ((count / ms) * 1000).toFixed(0)
    console.log(`${name.padEnd(40)}${ms.toFixed(0).padStart(7)} ms${perSecond.padStart(8)} locks/s`)
  }
  console.log(`\n${count} locks in chunks of ${chunkSize}. Medians of ${measured.length} interleaved rounds.`)
  line('undici alone, one kept connection', kept)
  line('undici alone, a connection for each call', fresh)
  line('a job of the desk', desk)
  console.log(
    `throughput ×${ratio.toFixed(2)} of the first   aim ×${aim}: ${ratio >= aim ? 'met' : 'not met'}`,
  )
  console.log(`throughput ×${ratioFresh.toFixed(2)} of the second, which goes out as the desk does`)
  const machine = { platform: process.platform, arch: process.arch, processors: cpus().length }
  const results = {
    at: new Date().toISOString(),
    machine,
    aim,
    ratio,
    ratioFresh,
    kept,
    fresh,
    desk,
    rounds: measured,
  }
  await mkdir(join(file, '..'), { recursive: true })
  await writeFile(file, JSON.stringify(results, null, 2))
}
