import { join } from 'node:path'
import { build } from 'vite'
import { projectRoot } from '../setup/places.mjs'

/** Where the guest's programs are put; `test/usb` finds those it starts itself there. */
export const programsFolder = join(projectRoot, 'out/usb/programs')

/**
 * Makes few files of the programs for the guest: there every file costs time. What brings binaries or is started by
 * path stays outside.
 * @param {readonly string[]} names of the entries in test/usb; the files are called the same
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
