import { join } from 'node:path'
import { build } from 'vite'

/**
 * Bundles a benchmark program that runs in its own process, with the schema library included as in the app.
 * @param {string} projectRoot
 * @param {string} name the program's
 * @param {string} source its entry, below `test/bench`
 * @returns {Promise<string>} the bundled program
 */
export async function bundleProgram(projectRoot, name, source) {
  const outDir = join(projectRoot, 'out/bench/programs')
  await build({
    root: projectRoot,
    configFile: false,
    logLevel: 'warn',
    ssr: { noExternal: ['zod'] },
    build: {
      ssr: true,
      target: 'node20.18',
      outDir,
      emptyOutDir: false,
      rolldownOptions: {
        input: { [name]: join(projectRoot, 'test/bench', source) },
        output: { format: 'es', entryFileNames: '[name].mjs' },
      },
    },
  })
  return join(outDir, `${name}.mjs`)
}
