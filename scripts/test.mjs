import { readArguments } from './setup/arguments.mjs'
import { setUpKeyring } from './setup/keyring.mjs'
import { runScript, say, UsageError } from './setup/outcome.mjs'
import { setUpPackages } from './setup/packages.mjs'
import { setUpBuilt, setUpRuntime } from './setup/set-up.mjs'
import { runSteps } from './steps/run-steps.mjs'
import { stepNames } from './steps/steps.mjs'

const usage = `Usage: npm test [-- --only ${stepNames.join(',')}]`

await runScript(async () => {
  const names = chosenSteps(readArguments(process.argv.slice(2), ['only'], usage).values.only)
  if (names.includes('e2e')) {
    process.env.LOCK_DESK_ELECTRON_PATH = (await setUpRuntime()).executable
    await setUpKeyring()
  }
  await setUpPackages()
  const built = names.includes('e2e') || names.includes('contract') ? await tryToBuild() : true
  return runSteps(names, built)
})

/**
 * @param {string | undefined} only a comma-separated list; all without one
 * @throws {UsageError}
 */
function chosenSteps(only) {
  const asked = only?.split(',')
  const unknown = asked?.filter((name) => !stepNames.some((each) => each === name)) ?? []
  if (unknown.length > 0) throw new UsageError(`There is no step "${unknown.join('", "')}".\n${usage}`)
  return asked ? stepNames.filter((name) => asked.includes(name)) : stepNames
}

/** A build that fails is a failure among others: the steps that need none can still tell something. */
async function tryToBuild() {
  try {
    await setUpBuilt()
    return true
  } catch (error) {
    say(error instanceof Error ? error.message : String(error))
    return false
  }
}
