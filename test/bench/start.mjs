import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { measureRun } from './measured-run.mjs'
import { compare, median } from './statistics.mjs'

const pairs = 9

/** At most this many times what a bare window takes. */
const aims = { start: 1.4, memory: 1.2 }

/** @typedef {import('./measured-run.mjs').MeasuredRun} MeasuredRun */

/**
 * Process start → desk usable, and the memory of all processes at rest, as ratios to a bare Electron window. Both on a
 * user-data folder that has been used before: the everyday start, not the first.
 * @param {{ executable: string, switches: string[], projectRoot: string }} where
 */
export async function benchStart({ executable, switches, projectRoot }) {
  const folder = await mkdtemp(join(tmpdir(), 'lock-desk-bench-'))
  const bareFolder = join(import.meta.dirname, 'bare-window')
  const runBare = () =>
    measureRun(
      executable,
      [...switches, bareFolder, `--user-data-dir=${join(folder, 'bare')}`],
      'bare window usable',
    )
  const runDesk = () =>
    measureRun(
      executable,
      [...switches, projectRoot, '--user-data', join(folder, 'desk'), '--announce-usable'],
      'Lock Desk usable',
    )
  try {
    const first = { bare: await runBare(), desk: await runDesk() }
    /** @type {{ bare: MeasuredRun, desk: MeasuredRun }[]} */
    const runs = []
    for (let pair = 1; pair <= pairs; pair++) {
      runs.push({ bare: await runBare(), desk: await runDesk() })
      process.stderr.write(`pair ${pair} of ${pairs}\n`)
    }
    const electron = await readFile(join(dirname(executable), 'version'), 'utf8').catch(() => 'unknown')
    await report(first, runs, electron, join(projectRoot, 'out/bench/start.json'))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * @param {{ bare: MeasuredRun, desk: MeasuredRun }} first
 * @param {{ bare: MeasuredRun, desk: MeasuredRun }[]} runs
 * @param {string} electron its version
 * @param {string} file
 */
async function report(first, runs, electron, file) {
  const bare = runs.map((run) => run.bare)
  const desk = runs.map((run) => run.desk)
  const start = compare(bare.map(usableMs), desk.map(usableMs))
  const memory = compare(bare.map(megabytes), desk.map(megabytes))
  const measured = desk.every((run) => run.memory.length > 0)
  const roles = { bare: byRole(bare), desk: byRole(desk) }

  const rows = [
    row('', 'bare window', 'Lock Desk', 'ratio', 'aim'),
    row(
      'start → usable, ms',
      start.base.toFixed(0),
      start.ours.toFixed(0),
      ...verdict(start.ratio, aims.start),
    ),
    ...(measured
      ? [
          row(
            'memory (PSS), MB',
            memory.base.toFixed(0),
            memory.ours.toFixed(0),
            ...verdict(memory.ratio, aims.memory),
          ),
          ...[...new Set([...Object.keys(roles.bare), ...Object.keys(roles.desk)])].map((role) =>
            row(`  ${role}`, (roles.bare[role] ?? 0).toFixed(0), (roles.desk[role] ?? 0).toFixed(0)),
          ),
        ]
      : ['Memory is measured on Linux only.']),
  ]
  console.log(
    `\nMedians of ${runs.length} interleaved pairs; the first start took ${first.desk.usableMs.toFixed(0)} ms.`,
  )
  console.log(rows.join('\n'))

  const met = { start: start.ratio <= aims.start, memory: measured ? memory.ratio <= aims.memory : null }
  const machine = { electron, platform: process.platform, arch: process.arch, processors: cpus().length }
  const results = { start, memory: measured ? memory : null, memoryByRole: roles, aims, met }
  await mkdir(dirname(file), { recursive: true })
  await writeFile(
    file,
    JSON.stringify({ at: new Date().toISOString(), machine, ...results, first, runs }, null, 2),
  )
}

/** @param {string[]} cells */
function row(...cells) {
  const [name = '', ...values] = cells
  return (name.padEnd(42) + values.map((value) => value.padStart(14)).join('')).trimEnd()
}

/**
 * @param {number} ratio
 * @param {number} aim
 */
function verdict(ratio, aim) {
  return [ratio.toFixed(2), `≤ ${aim} ${ratio <= aim ? 'met' : 'not met'}`]
}

/** @param {MeasuredRun} run */
function usableMs(run) {
  return run.usableMs
}

/** @param {MeasuredRun} run */
function megabytes(run) {
  return run.memory.reduce((sum, share) => sum + share.kilobytes, 0) / 1024
}

/**
 * @param {readonly MeasuredRun[]} runs
 * @returns {Record<string, number>} medians in MB
 */
function byRole(runs) {
  const roles = new Set(runs.flatMap((run) => run.memory.map((share) => share.role)))
  return Object.fromEntries(
    [...roles].map((role) => [
      role,
      median(
        runs.map((run) => megabytes({ ...run, memory: run.memory.filter((share) => share.role === role) })),
      ),
    ]),
  )
}
