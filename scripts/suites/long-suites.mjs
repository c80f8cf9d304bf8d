import { join } from 'node:path'
import { runChild } from '../util/child.mjs'
import { setUpDisplays } from '../setup/display.mjs'
import { projectRoot } from '../util/paths.mjs'
import { setUpPostgres, startCluster } from '../setup/postgres.mjs'
import { setUpApp } from '../setup/set-up.mjs'
import { runUsbSuite } from '../usb/run-suite.mjs'
import { oneCase, total } from '../util/counts.mjs'
import { runCalendars } from './calendars.mjs'
import { defaultCounts, runCrash } from './crash.mjs'
import { runPackage } from './package.mjs'
import { runVitest, runVitestTwice } from './vitest.mjs'

/** How often the suite `embedded` kills the service. `npm test` does it only a few times. */
export const killCount = '40'

/**
 * The suites of `npm run test:more`, in order: tests that take long or need more than `npm test` requires. A
 * new suite needs a name and a function (see LongSuite in run-long-suites.mjs).
 * @type {readonly import('./run-long-suites.mjs').LongSuite[]}
 */
export const longSuites = [
  { name: 'postgres', run: onPostgres },
  {
    // The embedded store with many kills and with the seed of 100,000 assets.
    name: 'embedded',
    run: () =>
      runVitest('contract', {
        files: ['test/service/killed.test.ts', 'test/service/seed/scale.test.ts'],
        env: { LOCK_DESK_TEST_KILLS: killCount },
        report: 'embedded',
      }),
  },
  {
    name: 'models',
    run: () =>
      runVitest('unit', {
        files: ['test/locks/learn/families.test.ts'],
        env: { LEARN_FAMILIES: '10000' },
        report: 'models',
      }),
  },
  { name: 'calendars', run: () => runCalendars() },
  { name: 'package', run: () => runPackage() },
  { name: 'components', begin: () => void startLint(), run: awaitLint },
  { name: 'presses', run: pressAtRandom },
  { name: 'usb', run: () => runUsbSuite() },
  { name: 'crash', run: () => runCrash(defaultCounts) },
]

/** How many random sequences of keys and clicks the suite `presses` plays. `npm test` plays a few. */
const sequenceCount = 48

/** Plays half of the sequences on each of two displays. */
async function pressAtRandom() {
  const { executable } = await setUpApp()
  const displays = await setUpDisplays(2)
  const names = displays.names.length === 0 ? [''] : displays.names
  const seed = Number(process.env.LOCK_DESK_PRESSES_SEED ?? Date.now() % 1_000_000_000)
  try {
    const counts = names.map((display, index) =>
      runVitest('e2e', {
        files: ['test/e2e/random-input.test.ts'],
        env: {
          LOCK_DESK_ELECTRON_PATH: executable,
          LOCK_DESK_TEST_DISPLAYS: display,
          LOCK_DESK_PRESSES_COUNT: String(sequenceCount / names.length),
          LOCK_DESK_PRESSES_SEED: String(seed + index),
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

/** Type-aware lint rules for components, which `npm test` skips (quick-lint.config.mjs). */
function startLint() {
  const program = join(projectRoot, 'scripts/lint.mjs')
  lint ??= runChild(process.execPath, [program, '**/*.vue'], { cwd: projectRoot, output: 'capture' })
  return lint
}

async function awaitLint() {
  const { status, stdout, stderr } = await startLint()
  process.stdout.write(stdout + stderr)
  return oneCase('lint of components', status === 0)
}

/** Tests without a database, which `npm test` has already run. */
const withoutDatabase = [
  'contract/call',
  // Detecting planted errors does not depend on the database and takes by far the longest.
  'contract/conformance',
  'service/command-line',
  'service/killed',
  'service/program',
  'service/store',
].map((name) => `test/${name}.test.ts`)

/** Runs the service and contract tests on a PostgreSQL server, including several services on one server. */
async function onPostgres() {
  const cluster = await startCluster(await setUpPostgres())
  try {
    return await runVitestTwice('contract', {
      files: ['test/service/', 'test/contract/'],
      exclude: withoutDatabase,
      env: { LOCK_DESK_TEST_POSTGRES: cluster.url },
      report: 'postgres',
    })
  } finally {
    await cluster.remove()
  }
}
