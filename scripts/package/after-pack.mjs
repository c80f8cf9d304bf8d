import { rm } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * What an Electron folder has that no package needs: its own app for being started without one, and the marks of the
 * older Electron that stands in where the declared one cannot be had. A folder keeps these, a downloaded zip does not.
 * @param {import('electron-builder').AfterPackContext} context
 */
export default async function afterPack({ appOutDir, electronPlatformName }) {
  const leftOver = ['resources/default_app.asar', 'version', 'recipe']
  if (electronPlatformName === 'darwin') return
  for (const path of leftOver) await rm(join(appOutDir, path), { force: true })
}
