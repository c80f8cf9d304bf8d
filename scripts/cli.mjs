import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { callerFolder } from './util/caller-folder.mjs'
import { withoutCredentials } from './setup/credentials.mjs'
import { exitStatus, runScript } from './util/outcome.mjs'
import { projectRoot } from './util/paths.mjs'
import { setUpApp } from './setup/set-up.mjs'

// The command line of the package, from a checkout: npm run -s cli -- COMMAND … [--user-data DIR] [--json]. The app
// itself checks the arguments.
await runScript(async () => {
  const { executable, switches } = await setUpApp()
  const { env, input } = withoutCredentials(process.env)
  const keys = input === undefined ? [] : ['--keys-from-stdin']
  // A display is not needed; on Linux, Electron would look for one.
  const headless = process.platform === 'linux' ? ['--ozone-platform=headless', '--log-level=3'] : []
  const args = process.argv.slice(2)
  const command = args.length === 0 ? ['help'] : args
  const child = spawn(executable, [...switches, ...headless, projectRoot, ...command, ...keys], {
    cwd: callerFolder('cli'),
    env,
    stdio: [input === undefined ? 'inherit' : 'pipe', 'inherit', 'inherit'],
  })
  // Ctrl C reaches the command too; this process waits until it has reported what it has not sent.
  process.on('SIGINT', () => undefined)
  for (const signal of /** @type {const} */ (['SIGTERM', 'SIGHUP']))
    process.on(signal, () => child.kill(signal))
  child.stdin?.on('error', () => undefined).end(input)
  await once(child, 'exit')
  return child.exitCode ?? exitStatus.failed
})
