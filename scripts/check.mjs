import { readArguments } from './util/arguments.mjs'
import { runScript } from './util/outcome.mjs'
import { setUpPackages } from './setup/packages.mjs'
import { useRunFolder } from './setup/run-folder.mjs'
import { runSteps } from './suites/run-quick-suites.mjs'

// Checks that need neither Electron nor a build, for use before a commit.
await runScript(async () => {
  useRunFolder()
  readArguments(process.argv.slice(2), [], 'Usage: npm run check')
  await setUpPackages()
  return runSteps(['unit', 'lint', 'format', 'types'])
})
