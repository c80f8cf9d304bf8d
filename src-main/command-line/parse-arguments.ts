import { parseArgs } from 'node:util'
import type { LockAction } from '#shared/model/changes/change'
import { fail, succeed } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import { launchSwitches } from '../app/launch-options'
import type { NumberSource, UsageFailure } from './usage'
import { parseOrderCommand } from './work-orders/parse-order-command'
import type { ParsedOrderCommand } from './work-orders/parse-order-command'

export type ParsedCommand =
  | { readonly name: 'help' | 'version' }
  | { readonly name: 'devices' | 'jobs' | 'journal verify' | 'journal export' | 'policy' }
  | { readonly name: 'lookup'; readonly numbers: NumberSource }
  | {
      readonly name: LockAction
      readonly numbers: NumberSource
      readonly operatorIdentity: string
      /** Also sends numbers that are on no known list. */
      readonly includeUnlisted: boolean
    }
  | ParsedOrderCommand

export interface CommandLine {
  readonly command: ParsedCommand
  /** JSON lines instead of text. */
  readonly json: boolean
}

const ownOptions = {
  json: { type: 'boolean' },
  help: { type: 'boolean' },
  file: { type: 'string' },
  operator: { type: 'string' },
  yes: { type: 'boolean' },
  'include-unlisted': { type: 'boolean' },
  'work-order': { type: 'string' },
  'leave-out': { type: 'string' },
  out: { type: 'string' },
  words: { type: 'string' },
  employee: { type: 'string' },
  note: { type: 'string' },
  'valid-days': { type: 'string' },
  'not-before': { type: 'string' },
  new: { type: 'boolean' },
} as const
const options = { ...launchSwitches, ...ownOptions }

const ofChange = ['file', 'operator', 'yes', 'include-unlisted', 'work-order', 'leave-out', 'out']
/** The options of each command besides `--json`, `--help` and the app's own. */
const commandOptions: Readonly<Record<string, readonly string[]>> = {
  devices: [],
  lookup: ['file'],
  disable: ofChange,
  enable: ofChange,
  jobs: [],
  'journal verify': [],
  'journal export': [],
  'work-order key': ['out', 'new', 'yes'],
  'work-order keys': [],
  'work-order trust': ['words'],
  'work-order withdraw': ['words'],
  'work-order sign': ['file', 'employee', 'operator', 'yes', 'out', 'note', 'valid-days', 'not-before'],
  'work-order show': [],
  'work-order run': ['operator', 'yes', 'leave-out', 'out'],
  'work-order result': ['out'],
  'work-order compare': [],
  policy: [],
  version: [],
  help: [],
}

const problem = (code: UsageFailure['code'], subject = '') =>
  fail<UsageFailure>({ code, message: subject === '' ? code : `${code}: ${subject}`, subject })

/**
 * The arguments from the command on, and whether there is one. A word is a command; a path or an address is something to
 * open in the window. In a checkout the first argument without dashes is the app's own folder.
 */
export const hasCommand = (args: readonly string[], isPackaged: boolean): boolean =>
  positionalsOf(args, isPackaged).some(isCommandWord) || isBareQuestion(args, isPackaged)

const isCommandWord = (text: string | undefined): boolean =>
  text !== undefined && /^[a-z][a-z-]*$/i.test(text)

const tokensOf = (args: readonly string[]) =>
  parseArgs({ args: [...args], strict: false, allowPositionals: true, tokens: true, options }).tokens

const positionalsOf = (args: readonly string[], isPackaged: boolean): readonly string[] =>
  tokensOf(args)
    .flatMap((token) => (token.kind === 'positional' ? [token.value] : []))
    .slice(isPackaged ? 0 : 1, isPackaged ? 1 : 2)

/** `lock-desk --help` and `lock-desk --version`. */
const isBareQuestion = (args: readonly string[], isPackaged: boolean): boolean =>
  isPackaged && args.length === 1 && (args[0] === '--help' || args[0] === '--version')

