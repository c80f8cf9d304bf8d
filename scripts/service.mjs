import { runScript } from './util/outcome.mjs'
import { exitWithShell } from './util/shell-watch.mjs'
import { runInProcess } from './setup/run-program.mjs'

// The licensing service: npm run service -- --port 0 --data DIR --seed demo
await runScript(async () => {
  exitWithShell()
  await runInProcess('service')
  return undefined
})
