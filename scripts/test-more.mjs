import { readArguments } from './setup/arguments.mjs'
import { runScript, UsageError } from './setup/outcome.mjs'
import { setUpBuilt } from './setup/set-up.mjs'
import { runStages } from './steps/run-stages.mjs'
import { stages } from './steps/stages.mjs'

const names = stages.map(({ name }) => name)
const usage = `Usage: npm run test:more [-- --only ${names.join(',')}]`

// What npm test leaves out: npm run test:more. Its last line is “N passed, N failed” over all stages.
await runScript(async () => {
  const only = readArguments(process.argv.slice(2), ['only'], usage).values.only?.split(',')
  const unknown = only?.filter((name) => !names.includes(name)) ?? []
  if (unknown.length > 0) throw new UsageError(`There is no stage "${unknown.join('", "')}".\n${usage}`)
  await setUpBuilt()
  return runStages(stages.filter(({ name }) => only?.includes(name) ?? true))
})
