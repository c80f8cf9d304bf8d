import { runScript } from './setup/outcome.mjs'
import { endWithShell } from './setup/shell-watch.mjs'
import { becomeProgram } from './setup/run-program.mjs'

// The licensing service: npm run service -- --port 0 --data DIR --seed demo
await runScript(async () => {
  endWithShell()
  await becomeProgram('service')
  return undefined
})
