import { join } from 'node:path'
import { readArguments, wholeNumber } from './util/arguments.mjs'
import { runChild } from './util/child.mjs'
import { exitStatus, runScript } from './util/outcome.mjs'
import { setUpPackages } from './setup/packages.mjs'
import { projectRoot } from './util/paths.mjs'

const usage = 'Usage: npm run test:fuzz [-- --runs N --seed N]'
const defaultRuns = 1_000_000

// Tests the lock driver with random profiles, devices and reports. A timeout ends a run that hangs.
await runScript(async () => {
  const { values } = readArguments(process.argv.slice(2), ['runs', 'seed'], usage)
  const runs = wholeNumber('runs', values.runs, usage) ?? defaultRuns
  const seed = wholeNumber('seed', values.seed, usage)
  await setUpPackages()
  const { status } = await runChild(
    process.execPath,
    [
      join(projectRoot, 'node_modules/vitest/vitest.mjs'),
      'run',
      '--project',
      'unit',
      'test/locks/fuzz.test.ts',
    ],
    {
      cwd: projectRoot,
      env: {
        ...process.env,
        LOCK_DESK_FUZZ_RUNS: String(runs),
        ...(seed === undefined ? {} : { LOCK_DESK_FUZZ_SEED: String(seed) }),
      },
      output: 'inherit',
      timeoutMs: 120_000 + 2 * runs,
    },
  )
  return status === 0 ? exitStatus.ok : exitStatus.failed
})
