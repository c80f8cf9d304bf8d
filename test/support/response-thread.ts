import { join, resolve } from 'node:path'
import { build } from 'vite'
import { temporaryFolder } from './temporary-folder'

const projectRoot = resolve(import.meta.dirname, '../..')

/** Builds the thread for long responses from the current sources as a file. */
export const buildAnswerThread = async (): Promise<{ file: string; remove: () => Promise<void> }> => {
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
        input: { thread: join(projectRoot, 'src-main/platform/response/response-worker.ts') },
        output: { format: 'es', entryFileNames: '[name].mjs' },
      },
    },
  })
  return { file: join(outDir, 'thread.mjs'), remove }
}
