import { statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { runChild } from './child.mjs'
import { MissingError } from './outcome.mjs'

/**
 * Looks whether Chromium's sandbox will work, because without it Electron ends with a stack trace. It wants either
 * namespaces an ordinary user may create, or its helper owned by root and setuid (Chromium's
 * docs/linux/suid_sandbox_development.md); Ubuntu 24.04 forbids the first to programs it does not know. As root the
 * sandbox is off (electronSwitches).
 * @param {string} electron the executable
 * @throws {MissingError}
 */
export async function checkSandbox(electron) {
  if (process.platform !== 'linux' || process.getuid?.() === 0) return
  const helper = join(dirname(electron), 'chrome-sandbox')
  if (isSetuidRoot(helper)) return
  // With a pid namespace too: where only the user namespace is allowed, it comes without the rights to use it.
  const { status } = await runChild('unshare', ['-Urpf', 'true'], { output: 'capture' })
  if (status === 0) return
  throw new MissingError(
    `Chromium's sandbox is not allowed to work on this machine. Type:\n` +
      `sudo chown root:root '${helper}' && sudo chmod 4755 '${helper}'`,
  )
}

/** @param {string} file */
function isSetuidRoot(file) {
  const found = statSync(file, { throwIfNoEntry: false })
  return found?.uid === 0 && (found.mode & 0o4001) === 0o4001
}
