import { createHash } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { signedRelease } from './update-channel.mjs'

/**
 * Records which archive was packed, and removes files that no package needs: Electron's default app, and marker files
 * of the fallback Electron. A folder contains them, a downloaded zip does not.
 * @param {import('electron-builder').AfterPackContext} context
 */
export default async function afterPack({ appOutDir, electronPlatformName, packager }) {
  const resources = packager.getResourcesDir(appOutDir)
  const archive = await readFile(join(resources, 'app.asar'))
  const release = signedRelease(process.env, {
    version: packager.appInfo.version,
    sha256: createHash('sha256').update(archive).digest('hex'),
  })
  await writeFile(join(resources, 'release.json'), `${JSON.stringify(release, null, 2)}\n`)
  const leftOver = ['resources/default_app.asar', 'version', 'recipe']
  if (electronPlatformName === 'darwin') return
  for (const path of leftOver) await rm(join(appOutDir, path), { force: true })
}
