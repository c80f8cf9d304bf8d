import { readArguments } from './util/arguments.mjs'
import { setUpKeyring } from './setup/keyring.mjs'
import { messageOf, runScript, printMessage, UsageError } from './util/outcome.mjs'
import { setUpPackages } from './setup/packages.mjs'
import { useRunFolder } from './setup/run-folder.mjs'
import { setUpBuilt, setUpRuntime } from './setup/set-up.mjs'
import { runSteps } from './suites/run-quick-suites.mjs'
import { defaultSteps, stepNames } from './suites/quick-suites.mjs'
import { removeTraces } from './suites/traces.mjs'

const usage = `Usage: npm test [-- --only ${stepNames.join(',')}]`

await runScript(async () => {
  useRunFolder()
  const names = chosenSteps(readArguments(process.argv.slice(2), ['only'], usage).values.only)
  if (names.includes('e2e') || names.includes('pages')) {
    process.env.LOCK_DESK_ELECTRON_PATH = (await setUpRuntime()).executable
  }
  if (names.includes('e2e')) await setUpKeyring()
  await setUpPackages()
  await removeTraces()
  const needsBuild = ['contract', 'pages', 'e2e'].some((name) => names.some((each) => each === name))
  const built = needsBuild ? await tryToBuild() : true
  return runSteps(names, built)
})

/**
 * @param {string | undefined} only a comma-separated list
 * @throws {UsageError}
 */
function chosenSteps(only) {
  const names = only?.split(',')
  const unknown = names?.filter((name) => !stepNames.some((each) => each === name)) ?? []
  if (unknown.length > 0) throw new UsageError(`Unknown step "${unknown.join('", "')}".\n${usage}`)
  return names ? stepNames.filter((name) => names.includes(name)) : defaultSteps
}

/** A failed build counts as one failure, because the steps that need no build can still run. */
async function tryToBuild() {
  try {
    await setUpBuilt()
    return true
  } catch (error) {
    printMessage(messageOf(error))
    return false
  }
}
