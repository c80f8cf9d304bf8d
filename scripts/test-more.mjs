import { readArguments } from './util/arguments.mjs'
import { runScript, UsageError } from './util/outcome.mjs'
import { useRunFolder } from './setup/run-folder.mjs'
import { setUpBuilt } from './setup/set-up.mjs'
import { runLongSuites } from './suites/run-long-suites.mjs'
import { longSuites } from './suites/long-suites.mjs'
import { removeTraces } from './suites/traces.mjs'

const names = longSuites.map(({ name }) => name)
const usage = `Usage: npm run test:more [-- --only ${names.join(',')}]`

// Tests that npm test leaves out: npm run test:more. The last line has the counts of all suites.
await runScript(async () => {
  useRunFolder()
  const only = readArguments(process.argv.slice(2), ['only'], usage).values.only?.split(',')
  const unknown = only?.filter((name) => !names.includes(name)) ?? []
  if (unknown.length > 0) throw new UsageError(`Unknown suite "${unknown.join('", "')}".\n${usage}`)
  await setUpBuilt()
  await removeTraces()
  return runLongSuites(longSuites.filter(({ name }) => only?.includes(name) ?? true))
})
