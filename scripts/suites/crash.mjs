import { existsSync } from 'node:fs'
import { readFile, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setUpDisplay } from '../setup/display.mjs'
import { parseJson } from '../util/json.mjs'
import { messageOf, printMessage } from '../util/outcome.mjs'
import { projectRoot } from '../util/paths.mjs'
import { setUpApp } from '../setup/set-up.mjs'
import { queryDpkg, install } from '../setup/system-libraries.mjs'
import { filesOf } from './test-files.mjs'
import { runVitest } from './vitest.mjs'

/**
 * Default number of runs per fault, small enough for `npm run test:more`. A full run: `--app 200 --command 100 --engine 2000
 * --cut 1000 --flips 10000 --renderer 100 --usb 100 --double 100 --service 20 --tokens 50 --strace 20`.
 */
export const defaultCounts = {
  app: 30,
  command: 8,
  engine: 15,
  cut: 1000,
  flips: 500,
  renderer: 5,
  usb: 5,
  double: 3,
  service: 3,
  tokens: 12,
  strace: 3,
}

const tallies = join(projectRoot, 'out/crash/tally')

/**
 * @param {Readonly<Record<string, number>>} counts
 * @returns {Promise<import('../util/counts.mjs').Counts>}
 */
export async function runCrash(counts) {
  await rm(tallies, { recursive: true, force: true })
  const env = Object.fromEntries(
    Object.entries(counts).map(([name, count]) => [`LOCK_DESK_CRASH_${name.toUpperCase()}`, String(count)]),
  )
  const { executable } = await setUpApp()
  await setUpStrace()
  const display = await setUpDisplay()
  try {
    return await runVitest('crash', {
      files: filesOf('crash'),
      env: { ...env, LOCK_DESK_ELECTRON_PATH: executable },
      report: 'crash',
    })
  } finally {
    await display.stop()
    await printTable()
  }
}

/** strace shows the order of system calls. If it cannot be installed, its test is skipped. */
async function setUpStrace() {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return
  const missing = await queryDpkg([['strace']])
  if (missing.length === 0) return
  try {
    await install(missing, 'strace')
  } catch (error) {
    printMessage(`strace could not be installed: ${messageOf(error)}`)
  }
}

/**
 * @typedef {object} TallyLine
 * @property {string} fault
 * @property {number} runs
 * @property {Record<string, number> | null} hits
 * @property {number} lost
 * @property {number} twice
 * @property {number} unknown
 */

async function printTable() {
  const files = await readdir(tallies).catch(() => [])
  /** @type {TallyLine[]} */
  const lines = []
  for (const file of files.toSorted()) {
    lines.push(/** @type {TallyLine} */ (parseJson(await readFile(join(tallies, file), 'utf8'))))
  }
  const phases = Object.keys(lines.find(({ hits }) => hits !== null)?.hits ?? {})
  const heads = ['runs', ...phases, 'lost', 'twice', 'unknown']
  /** @param {string} name @param {readonly (string | number)[]} cells */
  const row = (name, cells) =>
    name.padEnd(58) + cells.map((cell, index) => `${cell}`.padStart((heads[index]?.length ?? 0) + 3)).join('')
  console.log(`\n${row('fault', heads)}`)
  for (const { fault, runs, hits, lost, twice, unknown } of lines) {
    console.log(row(fault, [runs, ...phases.map((phase) => hits?.[phase] ?? '–'), lost, twice, unknown]))
  }
}
