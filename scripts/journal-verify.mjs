import { runScript } from './setup/outcome.mjs'
import { becomeProgram } from './setup/run-program.mjs'

// Checks a journal's file: npm run journal:verify -- FILE
await runScript(async () => {
  await becomeProgram('verify-journal', 'journal:verify')
  return undefined
})
