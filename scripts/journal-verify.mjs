import { runScript } from './util/outcome.mjs'
import { runInProcess } from './setup/run-program.mjs'

// Verifies a journal file: npm run journal:verify -- FILE
await runScript(async () => {
  await runInProcess('verify-journal', 'journal:verify')
  return undefined
})
