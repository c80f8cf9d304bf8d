import { setUpPackages } from './packages.mjs'
import { checkOwnFolders } from './writable.mjs'

/**
 * Sets up everything the app needs: packages, Electron, system libraries and the built programs.
 * @returns {Promise<{ executable: string, switches: string[] }>} Electron and its switches
 */
export async function setUpApp() {
  const runtime = await setUpRuntime()
  await setUpBuilt()
  return runtime
}

/** Sets up packages, Electron and system libraries, without a build. */
export async function setUpRuntime() {
  checkOwnFolders()
  await setUpPackages()
  const { electronSwitches, setUpElectron } = await import('./electron/electron-runtime.mjs')
  const { setUpSystemLibraries } = await import('./system-libraries.mjs')
  const { executable } = await setUpElectron()
  await setUpSystemLibraries(executable)
  return { executable, switches: electronSwitches() }
}

/** Sets up packages and the built programs, for programs that run in Node. */
export async function setUpBuilt() {
  await setUpPackages()
  const { setUpBuild } = await import('./build.mjs')
  await setUpBuild()
}
