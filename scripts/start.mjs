import { resolve } from 'node:path'
import { checkUrl, readArguments } from './setup/arguments.mjs'
import { callerFolder } from './setup/caller-folder.mjs'
import { runChild } from './setup/child.mjs'
import { hasDisplay } from './setup/display.mjs'
import { withoutKeys } from './setup/keys.mjs'
import { exitStatus, runScript, say, UsageError } from './setup/outcome.mjs'
import { projectRoot } from './setup/places.mjs'
import { checkSandbox } from './setup/sandbox.mjs'
import { setUpApp } from './setup/set-up.mjs'
import { endWithShell } from './setup/shell-watch.mjs'
import { tourWithSetUp } from './setup/tour.mjs'

const usage = 'Usage: npm start [-- --user-data DIR --platform URL --user-centre URL --simulated-locks]'

await runScript(async () => {
  const args = appArguments(process.argv.slice(2))
  endWithShell()
  if (!hasDisplay()) {
    const unused = args.length === 0 ? '' : '; the options are not used'
    say(`There is no display, so the tour runs instead of the window${unused}.`)
    return tourWithSetUp()
  }
  const { executable, switches } = await setUpApp()
  await checkSandbox(executable)
  const { env, input } = withoutKeys(process.env)
  const keys = input === undefined ? [] : ['--keys-from-stdin']
  const all = [...switches, projectRoot, ...args, ...keys]
  const { status } = await runChild(executable, all, { output: 'inherit', env, input })
  return status === 0 ? exitStatus.ok : exitStatus.failed
})

/** @param {readonly string[]} given */
function appArguments(given) {
  const { values } = readArguments(given, ['user-data', 'platform', 'user-centre'], usage, {
    flags: ['simulated-locks'],
  })
  checkUrl('platform', values.platform, usage)
  checkUrl('user-centre', values['user-centre'], usage)
  if ((values.platform === undefined) !== (values['user-centre'] === undefined)) {
    throw new UsageError(`--platform and --user-centre go together.\n${usage}`)
  }
  const folder = values['user-data']
  return [
    ...(folder === undefined ? [] : ['--user-data', resolve(callerFolder('start'), folder)]),
    ...(values.platform === undefined ? [] : ['--platform', values.platform]),
    ...(values['user-centre'] === undefined ? [] : ['--user-centre', values['user-centre']]),
    ...(values['simulated-locks'] ? ['--simulated-locks'] : []),
  ]
}
