import { join } from 'node:path'
import { build } from 'vite'
import { projectRoot } from '../util/paths.mjs'

/** Folder of the guest's programs; `test/usb` starts some of them from here. */
export const programsFolder = join(projectRoot, 'out/usb/programs')

/**
 * Bundles the guest's programs, because each file access is slow in the guest. Packages with binaries and
 * programs started by path stay outside.
 * @param {readonly string[]} names of the entries in test/usb and of the bundles
 */
export async function bundleForGuest(names) {
  await build({
    root: projectRoot,
    configFile: false,
    logLevel: 'warn',
    ssr: { noExternal: true, external: ['playwright-core', 'node-hid', 'usb', 'electron'] },
    build: {
      ssr: true,
      target: 'node20.18',
      outDir: programsFolder,
      emptyOutDir: true,
      rolldownOptions: {
        input: Object.fromEntries(names.map((name) => [name, join(projectRoot, 'test/usb', `${name}.ts`)])),
        output: { format: 'es', entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
      },
    },
  })
}
