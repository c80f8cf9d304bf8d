import { readArguments, wholeNumber } from './setup/arguments.mjs'
import { runScript } from './setup/outcome.mjs'
import { tourWithSetUp } from './setup/tour.mjs'

const usage = 'Usage: npm run tour [-- --seed N]'

await runScript(async () => {
  const { values } = readArguments(process.argv.slice(2), ['seed'], usage)
  return tourWithSetUp(wholeNumber('seed', values.seed, usage))
})
