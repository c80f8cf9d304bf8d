import { homedir, tmpdir } from 'node:os'
import { MissingError } from '../util/outcome.mjs'
import { isWritableFolder } from '../util/paths.mjs'

/**
 * Checks that this user's home folder and temporary folder can be written: npm keeps its downloads there, Electron its
 * profile and sockets. Without them both end with a stack trace.
 * @throws {MissingError}
 */
export function checkOwnFolders() {
  checkTemporaryFolder()
  const home = homedir()
  if (isWritableFolder(home)) return
  throw new MissingError(
    `The home folder ${home} cannot be written. npm and Electron keep files in it. ${typeWith('HOME="$(mktemp -d)"')}`,
  )
}

/** @throws {MissingError} if it cannot be written */
export function checkTemporaryFolder() {
  if (isWritableFolder(tmpdir())) return
  throw new MissingError(`The temporary folder ${tmpdir()} cannot be written. ${typeWith('TMPDIR=/tmp')}`)
}

/**
 * The command that was typed, with a variable before it.
 * @param {string} assignment in the notation of a POSIX shell
 */
function typeWith(assignment) {
  const script = process.env.npm_lifecycle_event ?? 'start'
  const command = ['start', 'test'].includes(script) ? `npm ${script}` : `npm run ${script}`
  return process.platform === 'win32' ? 'Choose another.' : `Type:\n${assignment} ${command}`
}
