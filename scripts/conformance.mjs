import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { runScript } from './util/outcome.mjs'
import { setUpPackages } from './setup/packages.mjs'
import { projectRoot } from './util/paths.mjs'

// The conformance suite: npm run conformance -- --url URL --enterprise ID [--changes], or -- --planted
await runScript(async () => {
  await setUpPackages()
  const program = await buildSuite()
  /** @type {unknown} */
  const loaded = await import(pathToFileURL(program).href)
  const { main } = /** @type {{ main: (args: readonly string[]) => Promise<number> }} */ (loaded)
  const status = await main(process.argv.slice(2))
  // Open keep-alive connections would keep the process running.
  process.exit(status)
})

/** The suite is TypeScript and belongs to the tests, so the app's build does not contain it. */
async function buildSuite() {
  const { build } = await import('vite')
  const outDir = join(projectRoot, 'out/conformance')
  await build({
    root: projectRoot,
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: true,
      target: 'node20.18',
      outDir,
      rolldownOptions: {
        input: { main: join(projectRoot, 'test/contract/conformance/main.ts') },
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  })
  return join(outDir, 'main.js')
}
