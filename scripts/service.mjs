import { runScript } from './setup/outcome.mjs'
import { exitWithShell } from './setup/shell-watch.mjs'
import { runInProcess } from './setup/run-program.mjs'

// The licensing service: npm run service -- --port 0 --data DIR --seed demo
await runScript(async () => {
  exitWithShell()
  await runInProcess('service')
  return undefined
})
