import { rm } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Removes files that no package needs: Electron's default app, and marker files of the fallback Electron. A
 * folder contains them, a downloaded zip does not.
 * @param {import('electron-builder').AfterPackContext} context
 */
export default async function afterPack({ appOutDir, electronPlatformName }) {
  const leftOver = ['resources/default_app.asar', 'version', 'recipe']
  if (electronPlatformName === 'darwin') return
  for (const path of leftOver) await rm(join(appOutDir, path), { force: true })
}
