import { join } from 'node:path'
import { runChild } from '../util/child.mjs'
import { setUpDisplays } from '../setup/display.mjs'
import { projectRoot } from '../util/paths.mjs'
import { setUpPostgres, startCluster } from '../setup/postgres.mjs'
import { setUpKeyring } from '../setup/keyring.mjs'
import { setUpApp } from '../setup/set-up.mjs'
import { runUsbSuite } from '../usb/run-suite.mjs'
import { oneCase, total } from '../util/counts.mjs'
import { runCalendars } from './calendars.mjs'
import { defaultCounts, runCrash } from './crash.mjs'
import { runNewcomer } from './newcomer.mjs'
import { runPackage } from './package.mjs'
import { runPostgresVersions } from './postgres-versions.mjs'
import { tools } from './quick-suites.mjs'
import { allTestFiles, filesOf } from './test-files.mjs'
import { runInWindows, runUnit, runVitest, runVitestTwice } from './vitest.mjs'

/** How often the suite `embedded` kills the service. */
const killCount = '40'

/**
 * The suites of `npm run test:more`, in order: tests that take long or need more than `npm test` requires. A
 * new suite needs a name and a function (see LongSuite in run-long-suites.mjs).
 * @type {readonly import('./run-long-suites.mjs').LongSuite[]}
 */
export const longSuites = [
  { name: 'slow', run: () => runUnit('slow', filesOf('slow')) },
  {
    name: 'processes',
    run: () => runVitestTwice('contract', { files: filesOf('processes'), report: 'processes' }),
  },
  { name: 'journeys', run: runJourneys },
  { name: 'sweeps', run: runSweeps },
  { name: 'postgres', run: onPostgres },
  { name: 'postgres-versions', run: () => runPostgresVersions() },
  {
    // The embedded store with many kills and with the seed of 100,000 assets.
    name: 'embedded',
    run: () =>
      runVitest('contract', {
        files: filesOf('embedded'),
        env: { LOCK_DESK_TEST_KILLS: killCount },
        report: 'embedded',
      }),
  },
  {
    name: 'models',
    run: () =>
      runVitest('unit', {
        files: filesOf('models'),
        env: { LEARN_FAMILIES: '10000', LEARN_PAIRS: '10000' },
        report: 'models',
      }),
  },
  { name: 'calendars', run: () => runCalendars() },
  { name: 'newcomer', run: () => runNewcomer() },
  { name: 'package', run: () => runPackage() },
  { name: 'lint', begin: () => void startLint(), run: awaitLint },
  { name: 'presses', run: pressAtRandom },
  { name: 'usb', run: () => runUsbSuite() },
  { name: 'crash', run: () => runCrash(defaultCounts) },
]

/** The journeys through the whole app that `npm test` leaves out. */
async function runJourneys() {
  process.env.LOCK_DESK_ELECTRON_PATH = (await setUpApp()).executable
  await setUpKeyring()
  // Two windows of a branch, and its commands.
  await setUpPostgres()
  return runInWindows('e2e', filesOf('journeys'), { report: 'journeys' })
}

/** The tests of the page alone that `npm test` leaves out. */
async function runSweeps() {
  process.env.LOCK_DESK_ELECTRON_PATH = (await setUpApp()).executable
  return runInWindows('pages', filesOf('sweeps'), { report: 'sweeps' })
}

/** How many random sequences of keys and clicks the suite `presses` plays. */
const sequenceCount = 48

/** Plays half of the sequences on each of two displays. */
async function pressAtRandom() {
  const { executable } = await setUpApp()
  const displays = await setUpDisplays(2)
  const names = displays.names.length === 0 ? [''] : displays.names
  const seed = Number(process.env.LOCK_DESK_TEST_SEED ?? 20_261_126)
  try {
    const counts = names.map((display, index) =>
      runVitest('e2e', {
        files: filesOf('presses'),
        env: {
          LOCK_DESK_ELECTRON_PATH: executable,
          LOCK_DESK_TEST_DISPLAYS: display,
          LOCK_DESK_PRESSES_COUNT: String(sequenceCount / names.length),
          LOCK_DESK_TEST_SEED: String(seed + index),
        },
        report: `presses-${index}`,
      }),
    )
    return total(await Promise.all(counts))
  } finally {
    await displays.stop()
  }
}

/** @type {Promise<import('../util/child.mjs').ChildEnd> | undefined} */
let lint

/** All lint rules: `npm test` has only those that take a second (scripts/lint/quick-rules.jsonc). */
function startLint() {
  const program = join(projectRoot, 'scripts/lint.mjs')
  // With all types in memory, the usual limit of a process would be just enough or just too little.
  const heap = '--max-old-space-size=8192'
  lint ??= runChild(process.execPath, [heap, program], { cwd: projectRoot, output: 'capture' })
  return lint
}

async function awaitLint() {
  const { status, stdout, stderr } = await startLint()
  process.stdout.write(stdout + stderr)
  const [program = '', ...args] = tools.format
  const formatter = join(projectRoot, 'node_modules', program)
  const format = await runChild(process.execPath, [formatter, ...args], {
    cwd: projectRoot,
    output: 'inherit',
  })
  return total([oneCase('lint with types', status === 0), oneCase('format', format.status === 0)])
}

/** Tests without a database, or of the embedded one. */
const withoutDatabase =
  /^test\/(?:contract\/(?:call|planted-errors)|service\/(?:command-line|killed|program|store))\.test\.ts$/

/** Runs the service and contract tests on a PostgreSQL server, including several services on one server. */
async function onPostgres() {
  const cluster = await startCluster(await setUpPostgres())
  try {
    return await runVitestTwice('contract', {
      files: allTestFiles().filter(
        (path) => /^test\/(?:service|contract)\//.test(path) && !withoutDatabase.test(path),
      ),
      env: { LOCK_DESK_TEST_POSTGRES: cluster.url },
      report: 'postgres',
    })
  } finally {
    await cluster.remove()
  }
}
