import { resolve } from 'node:path'
import { checkUrl, readArguments } from './util/arguments.mjs'
import { callerFolder } from './util/caller-folder.mjs'
import { runChild } from './util/child.mjs'
import { hasDisplay, whyNoDisplay } from './setup/display.mjs'
import { withoutCredentials } from './setup/credentials.mjs'
import { withFileNameLocale } from './setup/file-name-locale.mjs'
import { exitStatus, runScript, printMessage, UsageError } from './util/outcome.mjs'
import { projectRoot } from './util/paths.mjs'
import { checkSandbox } from './setup/sandbox.mjs'
import { setUpApp } from './setup/set-up.mjs'
import { exitWithShell } from './util/shell-watch.mjs'
import { runTourWithSetUp } from './tour/run-tour.mjs'

const usage = `Usage: npm start [-- --user-data DIR --platform URL --user-centre URL --simulated-locks
                 --policy-file FILE --simulated-device FILE… --announce-usable]`

await runScript(async () => {
  const args = appArguments(process.argv.slice(2))
  exitWithShell()
  if (!(await hasDisplay())) {
    const unused = args.length === 0 ? '' : ' without the given options'
    printMessage(`${whyNoDisplay()} Running the tour${unused}.`)
    return runTourWithSetUp()
  }
  const { executable, switches } = await setUpApp()
  await checkSandbox(executable)
  const { env, input } = withoutCredentials(process.env)
  const keys = input === undefined ? [] : ['--keys-from-stdin']
  const all = [...switches, projectRoot, ...args, ...keys]
  const { status } = await runChild(executable, all, {
    output: 'inherit',
    env: withFileNameLocale(env),
    input,
  })
  return status === 0 ? exitStatus.ok : exitStatus.failed
})

/** @param {readonly string[]} args */
function appArguments(args) {
  const { values } = readArguments(args, ['user-data', 'platform', 'user-centre', 'policy-file'], usage, {
    flags: ['simulated-locks', 'announce-usable'],
    lists: ['simulated-device'],
  })
  checkUrl('platform', values.platform, usage)
  checkUrl('user-centre', values['user-centre'], usage)
  if ((values.platform === undefined) !== (values['user-centre'] === undefined)) {
    throw new UsageError(`Use --platform and --user-centre together.\n${usage}`)
  }
  const folder = values['user-data']
  const policy = values['policy-file']
  return [
    ...(folder === undefined ? [] : ['--user-data', resolve(callerFolder('start'), folder)]),
    ...(values.platform === undefined ? [] : ['--platform', values.platform]),
    ...(values['user-centre'] === undefined ? [] : ['--user-centre', values['user-centre']]),
    ...(policy === undefined ? [] : ['--policy-file', resolve(callerFolder('start'), policy)]),
    ...(values['simulated-device'] ?? []).flatMap((file) => [
      '--simulated-device',
      resolve(callerFolder('start'), file),
    ]),
    ...(values['simulated-locks'] ? ['--simulated-locks'] : []),
    ...(values['announce-usable'] ? ['--announce-usable'] : []),
  ]
}
