import { basename, dirname, join, resolve } from 'node:path'
import { build } from 'vite'

const root = resolve(import.meta.dirname, '../..')

/**
 * Builds a program that tests start and kill, from the current sources.
 * @param source such as `test/crash/support/engine-program.ts`
 * @returns its path
 */
export const buildProgram = async (source: string): Promise<string> => {
  const outDir = join(root, 'out', dirname(source))
  const name = basename(source, '.ts')
  await build({
    root,
    configFile: false,
    logLevel: 'silent',
    build: {
      ssr: true,
      target: 'node20.18',
      outDir,
      emptyOutDir: false,
      rolldownOptions: {
        input: { [name]: join(root, source) },
        output: { format: 'es', entryFileNames: '[name].mjs' },
      },
    },
  })
  return join(outDir, `${name}.mjs`)
}
