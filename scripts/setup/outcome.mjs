/** How every script ends: 0 well, 1 it ran and something failed, 2 wrong usage, 3 something is missing here. */
export const exitStatus = Object.freeze({ ok: 0, failed: 1, usage: 2, missing: 3 })

/** The person asked for something this script does not know. The message ends with the usage line. */
export class UsageError extends Error {
  /** @override */
  name = 'UsageError'
}

/** This machine lacks something; the message says what to type. */
export class MissingError extends Error {
  /** @override */
  name = 'MissingError'
}

/** Something was carried out and failed, and what was wrong has been printed already. */
export class FailedError extends Error {
  /** @override */
  name = 'FailedError'
}

/**
 * The exit status for what a script threw.
 * @param {unknown} thrown
 * @returns {number}
 */
export function statusOf(thrown) {
  if (thrown instanceof UsageError) return exitStatus.usage
  if (thrown instanceof MissingError) return exitStatus.missing
  return exitStatus.failed
}

/**
 * Tells the person how the set-up goes. Always stderr: programs that are started through a script own stdout.
 * @param {string} line
 */
export function say(line) {
  process.stderr.write(`${line}\n`)
}

/**
 * Runs a script's main function and turns its outcome into the exit status. Expected trouble is told in plain
 * words, anything else with its stack.
 * @param {() => Promise<number | undefined>} main answers the exit status; undefined leaves the process to end by itself
 */
export async function runScript(main) {
  try {
    const status = await main()
    if (status !== undefined) process.exitCode = status
  } catch (thrown) {
    const status = statusOf(thrown)
    const isExpected = status !== exitStatus.failed || thrown instanceof FailedError
    say(
      thrown instanceof Error ? ((isExpected ? undefined : thrown.stack) ?? thrown.message) : String(thrown),
    )
    process.exitCode = status
  }
}
