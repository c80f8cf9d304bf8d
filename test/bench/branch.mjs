import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { setUpPostgres, startCluster } from '../../scripts/setup/postgres.mjs'
import { parseJson } from '../../scripts/util/json.mjs'
import { bundleProgram } from './bundle-program.mjs'
import { compare, percentile } from './statistics.mjs'

const desks = 50
const samples = 200
const events = 200_000
/** Until all other desks have a fact, in ms. */
const noticeAim = 1_000
/** The maximum ratio to a plain reader of the same rows. */
const catchUpAim = 1.5
const limitMs = 9 * 60_000

/**
 * 50 desks on one PostgreSQL server on this computer: from a fact at one desk until all others have it, and a new desk that
 * reads 200,000 events; compared with a plain listener and a plain reader, alternating.
 * @param {{ projectRoot: string }} where
 */
export async function benchBranch({ projectRoot }) {
  const program = await bundleProgram(projectRoot, 'branch', 'branch/exchange.ts')
  const cluster = await startCluster(await setUpPostgres())
  try {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [program, cluster.url, String(desks), String(samples), String(events)],
      { timeout: limitMs },
    )
    const measured =
      /** @type {{ notices: { plain: number, ours: number }[], catchUps: { plain: number, ms: number, memory: number }[] }} */ (
        parseJson(stdout)
      )
    const ours = measured.notices.map((one) => one.ours)
    const p99 = percentile(ours, 0.99)
    const notice = compare(
      measured.notices.map(({ plain }) => plain),
      ours,
    )
    const catchUp = compare(
      measured.catchUps.map(({ plain }) => plain),
      measured.catchUps.map(({ ms }) => ms),
    )
    const memory = Math.max(...measured.catchUps.map((one) => one.memory))
    const line = (/** @type {string} */ what, /** @type {number} */ ms) =>
      console.log(`${what.padEnd(48)}${ms.toFixed(1).padStart(9)} ms`)
    console.log(`\n${desks} desks, ${samples} facts, then ${events} events.`)
    line('a notice and a read, plain', notice.base)
    line('a fact until all other desks have it', notice.ours)
    line('the same, 99th percentile', p99)
    console.log(`aim ${noticeAim} ms at most: ${p99 <= noticeAim ? 'met' : 'not met'}`)
    line('reading all events, plain', catchUp.base)
    line('reading all events, a new desk', catchUp.ours)
    console.log(
      `×${catchUp.ratio.toFixed(2)}   aim ×${catchUpAim} at most: ${catchUp.ratio <= catchUpAim ? 'met' : 'not met'}; ${memory.toFixed(0)} MB`,
    )
    const machine = { platform: process.platform, arch: process.arch, processors: cpus().length }
    const results = {
      at: new Date().toISOString(),
      machine,
      desks,
      samples,
      events,
      notice,
      p99,
      catchUp,
      memory,
    }
    await mkdir(join(projectRoot, 'out/bench'), { recursive: true })
    await writeFile(join(projectRoot, 'out/bench/branch.json'), JSON.stringify(results, null, 2))
  } finally {
    await cluster.remove()
  }
}
