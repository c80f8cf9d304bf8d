import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { parseJson } from '../../scripts/util/json.mjs'
import { memoryFolder } from '../../scripts/setup/run-folder.mjs'
import { startProgram } from './service/programs.mjs'
import { bundleProgram } from './bundle-program.mjs'
import { median } from './statistics.mjs'
import { startService } from './training-service.mjs'

const rounds = 5
const limitMs = 15 * 60_000
/**
 * The longest block of the main process as a share of that of the plain parser; a ratio, for machines under
 * load.
 */
const aim = 0.2

/** @typedef {{ ms: number, blockedMs: number }} Watched */
/** @typedef {{ parse: Watched, fetched: Watched, read: Watched, paged: Watched }} Round */
/** @typedef {{ assets: number, employees: number, bytes: number, rounds: Round[] }} Measured */

/**
 * Reading the lists of an enterprise with 100,000 assets from the network to the index, and its employees page
 * by page, compared with the plain parser over the same text on the same thread, alternating: the duration, and
 * the longest block of the thread.
 * @param {{ projectRoot: string }} where
 */
export async function benchLists({ projectRoot }) {
  const folder = await mkdtemp(join(memoryFolder(), 'lock-desk-bench-'))
  const program = await bundleProgram(projectRoot, 'lists', 'lists/engine.ts')
  const run = (/** @type {readonly string[]} */ args) =>
    promisify(execFile)(process.execPath, ['--expose-gc', program, ...args], { timeout: limitMs })
  try {
    const service = await startService(
      join(projectRoot, 'out/main/service.js'),
      join(folder, 'service'),
      'scale',
    )
    try {
      await run(['record', service.url, folder])
    } finally {
      await service.stop()
    }
    const replay = await startProgram(join(import.meta.dirname, 'lists/replay.mjs'), [folder])
    try {
      const thread = join(projectRoot, 'out/main/response-worker.js')
      const { stdout } = await run(['measure', replay.url, folder, thread, String(rounds)])
      await report(/** @type {Measured} */ (parseJson(stdout)), join(projectRoot, 'out/bench/lists.json'))
    } finally {
      await replay.stop()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * @param {Measured} measured
 * @param {string} file
 */
async function report({ assets, employees, bytes, rounds: measured }, file) {
  const of = (/** @type {keyof Round} */ name) => ({
    ms: median(measured.map((round) => round[name].ms)),
    blockedMs: median(measured.map((round) => round[name].blockedMs)),
    worstMs: Math.max(...measured.map((round) => round[name].blockedMs)),
  })
  const [parse, fetched, read, paged] = [of('parse'), of('fetched'), of('read'), of('paged')]
  const ratios = {
    blocked: median(measured.map((round) => round.read.blockedMs / round.parse.blockedMs)),
    total: median(measured.map((round) => round.read.ms / round.parse.ms)),
  }
  const line = (
    /** @type {string} */ name,
    /** @type {ReturnType<typeof of>} */ { ms, blockedMs, worstMs },
  ) =>
    console.log(
      `${name.padEnd(44)}${ms.toFixed(0).padStart(7)} ms${blockedMs.toFixed(0).padStart(8)} ms blocked` +
        `${worstMs.toFixed(0).padStart(8)} ms maximum`,
    )
  const megabytes = (bytes / 1e6).toFixed(0)
  console.log(
    `\n${assets} assets, ${megabytes} MB, and their member lists. Medians of ${measured.length} interleaved rounds.`,
  )
  line('the plain parser over the asset list', parse)
  line('fetched and parsed plainly', fetched)
  line('read by main: checked, joined, indexed', read)
  line(`${employees} employees, page by page`, paged)
  console.log(
    `main blocked ×${ratios.blocked.toFixed(3)} of the parser   limit ×${aim}: ${ratios.blocked <= aim ? 'met' : 'not met'}`,
  )
  console.log(`total ×${ratios.total.toFixed(2)} of the parser`)
  const machine = { platform: process.platform, arch: process.arch, processors: cpus().length }
  const results = {
    at: new Date().toISOString(),
    machine,
    assets,
    employees,
    bytes,
    aim,
    ratios,
    parse,
    fetched,
    read,
    paged,
    rounds: measured,
  }
  await mkdir(join(file, '..'), { recursive: true })
  await writeFile(file, JSON.stringify(results, null, 2))
}
