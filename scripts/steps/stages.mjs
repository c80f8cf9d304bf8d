import { join } from 'node:path'
import { runChild } from '../setup/child.mjs'
import { projectRoot } from '../setup/places.mjs'
import { setUpPostgres, startCluster } from '../setup/postgres.mjs'
import { runUsbSuite } from '../usb/run-suite.mjs'
import { oneCase } from './counts.mjs'
import { counted, runCrash } from './crash.mjs'
import { runPackage } from './package.mjs'
import { runVitest } from './vitest.mjs'

/** How often the service is killed in the stage `embedded`; `npm test` does it a few times only. */
const kills = '40'

/**
 * What `npm run test:more` runs, in this order: what takes long, or needs more of a machine than `npm test` may ask for.
 * To add one: a name and what runs it (run-stages.mjs has the form).
 * @type {readonly import('./run-stages.mjs').Stage[]}
 */
export const stages = [
  { name: 'postgres', run: onPostgres },
  {
    // On the embedded store: many kills, and the seed of 100,000 assets.
    name: 'embedded',
    run: () =>
      runVitest('contract', {
        files: ['test/service/killed.test.ts', 'test/service/seed/scale.test.ts'],
        env: { LOCK_DESK_TEST_KILLS: kills },
        report: 'embedded',
      }),
  },
  { name: 'components', run: lintComponents },
  { name: 'package', run: () => runPackage() },
  { name: 'usb', run: () => runUsbSuite() },
  { name: 'crash', run: () => runCrash(counted) },
]

/** The rules that ask for types inside of components, which `npm test` leaves out (quick-lint.config.mjs). */
async function lintComponents() {
  const program = join(projectRoot, 'node_modules/eslint/bin/eslint.js')
  const { status } = await runChild(process.execPath, [program, '**/*.vue', '--max-warnings', '0'], {
    cwd: projectRoot,
    output: 'inherit',
  })
  return oneCase(status === 0)
}

/** What has nothing to do with a server: npm test has run it, and running it again would only take time. */
const withoutDatabase = [
  'contract/call',
  // How well the suite finds planted errors is no matter of the database, and by far the longest of all.
  'contract/conformance',
  'service/command-line',
  'service/killed',
  'service/program',
  'service/store',
].map((name) => `test/${name}.test.ts`)

/** The tests of the service and its contract on a PostgreSQL server of their own, and several services on one. */
async function onPostgres() {
  const cluster = await startCluster(await setUpPostgres())
  try {
    return await runVitest('contract', {
      files: ['test/service/', 'test/contract/'],
      exclude: withoutDatabase,
      env: { LOCK_DESK_TEST_POSTGRES: cluster.url },
      report: 'postgres',
    })
  } finally {
    await cluster.remove()
  }
}
