import { join } from 'node:path'
import { build } from 'vite'
import { projectRoot } from '../setup/places.mjs'

/**
 * Makes one file of a program for the guest: there every file costs time. What brings binaries or is started by path
 * stays outside.
 * @param {string} entry relative to the project
 * @param {string} name of the file
 * @returns {Promise<string>} its path
 */
export async function bundleForGuest(entry, name) {
  const outDir = join(projectRoot, 'out/usb/programs')
  await build({
    root: projectRoot,
    configFile: false,
    logLevel: 'warn',
    ssr: { noExternal: true, external: ['playwright-core', 'node-hid', 'usb', 'electron'] },
    build: {
      ssr: true,
      target: 'node20.18',
      outDir,
      emptyOutDir: false,
      rolldownOptions: {
        input: { [name]: join(projectRoot, entry) },
        output: { format: 'es', entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
      },
    },
  })
  return join(outDir, `${name}.mjs`)
}
