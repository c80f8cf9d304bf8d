import { existsSync } from 'node:fs'
import { say } from './outcome.mjs'
import { askDpkg, install } from './system-libraries.mjs'

const packages = [['gnome-keyring'], ['libsecret-1-0'], ['dbus']]

/**
 * A real keyring for the tests that want one. Where it cannot be installed those tests say so and are left out:
 * the app itself needs none.
 */
export async function setUpKeyring() {
  if (process.platform !== 'linux' || !existsSync('/etc/debian_version') || process.getuid?.() !== 0) return
  const missing = await askDpkg(packages)
  if (missing.length === 0) return
  try {
    await install(missing, 'a keyring for the tests')
  } catch (error) {
    say(error instanceof Error ? error.message : String(error))
  }
}