const numbersOf = (
  texts: readonly string[],
  file: string | undefined,
  isInputTaken: boolean,
): Outcome<NumberSource, UsageFailure> => {
  const hasInput = texts.includes('-')
  if (file === undefined && texts.length === 0) return problem('no-numbers')
  if ((file !== undefined && texts.length > 0) || (hasInput && texts.length > 1))
    return problem('several-sources')
  if (hasInput && isInputTaken) return problem('standard-input-taken')
  if (hasInput) return succeed({ from: 'standard-input' })
  return succeed(file === undefined ? { from: 'arguments', texts } : { from: 'file', path: file })
}

/** Parses the arguments after Electron's and Chromium's own, which stand before the command. */
export const parseCommandLine = (
  args: readonly string[],
  isPackaged: boolean,
): Outcome<CommandLine, UsageFailure> => {
  if (isBareQuestion(args, isPackaged)) {
    return succeed({ command: { name: args[0] === '--help' ? 'help' : 'version' }, json: false })
  }
  const tokens = tokensOf(args)
  const [word = ''] = positionalsOf(args, isPackaged)
  const start = tokens.findIndex((token) => token.kind === 'positional' && token.value === word)
  const values = new Map<string, string | true>()
  for (const [at, token] of tokens.entries()) {
    if (token.kind !== 'option') continue
    const known = options[token.name as keyof typeof options] as
      (typeof options)[keyof typeof options] | undefined
    // Switches of Electron and Chromium.
    if (known === undefined && at < start) continue
    if (known === undefined || (known.type === 'boolean' && token.value !== undefined)) {
      return problem('unknown-option', token.rawName)
    }
    const { value } = token
    const isMissing = value === undefined || value === '' || (!token.inlineValue && /^-./.test(value))
    if (known.type === 'string' && isMissing) return problem('option-without-value', token.rawName)
    values.set(token.name, value ?? true)
  }
  const text = (name: keyof typeof ownOptions): string | undefined => {
    const value = values.get(name)
    return typeof value === 'string' ? value : undefined
  }
  const rest = tokens.slice(start + 1).flatMap((token) => (token.kind === 'positional' ? [token.value] : []))
  const json = values.has('json')
  if (values.has('help')) return succeed({ command: { name: 'help' }, json })

  const isPair = (word === 'journal' || word === 'work-order') && rest[0] !== undefined
  const name = isPair ? `${word} ${rest.shift() ?? ''}` : word
  const allowed = commandOptions[name]
  if (allowed === undefined) return problem('unknown-command', name)
  const foreign = Object.keys(ownOptions).find(
    (option) => values.has(option) && option !== 'json' && !allowed.includes(option),
  )
  if (foreign !== undefined) return problem('unknown-option', `--${foreign}`)
  const done = (command: ParsedCommand) => succeed({ command, json })

  const isChange = name === 'disable' || name === 'enable'
  if (name.startsWith('work-order ') || (isChange && values.has('work-order'))) {
    const parsed = parseOrderCommand(name, {
      rest,
      text,
      has: (option) => values.has(option),
      numbers: (texts) => numbersOf(texts, text('file'), values.has('keys-from-stdin')),
      problem,
    })
    return parsed.ok ? done(parsed.value) : parsed
  }
  const orderOption = ['leave-out', 'out'].find((option) => values.has(option))
  if (isChange && orderOption !== undefined) return problem('unknown-option', `--${orderOption}`)
  if (name === 'lookup' || isChange) {
    const numbers = numbersOf(rest, text('file'), values.has('keys-from-stdin'))
    if (!numbers.ok) return numbers
    if (name === 'lookup') return done({ name, numbers: numbers.value })
    const operatorIdentity = text('operator')?.trim() ?? ''
    if (operatorIdentity === '') return problem('no-operator')
    if (!values.has('yes')) return problem('no-yes')
    const includeUnlisted = values.has('include-unlisted')
    return done({ name, numbers: numbers.value, operatorIdentity, includeUnlisted })
  }
  if (rest[0] !== undefined) return problem('unexpected-argument', rest[0])
  return done({ name: name as Extract<ParsedCommand, { readonly name: 'jobs' | 'help' }>['name'] })
}
