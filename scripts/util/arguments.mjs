import { parseArgs } from 'node:util'
import { messageOf, UsageError } from './outcome.mjs'

/**
 * Parses a script's arguments: options take a value, flags do not, lists take a value each time.
 * @template {string} Name
 * @template {string} [Flag=never]
 * @template {string} [List=never]
 * @param {readonly string[]} args the arguments of the script
 * @param {readonly Name[]} names the known options, without dashes
 * @param {string} usage the usage line, shown with every error
 * @param {{ flags?: readonly Flag[], lists?: readonly List[], positionals?: boolean }} [more]
 * @returns {{ values: Partial<Record<Name, string> & Record<Flag, boolean> & Record<List, string[]>>, positionals: string[] }}
 * @throws {UsageError} for anything else
 */
export function readArguments(
  args,
  names,
  usage,
  { flags = [], lists = [], positionals: allowPositionals = false } = {},
) {
  const options = {
    ...Object.fromEntries(names.map((name) => [name, { type: /** @type {const} */ ('string') }])),
    ...Object.fromEntries(
      lists.map((name) => [name, { type: /** @type {const} */ ('string'), multiple: true }]),
    ),
    ...Object.fromEntries(flags.map((name) => [name, { type: /** @type {const} */ ('boolean') }])),
  }
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals, strict: true })
    return {
      values: /** @type {Partial<Record<Name, string> & Record<Flag, boolean> & Record<List, string[]>>} */ (
        values
      ),
      positionals,
    }
  } catch (error) {
    throw new UsageError(`${messageOf(error)}\n${usage}`)
  }
}

/**
 * @param {string} option its name, for the message
 * @param {string | undefined} value
 * @param {string} usage
 * @throws {UsageError} unless it is an http(s) URL
 */
export function checkUrl(option, value, usage) {
  if (value === undefined) return
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw new UsageError(
      `--${option} must be a URL that starts with http:// or https://, not "${value}".\n${usage}`,
    )
  }
}

/**
 * @param {string} option
 * @param {string | undefined} value
 * @param {string} usage
 * @returns {number | undefined} a whole number, not negative
 * @throws {UsageError}
 */
export function wholeNumber(option, value, usage) {
  if (value === undefined) return undefined
  const number = Number(value)
  if (!/^\d+$/.test(value) || !Number.isSafeInteger(number)) {
    throw new UsageError(`--${option} must be a whole number, not "${value}".\n${usage}`)
  }
  return number
}
