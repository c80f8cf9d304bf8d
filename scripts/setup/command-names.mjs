import { resolve } from 'node:path'
import { runnerImport } from 'vite'

/**
 * What `src-shared/bridge/command-names.ts` is built with: the names of all commands, from their schemas. The root
 * comes from the configuration: electron-vite bundles this file into it, so a path relative to this file is wrong.
 * @param {string} root the project's folder
 * @returns {Promise<Record<string, string>>} for Vite's `define`
 */
export async function commandNames(root) {
  const table = resolve(root, 'src-shared/bridge/commands.ts')
  /** @type {{ module: { commands: Readonly<Record<string, unknown>> } }} */
  const { module } = await runnerImport(table, { configFile: false, logLevel: 'error' })
  return { __COMMAND_NAMES__: JSON.stringify(Object.keys(module.commands)) }
}
