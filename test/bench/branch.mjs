import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { setUpPostgres, startCluster } from '../../scripts/setup/postgres.mjs'
import { parseJson } from '../../scripts/util/json.mjs'
import { bundleProgram } from './bundle-program.mjs'
import { compare, median, percentile } from './statistics.mjs'

const desks = 50
const samples = 200
/** A year of 50 desks with 2,000 events a day. */
const yearEvents = 36_500_000
/** What a new desk does grows with the events; a whole year takes an hour to make. */
const events = 2_000_000
const rounds = 3
/** Until all other desks have a fact, in ms. */
const noticeAim = 1_000
/** Of a new desk at the events of a year, in ms and MB. */
const catchUpAim = 60_000
const memoryAim = 300
const limitMs = 9 * 60_000

/**
 * 50 desks on one PostgreSQL server on this computer: from a fact at one desk until all others have it, and a new desk that
 * begins at 2 million events; compared with a plain listener and a plain reader, alternating.
 * @param {{ projectRoot: string }} where
 */
export async function benchBranch({ projectRoot }) {
  const program = await bundleProgram(projectRoot, 'branch', 'branch/exchange.ts')
  const newDesk = await bundleProgram(projectRoot, 'new-desk', 'branch/new-desk.ts')
  const cluster = await startCluster(await setUpPostgres())
  try {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [program, cluster.url, String(desks), String(samples), String(events), String(rounds), newDesk],
      { timeout: limitMs },
    )
    const measured =
      /** @type {{ notices: { plain: number, ours: number }[], catchUps: { plain: number, ms: number, recentMs: number, processorMs: number, longest: number, fields: number, apart: number, memory: number }[] }} */ (
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
    const processor = median(measured.catchUps.map(({ processorMs }) => processorMs))
    const recent = median(measured.catchUps.map(({ recentMs }) => recentMs))
    // The newest events are as many in every long log; earlier facts are more.
    const year = recent + ((catchUp.ours - recent) * yearEvents) / events
    if (measured.catchUps.some(({ apart, fields }) => apart > 0 || fields === 0))
      throw new Error('A new desk did not take what it read.')
    const line = (/** @type {string} */ what, /** @type {number} */ ms) =>
      console.log(`${what.padEnd(48)}${ms.toFixed(1).padStart(9)} ms`)
    console.log(`\n${desks} desks, ${samples} facts, then ${events} events.`)
    line('a notice and a read, plain', notice.base)
    line('a fact until all other desks have it', notice.ours)
    line('the same, 99th percentile', p99)
    console.log(`aim ${noticeAim} ms at most: ${p99 <= noticeAim ? 'met' : 'not met'}`)
    line('reading the facts, plain', catchUp.base)
    line('a new desk knows all of them', catchUp.ours)
    line('the same, processor time', processor)
    console.log(
      `×${catchUp.ratio.toFixed(2)} of plain; ${(year / 1000).toFixed(0)} s at a year's events, ${memory.toFixed(0)} MB   aim ${catchUpAim / 1000} s and ${memoryAim} MB: ${year <= catchUpAim && memory <= memoryAim ? 'met' : 'not met'}`,
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
      processor,
      year,
      memory,
    }
    await mkdir(join(projectRoot, 'out/bench'), { recursive: true })
    await writeFile(join(projectRoot, 'out/bench/branch.json'), JSON.stringify(results, null, 2))
  } finally {
    await cluster.remove()
  }
}
