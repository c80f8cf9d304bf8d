import { existsSync } from 'node:fs'
import { messageOf, printMessage } from '../util/outcome.mjs'
import { queryDpkg, install } from './system-libraries.mjs'

const packages = [['gnome-keyring'], ['libsecret-1-0'], ['dbus']]

/**
 * Installs a keyring for the tests that need one. If that fails, those tests are skipped; the app works without
 * a keyring.
 */
export async function setUpKeyring() {
  if (process.platform !== 'linux' || !existsSync('/etc/debian_version') || process.getuid?.() !== 0) return
  const missing = await queryDpkg(packages)
  if (missing.length === 0) return
  try {
    await install(missing, 'a keyring for the tests')
  } catch (error) {
    printMessage(messageOf(error))
  }
}
