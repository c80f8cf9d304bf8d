import { readArguments, wholeNumber } from './util/arguments.mjs'
import { exitStatus, runScript } from './util/outcome.mjs'
import { runTourWithSetUp } from './tour/run-tour.mjs'
import { refreshPictures } from './tour/refresh-pictures.mjs'

const usage = 'Usage: npm run tour [-- --seed N --pictures]'

await runScript(async () => {
  const { values } = readArguments(process.argv.slice(2), ['seed'], usage, { flags: ['pictures'] })
  const status = await runTourWithSetUp(wholeNumber('seed', values.seed, usage))
  if (status === exitStatus.ok && values.pictures === true) {
    console.log(`Updated the README’s pictures: ${refreshPictures().join(', ')}`)
  }
  return status
})
