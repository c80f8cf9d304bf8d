import { readArguments } from './setup/arguments.mjs'
import { setUpBuild } from './setup/build.mjs'
import { exitStatus, runScript } from './setup/outcome.mjs'
import { setUpPackages } from './setup/packages.mjs'

await runScript(async () => {
  readArguments(process.argv.slice(2), [], 'Usage: npm run build')
  await setUpPackages()
  await setUpBuild({ force: true })
  return exitStatus.ok
})
