import { readArguments, wholeNumber } from './setup/arguments.mjs'
import { exitStatus, runScript } from './setup/outcome.mjs'
import { runCrash, counted } from './steps/crash.mjs'

const usage = `Usage: npm run test:crash [-- ${Object.keys(counted)
  .map((name) => `--${name} N`)
  .join(' ')}]`

// Kills and faults, as often as asked. Prints a table: fault × runs × phases hit × lost × twice × unknown.
await runScript(async () => {
  const names = Object.keys(counted)
  const { values } = readArguments(process.argv.slice(2), names, usage)
  const counts = Object.fromEntries(
    names.map((name) => [
      name,
      wholeNumber(name, values[name], usage) ?? counted[/** @type {keyof typeof counted} */ (name)],
    ]),
  )
  const outcome = await runCrash(counts)
  return outcome.failed > 0 ? exitStatus.failed : exitStatus.ok
})
