import { readArguments } from './setup/arguments.mjs'
import { runScript } from './setup/outcome.mjs'
import { setUpPackages } from './setup/packages.mjs'
import { runSteps } from './steps/run-steps.mjs'

// What needs neither Electron nor a build: the quick look before a commit.
await runScript(async () => {
  readArguments(process.argv.slice(2), [], 'Usage: npm run check')
  await setUpPackages()
  return runSteps(['unit', 'lint', 'format', 'types'])
})
