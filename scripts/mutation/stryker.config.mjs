import { groupOf } from './groups.mjs'

// `npm run test:mutation` runs it once for each group in groups.mjs.
const group = process.env['LOCK_DESK_MUTATION']
const folder = `out/mutation/${group ?? 'format'}`

// A fixed seed, so that the model-based test is the same for every mutant.
Object.assign(process.env, { LOCK_DESK_TEST_SEED: '1', LOCK_DESK_MODEL_RUNS: '40' })

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
  mutate: groupOf(group).mutate,
  testRunner: 'vitest',
  vitest: { configFile: 'scripts/mutation/vitest.config.mjs', related: false },
  coverageAnalysis: 'perTest',
  // Additional time for a mutant with an endless loop.
  timeoutMS: 15_000,
  concurrency: 1,
  incremental: true,
  incrementalFile: `${folder}/incremental.json`,
  tempDirName: `${folder}/sandbox`,
  ignorePatterns: ['/out', '/resources/pictures', '/test/bench', '/test/usb', '/test/e2e'],
  reporters: ['clear-text', 'json'],
  clearTextReporter: { allowColor: false, reportTests: false, logTests: false },
  jsonReporter: { fileName: `${folder}/report.json` },
  thresholds: { high: 95, low: 85, break: 85 },
  allowConsoleColors: false,
}
