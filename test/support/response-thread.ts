import { join, resolve } from 'node:path'
import { build } from 'vite'
import { temporaryFolder } from './temporary-folder'

const projectRoot = resolve(import.meta.dirname, '../..')

interface BuiltThread {
  readonly file: string
  readonly remove: () => Promise<void>
}

/** Builds a thread from the current sources as a file. `source` is a path in the project. */
export const buildThread = async (source: string): Promise<BuiltThread> => {
  const { path: outDir, remove } = await temporaryFolder()
  await build({
    root: projectRoot,
    configFile: false,
    logLevel: 'warn',
    ssr: { noExternal: true },
    build: {
      ssr: true,
      target: 'node20.18',
      outDir,
      emptyOutDir: false,
      rolldownOptions: {
        input: { thread: join(projectRoot, source) },
        output: { format: 'es', entryFileNames: '[name].mjs' },
      },
    },
  })
  return { file: join(outDir, 'thread.mjs'), remove }
}

/** The thread for long responses. */
export const buildAnswerThread = (): Promise<BuiltThread> =>
  buildThread('src-main/platform/response/response-worker.ts')
