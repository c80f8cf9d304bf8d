import { readArguments } from './util/arguments.mjs'
import { setUpBuild } from './setup/build.mjs'
import { exitStatus, runScript } from './util/outcome.mjs'
import { setUpPackages } from './setup/packages.mjs'

await runScript(async () => {
  readArguments(process.argv.slice(2), [], 'Usage: npm run build')
  await setUpPackages()
  await setUpBuild({ force: true })
  return exitStatus.ok
})
