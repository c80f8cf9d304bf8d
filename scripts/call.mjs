import { runScript } from './util/outcome.mjs'
import { runInProcess } from './setup/run-program.mjs'

// Command-line client of the platform: npm run call -- OPERATION --input FILE [--platform URL --user-centre
// URL]
await runScript(async () => {
  await runInProcess('call')
  return undefined
})
