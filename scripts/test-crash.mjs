import { readArguments, wholeNumber } from './util/arguments.mjs'
import { exitStatus, runScript } from './util/outcome.mjs'
import { useRunFolder } from './setup/run-folder.mjs'
import { closingLine, failureLines } from './util/counts.mjs'
import { runCrash, defaultCounts } from './suites/crash.mjs'

const usage = `Usage: npm run test:crash [-- ${Object.keys(defaultCounts)
  .map((name) => `--${name} N`)
  .join(' ')}]`

// Runs kills and faults with the given counts. Prints a table (fault × runs × phases hit × lost × twice ×
// unknown) and the counts.
await runScript(async () => {
  useRunFolder()
  const names = Object.keys(defaultCounts)
  const { values } = readArguments(process.argv.slice(2), names, usage)
  const counts = Object.fromEntries(
    names.map((name) => [
      name,
      wholeNumber(name, values[name], usage) ??
        defaultCounts[/** @type {keyof typeof defaultCounts} */ (name)],
    ]),
  )
  const outcome = await runCrash(counts)
  console.log(['', ...failureLines(outcome), closingLine(outcome)].join('\n'))
  return outcome.failed > 0 ? exitStatus.failed : exitStatus.ok
})
