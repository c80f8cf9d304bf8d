import { runScript } from './setup/outcome.mjs'
import { becomeProgram } from './setup/run-program.mjs'

// The platform client for the shell: npm run call -- OPERATION --input FILE [--platform URL --user-centre URL]
await runScript(async () => {
  await becomeProgram('call')
  return undefined
})
