import { setUpPackages } from './packages.mjs'

/**
 * Everything the app needs to run on this machine: packages, Electron, system libraries, the built programs.
 * @returns {Promise<{ executable: string, switches: string[] }>} Electron, and the switches it needs here
 */
export async function setUpApp() {
  const runtime = await setUpRuntime()
  await setUpBuilt()
  return runtime
}

/** Packages, Electron and system libraries, without a build. */
export async function setUpRuntime() {
  await setUpPackages()
  const { electronSwitches, setUpElectron } = await import('./electron-runtime.mjs')
  const { setUpSystemLibraries } = await import('./system-libraries.mjs')
  const { executable } = await setUpElectron()
  await setUpSystemLibraries(executable)
  return { executable, switches: electronSwitches() }
}

/** Packages and the built programs, which is all that plain Node needs. */
export async function setUpBuilt() {
  await setUpPackages()
  const { setUpBuild } = await import('./build.mjs')
  await setUpBuild()
}
