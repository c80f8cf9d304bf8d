import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../util/paths.mjs'

/**
 * The test files that do not run in the step or suite that their folder belongs to (`byFolder`), by the step of `npm test`
 * or the suite of `npm run test:more` that runs them. This is the only place that says so, and each file runs in one
 * place: test/scripts/test-files.test.ts.
 * @satisfies {Readonly<Record<string, readonly string[]>>}
 */
export const listed = {
  /** `npm test` shows the whole app with the tour. All other journeys run in `npm run test:more`. */
  e2e: ['test/e2e/tour.test.ts'],
  /**
   * Unit tests that take seconds each: random cases, hostile input to every command, many rows, waits for time limits,
   * programs, and key derivation at its real cost.
   */
  slow: [
    'test/branch/earlier-events.test.ts',
    'test/changes/faults.test.ts',
    'test/changes/many-rows.test.ts',
    'test/changes/unsent-passwords.test.ts',
    'test/directory/asset-directory.test.ts',
    'test/docs/commands.test.ts',
    'test/docs/import-rules.test.ts',
    'test/hardening/bridge.test.ts',
    'test/journal/restore-cut-short.test.ts',
    'test/locks/learn/lookalikes.test.ts',
    'test/locks/simulator/training-models.test.ts',
    'test/model/branch/registers.test.ts',
    'test/model/jobs-journal-platform.test.ts',
    'test/model/many-stopping-jobs.test.ts',
    'test/model/stopping-jobs.test.ts',
    'test/platform/hostile-responses.test.ts',
    'test/platform/response/response-parser.test.ts',
    'test/platform/slow-responses.test.ts',
    'test/renderer/entities/saved-view/views-come-back.test.ts',
    'test/result-log/result-log.test.ts',
    'test/stocktake/stocktake-file.test.ts',
    'test/system/owner-lock.test.ts',
    'test/upgrades/upgrades.test.ts',
    'test/vault/vault.test.ts',
    'test/work-orders/work-orders.test.ts',
  ],
  /**
   * Tests of the page alone that try one habit on every page: each key, scan, confirming button, gesture, menu, look, width,
   * chip, place to come back to, status, failure or part of the library; and the longest of one page's work (`assets`,
   * `branch`, `bulk-actions`, `onboarding`). The others of one page's work run in `npm test`.
   */
  sweeps: [
    'test/pages/accessibility.test.ts',
    'test/pages/assets.test.ts',
    'test/pages/back.test.ts',
    'test/pages/branch.test.ts',
    'test/pages/bulk-actions.test.ts',
    'test/pages/confirming-buttons.test.ts',
    'test/pages/details-keys.test.ts',
    'test/pages/failed-states.test.ts',
    'test/pages/hidden-names.test.ts',
    'test/pages/impatient-clicks.test.ts',
    'test/pages/keyboard.test.ts',
    'test/pages/layout-shift.test.ts',
    'test/pages/library-parts.test.ts',
    'test/pages/long-texts.test.ts',
    'test/pages/narrow-rows.test.ts',
    'test/pages/onboarding.test.ts',
    'test/pages/opened-menus.test.ts',
    'test/pages/outdated-bars.test.ts',
    'test/pages/page-habits.test.ts',
    'test/pages/scan-places.test.ts',
    'test/pages/seen-everywhere.test.ts',
    'test/pages/status-bar.test.ts',
    'test/pages/whole-statuses.test.ts',
  ],
  /** Tests that start the programs of this project, run every check of the contract, or try random orders on the service. */
  processes: [
    'test/contract/call.test.ts',
    'test/contract/conformance.test.ts',
    'test/contract/orders-builder.test.ts',
    'test/contract/planted-errors.test.ts',
    'test/scripts/build-freshness.test.ts',
    'test/scripts/exit-status.test.ts',
    'test/scripts/run-folder.test.ts',
    'test/scripts/steps.test.ts',
    'test/service/import.test.ts',
    'test/service/program.test.ts',
    'test/service/store.test.ts',
  ],
  /** Need a PostgreSQL server. */
  postgres: [
    'test/contract/branch/attacks.test.ts',
    'test/contract/branch/catch-up.test.ts',
    'test/contract/branch/commands.test.ts',
    'test/contract/branch/connection.test.ts',
    'test/contract/branch/desk-commands.test.ts',
    'test/contract/branch/faults.test.ts',
    'test/contract/branch/five-engines.test.ts',
    'test/contract/branch/join.test.ts',
    'test/contract/branch/order.test.ts',
    'test/contract/branch/rights.test.ts',
    'test/contract/branch/shared-facts.test.ts',
    'test/contract/branch/sync.test.ts',
    'test/contract/branch/tls.test.ts',
    'test/service/postgres/instances.test.ts',
    'test/service/postgres/outage.test.ts',
  ],
  /** Run with larger numbers than by default. */
  embedded: ['test/service/killed.test.ts', 'test/service/seed/scale.test.ts'],
  models: [
    'test/locks/learn/decoder-pairs.test.ts',
    'test/locks/learn/families.test.ts',
    'test/locks/learn/unlike-models.test.ts',
  ],
  presses: ['test/e2e/random-input.test.ts'],
  /** Need the package of this system. */
  package: [
    'test/package/canaries.test.ts',
    'test/package/installed.test.ts',
    'test/package/packed.test.ts',
    'test/package/probed.test.ts',
    'test/package/reproducible.test.ts',
    'test/package/rpm.test.ts',
  ],
}

/** The step or suite of all other files, by their folder; the first that fits. @type {readonly [RegExp, string][]} */
const byFolder = [
  [/^test\/e2e\//, 'journeys'],
  [/^test\/pages\//, 'pages'],
  [/^test\/crash\//, 'crash'],
  [/^test\/(?:contract|service|scripts)\//, 'contract'],
  [/^test\//, 'unit'],
]

/** All test files, as paths from the project folder. */
export const allTestFiles = () =>
  readdirSync(join(projectRoot, 'test'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => `test/${name.replaceAll('\\', '/')}`)
    .sort()

/**
 * The step of `npm test` or the suite of `npm run test:more` that runs a test file.
 * @param {string} path from the project folder
 */
export function runnerOf(path) {
  const [runner] = Object.entries(listed).find(([, files]) => files.some((file) => file === path)) ?? []
  return runner ?? byFolder.find(([folder]) => folder.test(path))?.[1]
}

/**
 * @param {string} runner a step of `npm test` or a suite of `npm run test:more`
 * @returns {string[]} its test files
 */
export const filesOf = (runner) => allTestFiles().filter((path) => runnerOf(path) === runner)

/** A mocked module must not reach the files after it. */
const mocksModules = /\bvi\.(?:mock|doMock)\(/
const windowComment = '@vitest-environment happy-dom'

/**
 * Parts unit tests by how they run: with mocked modules, each file in new modules; with a window, the files share it
 * and its modules, which `test/support/clean-window.ts` keeps apart. All others share modules too; new ones for each
 * file take three times as long.
 * @param {readonly string[]} paths
 */
export function unitGroups(paths) {
  const files = paths.map((path) => ({ path, text: readFileSync(join(projectRoot, path), 'utf8') }))
  const isolated = files.filter(({ text }) => mocksModules.test(text))
  const withWindow = files.filter(({ text }) => text.includes(windowComment) && !mocksModules.test(text))
  const shared = files.filter((file) => !isolated.includes(file) && !withWindow.includes(file))
  const pathsOf = (/** @type {typeof files} */ group) => group.map(({ path }) => path)
  return { isolated: pathsOf(isolated), withWindow: pathsOf(withWindow), shared: pathsOf(shared) }
}
