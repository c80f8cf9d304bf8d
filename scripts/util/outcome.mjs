/** Exit statuses of all scripts: 0 success, 1 failure, 2 wrong usage, 3 something is missing on this computer. */
export const exitStatus = Object.freeze({ ok: 0, failed: 1, usage: 2, missing: 3 })

/** Unknown or invalid arguments. The message ends with the usage line. */
export class UsageError extends Error {
  /** @override */
  name = 'UsageError'
}

/** Something is missing on this computer. The message contains the command that adds it. */
export class MissingError extends Error {
  /** @override */
  name = 'MissingError'
}

/** A failure whose details have already been printed. */
export class FailedError extends Error {
  /** @override */
  name = 'FailedError'
}

/**
 * The message of what was thrown, or the value itself as text, since anything can be thrown.
 * @param {unknown} thrown
 */
export const messageOf = (thrown) => (thrown instanceof Error ? thrown.message : String(thrown))

/** What to do about errors of the file system that lie in this computer, by their codes. */
const diskRemedies = new Map([
  ['ENOSPC', 'The disk is full. Free some space, then type the command again.'],
  ['EDQUOT', 'Your share of the disk is full. Free some space, then type the command again.'],
  ['EROFS', 'The disk is read-only. Clone the project to another one.'],
  ['EACCES', 'Another user owns it. Clone the project as the user who runs it.'],
])

/** @param {unknown} thrown */
function diskRemedy(thrown) {
  const { code = '', syscall } = /** @type {NodeJS.ErrnoException} */ (thrown instanceof Error ? thrown : {})
  // A port below 1024 is denied with the same code.
  return syscall === 'listen' ? undefined : diskRemedies.get(code)
}

/**
 * The exit status for a thrown error.
 * @param {unknown} thrown
 * @returns {number}
 */
export function statusOf(thrown) {
  if (thrown instanceof UsageError) return exitStatus.usage
  if (thrown instanceof MissingError || diskRemedy(thrown)) return exitStatus.missing
  return exitStatus.failed
}

/**
 * Prints a message of the set-up to stderr, because stdout belongs to the program that a script starts.
 * @param {string} line
 */
export function printMessage(line) {
  process.stderr.write(`${line}\n`)
}

/**
 * Runs the main function of a script and sets the exit status. Expected errors are printed as a message, others
 * with a stack trace. Variables of the shell with which the programs would do something else are removed.
 * @param {() => Promise<number | undefined>} main returns the exit status; undefined lets the process exit on
 * its own
 */
export async function runScript(main) {
  // A terminal that an Electron program opened may have it; Electron then runs as Node.
  delete process.env.ELECTRON_RUN_AS_NODE
  // In production, npm and Vue leave out what tests need.
  delete process.env.NODE_ENV
  try {
    const status = await main()
    if (status !== undefined) process.exitCode = status
  } catch (thrown) {
    const status = statusOf(thrown)
    const isExpected = status !== exitStatus.failed || thrown instanceof FailedError
    const stack = thrown instanceof Error && !isExpected ? thrown.stack : undefined
    printMessage(stack ?? messageOf(thrown))
    const remedy = diskRemedy(thrown)
    if (remedy) printMessage(remedy)
    process.exitCode = status
  }
}
