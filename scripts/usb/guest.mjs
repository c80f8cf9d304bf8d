import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setUpPackages } from '../setup/packages.mjs'
import { projectRoot } from '../util/paths.mjs'
import { guestPrelude } from './guest-job.mjs'
import { setUpVmImage } from './vm-image.mjs'
import { setUpVmPackages } from './vm-packages.mjs'

/**
 * Sets up the guest: the emulator, its image and the app.
 * @returns {Promise<{ image: import('./vm-image.mjs').VmImage, share: string, prelude: string }>}
 * @throws {import('../util/outcome.mjs').MissingError}
 */
export async function setUpGuest() {
  // First, because these packages may be unavailable on this computer.
  await setUpVmPackages()
  await setUpPackages()
  const { setUpApp } = await import('../setup/set-up.mjs')
  const { executable } = await setUpApp()
  const image = await setUpVmImage()
  const share = join(projectRoot, 'out/usb')
  await mkdir(share, { recursive: true })
  const environment = { LOCK_DESK_ELECTRON_PATH: executable, LOCK_DESK_SHARE: '/run/share' }
  return { image, share, prelude: guestPrelude(environment) }
}
