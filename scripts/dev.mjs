import { join } from 'node:path'
import { runChild } from './util/child.mjs'
import { hasDisplay, whyNoDisplay } from './setup/display.mjs'
import { exitStatus, MissingError, runScript } from './util/outcome.mjs'
import { projectRoot } from './util/paths.mjs'
import { checkSandbox } from './setup/sandbox.mjs'
import { setUpRuntime } from './setup/set-up.mjs'

// Runs the app and reloads it when a source changes. Arguments are passed to the app: npm run dev --
// --user-data DIR
await runScript(async () => {
  if (!(await hasDisplay())) throw new MissingError(`${whyNoDisplay()} Without one, type: npm run tour`)
  const { executable, switches } = await setUpRuntime()
  await checkSandbox(executable)
  const builder = join(projectRoot, 'node_modules/electron-vite/bin/electron-vite.js')
  const appArguments = [...switches, ...process.argv.slice(2)]
  const { status } = await runChild(process.execPath, [builder, 'dev', '--watch', '--', ...appArguments], {
    cwd: projectRoot,
    env: { ...process.env, ELECTRON_EXEC_PATH: executable },
    output: 'inherit',
  })
  return status === 0 ? exitStatus.ok : exitStatus.failed
})
