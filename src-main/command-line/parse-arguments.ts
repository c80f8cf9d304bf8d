import { parseArgs } from 'node:util'
import { plainName } from '#shared/model/visible-text'
import { succeed } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import { launchSwitches } from '../app/launch-options'
import { commandOptions, optionsOf, signedActions, usageProblem } from './command-form'
import type {
  CommandForm,
  GivenOptions,
  NumberSource,
  OptionName,
  ParsedOutcome,
  ParsedCommand,
  UsageFailure,
} from './command-form'
import { commandForms } from './command-table'

export interface CommandLine {
  readonly command: ParsedCommand
  /** JSON lines instead of text. */
  readonly json: boolean
}

const options = { ...launchSwitches, ...commandOptions }
const optionNames = Object.keys(commandOptions) as OptionName[]

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
type Token = ReturnType<typeof tokensOf>[number]

const positionalsOf = (args: readonly string[], isPackaged: boolean): readonly string[] =>
  tokensOf(args)
    .flatMap((token) => (token.kind === 'positional' ? [token.value] : []))
    .slice(isPackaged ? 0 : 1, isPackaged ? 1 : 2)

/** `lock-desk --help` and `lock-desk --version`. */
const isBareQuestion = (args: readonly string[], isPackaged: boolean): boolean =>
  isPackaged && args.length === 1 && (args[0] === '--help' || args[0] === '--version')

type Values = ReadonlyMap<string, string | true>

/** The options by name. Those that are not known before the command are switches of Electron and Chromium. */
const readOptions = (tokens: readonly Token[], commandAt: number): Outcome<Values, UsageFailure> => {
  const values = new Map<string, string | true>()
  for (const [at, token] of tokens.entries()) {
    if (token.kind !== 'option') continue
    const known = options[token.name as keyof typeof options] as
      (typeof options)[keyof typeof options] | undefined
    if (known === undefined && at < commandAt) continue
    if (known === undefined || (known.type === 'boolean' && token.value !== undefined))
      return usageProblem('unknown-option', token.rawName)
    const { value } = token
    const isMissing = value === undefined || value === '' || (!token.inlineValue && /^-./.test(value))
    if (known.type === 'string' && isMissing) return usageProblem('option-without-value', token.rawName)
    values.set(token.name, value ?? true)
  }
  return succeed(values)
}

const readNumberSource = (
  texts: readonly string[],
  file: string | undefined,
  isInputTaken: boolean,
): Outcome<NumberSource, UsageFailure> => {
  const hasInput = texts.includes('-')
  if (file === undefined && texts.length === 0) return usageProblem('no-numbers')
  if ((file !== undefined && texts.length > 0) || (hasInput && texts.length > 1))
    return usageProblem('several-sources')
  if (hasInput && isInputTaken) return usageProblem('standard-input-taken')
  if (hasInput) return succeed({ from: 'standard-input' })
  return succeed(file === undefined ? { from: 'arguments', texts } : { from: 'file', path: file })
}

/** The first required option that is missing; an operator without a visible character is none. */
const checkRequired = ({ required = [] }: CommandForm, { text, has }: GivenOptions): UsageFailure | null => {
  // A dry run sends nothing that would need a confirmation.
  const needed = has('dry-run') ? required.filter((name) => name !== 'yes') : required
  const missing = needed.find((name) =>
    name === 'operator' ? plainName(text(name) ?? '') === '' : !has(name),
  )
  if (missing === undefined) return null
  const option = commandOptions[missing]
  return 'missing' in option ? usageProblem(option.missing).error : null
}

/** What follows the name, then the required options, then the values. */
const readForm = (
  form: CommandForm,
  rest: readonly string[],
  given: GivenOptions,
  isInputTaken: boolean,
): ParsedOutcome => {
  const whenComplete = (read: () => ParsedOutcome): ParsedOutcome => {
    const error = checkRequired(form, given)
    return error === null ? read() : { ok: false, error }
  }
  switch (form.operands) {
    case 'no-numbers':
      if (rest.length > 0 || given.has('file')) return usageProblem('several-sources')
      return whenComplete(() => form.read(given))
    case 'numbers': {
      const numbers = readNumberSource(rest, given.text('file'), isInputTaken)
      return numbers.ok ? whenComplete(() => form.read(given, numbers.value)) : numbers
    }
    case 'action-and-numbers': {
      const [word = '', ...texts] = rest
      const action = signedActions.find((known) => known === word)
      if (action === undefined) return usageProblem('unknown-command', `${form.name} ${word}`.trim())
      const numbers = readNumberSource(texts, given.text('file'), isInputTaken)
      if (!numbers.ok) return numbers
      const error = form.check(given, action)
      return error === null
        ? whenComplete(() => form.read(given, numbers.value, action))
        : { ok: false, error }
    }
    case 'files': {
      const tooMany = rest[form.files.length]
      if (tooMany !== undefined) return usageProblem('unexpected-argument', tooMany)
      if (rest.length < form.files.length) return usageProblem('no-path')
      return whenComplete(() => form.read(given, ...rest))
    }
  }
}

/** The form of a command, and what follows its name; undefined if there is none. */
const findForm = (word: string, positionals: readonly string[], hasOrder: boolean) => {
  const [second, ...others] = positionals
  const isPair = second !== undefined && commandForms.some((form) => form.name.startsWith(`${word} `))
  const name = isPair ? `${word} ${second}` : word
  const forms = commandForms.filter((form) => form.name === name)
  const form = forms.find(({ operands }) => (operands === 'no-numbers') === hasOrder) ?? forms[0]
  return { name, form, rest: isPair ? others : positionals }
}

/** The first option that the command does not have. */
const foreignOption = (form: CommandForm, values: Values): OptionName | undefined => {
  const taken: readonly OptionName[] = ['json', ...optionsOf(form)]
  return optionNames.find((option) => values.has(option) && !taken.includes(option))
}

const givenIn = (values: Values): GivenOptions => ({
  text: (option) => {
    const value = values.get(option)
    return typeof value === 'string' ? value : undefined
  },
  has: (option) => values.has(option),
})

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
  const commandAt = tokens.findIndex((token) => token.kind === 'positional' && token.value === word)
  const read = readOptions(tokens, commandAt)
  if (!read.ok) return read
  const values = read.value
  const json = values.has('json')
  if (values.has('help')) return succeed({ command: { name: 'help' }, json })

  const positionals = tokens
    .slice(commandAt + 1)
    .flatMap((token) => (token.kind === 'positional' ? [token.value] : []))
  const { name, form, rest } = findForm(word, positionals, values.has('work-order'))
  if (form === undefined) return usageProblem('unknown-command', name)
  const foreign = foreignOption(form, values)
  if (foreign !== undefined) return usageProblem('unknown-option', `--${foreign}`)
  const command = readForm(form, rest, givenIn(values), values.has('keys-from-stdin'))
  return command.ok ? succeed({ command: command.value, json }) : command
}
