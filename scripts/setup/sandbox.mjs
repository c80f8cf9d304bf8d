import { statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { runChild } from '../util/child.mjs'
import { MissingError } from '../util/outcome.mjs'

/**
 * Checks that Chromium's sandbox can run, because without it Electron crashes with a stack trace. The sandbox
 * needs user namespaces, or its helper owned by root with the setuid bit (Chromium's
 * docs/linux/suid_sandbox_development.md). Ubuntu 24.04 restricts user namespaces to known programs. As root
 * the sandbox is off (electronSwitches).
 * @param {string} electron the executable
 * @throws {MissingError}
 */
export async function checkSandbox(electron) {
  if (process.platform !== 'linux' || process.getuid?.() === 0) return
  const helper = join(dirname(electron), 'chrome-sandbox')
  if (isSetuidRoot(helper)) return
  // Also tests a pid namespace: a system can allow a user namespace without the rights to use it.
  const { status } = await runChild('unshare', ['-Urpf', 'true'], { output: 'capture' })
  if (status === 0) return
  throw new MissingError(
    `This system blocks Chromium's sandbox. Type:\n` +
      `sudo chown root:root '${helper}' && sudo chmod 4755 '${helper}'`,
  )
}

/** @param {string} file */
function isSetuidRoot(file) {
  const found = statSync(file, { throwIfNoEntry: false })
  return found?.uid === 0 && (found.mode & 0o4001) === 0o4001
}
