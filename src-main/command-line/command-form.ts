import type { LockAction } from '#shared/model/changes/change'
import { fail } from '#shared/outcome'
import type { Failure, Outcome } from '#shared/outcome'
import type { BranchRequest } from './branch/branch-protocol'
import type { OrderRequest, OrderRequestOf } from './work-orders/order-protocol'

/** Where the numbers of a command come from. */
export type NumberSource =
  | { readonly from: 'arguments'; readonly texts: readonly string[] }
  | { readonly from: 'file'; readonly path: string }
  | { readonly from: 'standard-input' }

/** A command that is its name only. */
export type BareCommand =
  | { readonly name: 'help' | 'version' }
  | { readonly name: 'devices' | 'jobs' | 'journal verify' | 'journal export' | 'policy' }

/** A command as typed: paths are relative, and numbers are not read yet. */
export type ParsedCommand =
  | BareCommand
  | { readonly name: 'lookup'; readonly numbers: NumberSource }
  | {
      readonly name: LockAction
      readonly numbers: NumberSource
      readonly operatorIdentity: string
      /** Also sends numbers that are on no known list. */
      readonly includeUnlisted: boolean
      readonly dryRun?: true
    }
  | BranchRequest
  | Exclude<OrderRequest, { readonly name: 'work-order sign' }>
  | (Omit<OrderRequestOf<'work-order sign'>, 'numbers'> & { readonly numbers: NumberSource })

export interface UsageFailure extends Failure<
  | 'unknown-command'
  | 'unknown-option'
  | 'option-without-value'
  | 'unexpected-argument'
  | 'no-numbers'
  | 'several-sources'
  | 'no-operator'
  | 'no-yes'
  | 'standard-input-taken'
  | 'no-path'
  | 'no-out'
  | 'no-words'
  | 'no-employee'
  | 'invalid-days'
  | 'invalid-date'
  | 'no-database'
  | 'invalid-database'
  | 'password-in-arguments'
> {
  /** The command, option or argument that is wrong. */
  readonly subject: string
}

export const usageProblem = (code: UsageFailure['code'], subject = '') =>
  fail<UsageFailure>({ code, message: subject === '' ? code : `${code}: ${subject}`, subject })

export type ParsedOutcome = Outcome<ParsedCommand, UsageFailure>

interface Option {
  /** As `parseArgs` takes it. */
  readonly type: 'boolean' | 'string'
  /** Its value in the help. */
  readonly value?: string
  /** The problem of a command that needs the option and does not have it. */
  readonly missing?: UsageFailure['code']
}

/** The options of commands. Of several that a command does not take, the first one here is named. */
export const commandOptions = {
  json: { type: 'boolean' },
  help: { type: 'boolean' },
  file: { type: 'string', value: 'FILE' },
  operator: { type: 'string', value: 'NAME', missing: 'no-operator' },
  yes: { type: 'boolean', missing: 'no-yes' },
  'include-unlisted': { type: 'boolean' },
  'dry-run': { type: 'boolean' },
  'work-order': { type: 'string', value: 'FILE' },
  'leave-out': { type: 'string', value: 'NUMBER,…' },
  out: { type: 'string', value: 'FILE', missing: 'no-out' },
  words: { type: 'string', value: '"WORD WORD WORD WORD WORD WORD"', missing: 'no-words' },
  employee: { type: 'string', value: 'ID' },
  note: { type: 'string', value: 'TEXT' },
  'valid-days': { type: 'string', value: 'N' },
  'not-before': { type: 'string', value: 'YYYY-MM-DD' },
  new: { type: 'boolean' },
  database: { type: 'string', value: 'URL', missing: 'no-database' },
  server: { type: 'string', value: 'HOST' },
  ca: { type: 'string', value: 'FILE' },
} as const satisfies Readonly<Record<string, Option>>
export type OptionName = keyof typeof commandOptions
type TextOption = {
  [Name in OptionName]: (typeof commandOptions)[Name]['type'] extends 'string' ? Name : never
}[OptionName]

/** In the place of a file or an address. */
export const standardInput = '-'

/** The options as typed. */
export interface GivenOptions {
  /** Undefined without the option; never empty. */
  readonly text: (option: TextOption) => string | undefined
  readonly has: (option: OptionName) => boolean
}

/** What follows the name of a command, and how the command is read from it. */
type Operands =
  | {
      readonly operands: 'files'
      /** By their words in the help; none for a command without operands. */
      readonly files: readonly string[]
      readonly read: (given: GivenOptions, ...files: string[]) => ParsedOutcome
    }
  | {
      /** The numbers are those of `--work-order`. */
      readonly operands: 'no-numbers'
      readonly read: (given: GivenOptions) => ParsedOutcome
    }
  | {
      /** Numbers, a file of them (`--file`) or standard input (`-`). */
      readonly operands: 'numbers'
      readonly read: (given: GivenOptions, numbers: NumberSource) => ParsedOutcome
    }
  | {
      readonly operands: 'action-and-numbers'
      readonly read: (given: GivenOptions, numbers: NumberSource, action: SignedAction) => ParsedOutcome
      /** The problem with options that depend on the action. */
      readonly check: (given: GivenOptions, action: SignedAction) => UsageFailure | null
    }

/** One form of a command; of a command with two forms, one is chosen by `--work-order`. */
export type CommandForm = Operands & {
  /** One word or two. */
  readonly name: string
  /** In the order in which a missing one is named. */
  readonly required?: readonly OptionName[]
  /** Options that belong together are one group. */
  readonly optional?: readonly (readonly OptionName[])[]
  /** Options that the help lists apart. */
  readonly further?: readonly OptionName[]
}

export const signedActions = ['disable', 'enable', 'assign', 'withdraw'] as const
export type SignedAction = (typeof signedActions)[number]

/** Nothing is sent: every row that would be is reported as `would-send`. */
export const dryRunIn = ({ has }: GivenOptions): { readonly dryRun?: true } =>
  has('dry-run') ? { dryRun: true } : {}

/** Every option that a form takes. `--file` beside `--work-order` has a problem of its own. */
export const optionsOf = ({ operands, required = [], optional = [], further = [] }: CommandForm) => {
  const source: readonly OptionName[] = operands === 'files' ? [] : ['file']
  return [...source, ...required, ...optional.flat(), ...further]
}

const helpOf = (name: OptionName): string => {
  const option: Option = commandOptions[name]
  return option.value === undefined ? `--${name}` : `--${name} ${option.value}`
}

const operandsHelp = (form: CommandForm): readonly string[] => {
  const numbers = `(NUMBER… | ${helpOf('file')} | -)`
  switch (form.operands) {
    case 'files':
      return form.files
    case 'no-numbers':
      return []
    case 'numbers':
      return [numbers]
    case 'action-and-numbers':
      return ['ACTION', numbers]
  }
}

/** The form in the help, after the program's name. */
export const usageOf = (form: CommandForm): string => {
  const { name, required = [], optional = [], further = [] } = form
  return [
    name,
    ...operandsHelp(form),
    ...required.map(helpOf),
    ...optional.map((group) => `[${group.map(helpOf).join(' ')}]`),
    ...(further.length > 0 ? ['[OPTIONS]'] : []),
  ].join(' ')
}
