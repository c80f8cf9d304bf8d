import { mkdir, writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { dirname } from 'node:path'
import { compare, median } from './statistics.mjs'

/** Maximum ratios to a bare window. */
const aims = { start: 1.4, memory: 1.2 }

/** @typedef {import('./measured-run.mjs').MeasuredRun} MeasuredRun */

/**
 * The three that alternate: an empty window, the app on a platform in another process, and the app on its
 * training environment, which runs its own licensing service.
 * @typedef {{ bare: MeasuredRun, platform: MeasuredRun, training: MeasuredRun }} Round
 */

/**
 * Prints the table and writes it with every run as JSON.
 * @param {{ first: Round, rounds: readonly Round[], electron: string, file: string }} measured
 */
export async function reportStart({ first, rounds, electron, file }) {
  const series = {
    bare: rounds.map((round) => round.bare),
    platform: rounds.map((round) => round.platform),
    training: rounds.map((round) => round.training),
  }
  const results = {
    platform: against(series.bare, series.platform),
    training: against(series.bare, series.training),
  }
  const memoryByRole = {
    bare: byRole(series.bare),
    platform: byRole(series.platform),
    training: byRole(series.training),
  }

  const ms = first.training.usableMs.toFixed(0)
  console.log(
    `\nElectron ${electron}. Medians of ${rounds.length} interleaved rounds; the first training start took ${ms} ms.`,
  )
  console.log(line('', 'bare', 'on a platform', 'in training'))
  console.log(resultLine('start → usable, ms', results.platform.start, results.training.start, aims.start))
  const { platform, training } = results
  if (platform.memory && training.memory) {
    console.log(resultLine('memory (PSS), MB', platform.memory, training.memory, aims.memory))
    const roles = new Set(Object.values(memoryByRole).flatMap(Object.keys))
    for (const role of roles) {
      const cells = Object.values(memoryByRole).map((shares) => (shares[role] ?? 0).toFixed(0))
      console.log(line(`  ${role}`, ...cells))
    }
  } else {
    console.log('Memory is measured on Linux only.')
  }

  const machine = { electron, platform: process.platform, arch: process.arch, processors: cpus().length }
  const report = { at: new Date().toISOString(), machine, aims, ...results, memoryByRole, first, rounds }
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, JSON.stringify(report, null, 2))
}

/**
 * @param {readonly MeasuredRun[]} bare
 * @param {readonly MeasuredRun[]} desk
 */
function against(bare, desk) {
  const start = compare(bare.map(usableMs), desk.map(usableMs))
  const memory = desk.some((run) => run.memory.length === 0)
    ? null
    : compare(bare.map(megabytes), desk.map(megabytes))
  const met = { start: start.ratio <= aims.start, memory: memory && memory.ratio <= aims.memory }
  return { start, memory, met }
}

/** @param {string[]} cells */
function line(...cells) {
  const [name = '', ...values] = cells
  return (name.padEnd(40) + values.map((value) => value.padStart(18)).join('')).trimEnd()
}

/**
 * @param {string} name
 * @param {ReturnType<typeof compare>} platform
 * @param {ReturnType<typeof compare>} training
 * @param {number} aim
 */
function resultLine(name, platform, training, aim) {
  const cells = [platform, training].map(({ ours, ratio }) => `${ours.toFixed(0)} (×${ratio.toFixed(2)})`)
  const verdicts = [platform, training].map(({ ratio }) => (ratio <= aim ? 'met' : 'not met'))
  return `${line(name, platform.base.toFixed(0), ...cells)}   limit ×${aim}: ${verdicts.join(' / ')}`
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
  const share = (/** @type {MeasuredRun} */ run, /** @type {string} */ role) =>
    megabytes({ ...run, memory: run.memory.filter((each) => each.role === role) })
  return Object.fromEntries([...roles].map((role) => [role, median(runs.map((run) => share(run, role)))]))
}
