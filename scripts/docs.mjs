import { join } from 'node:path'
import { readArguments } from './util/arguments.mjs'
import { exitStatus, runScript } from './util/outcome.mjs'
import { setUpPackages } from './setup/packages.mjs'
import { projectRoot } from './util/paths.mjs'

// Writes the generated tables in docs/: npm run docs
await runScript(async () => {
  readArguments(process.argv.slice(2), [], 'Usage: npm run docs')
  await setUpPackages()
  const { runnerImport } = await import('vite')
  /** @type {{ module: { writeGeneratedPages: (root: string) => Promise<string[]> } }} */
  const { module } = await runnerImport(join(projectRoot, 'test/docs/generated/write.ts'), {
    root: projectRoot,
    configFile: false,
    logLevel: 'error',
  })
  const changed = await module.writeGeneratedPages(projectRoot)
  console.log(changed.length === 0 ? 'Nothing changed.' : changed.join('\n'))
  return exitStatus.ok
})
