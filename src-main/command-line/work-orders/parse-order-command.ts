import type { LockAction } from '#shared/model/changes/change'
import { maxValidDays } from '#shared/model/changes/work-order'
import { plainName } from '#shared/model/visible-text'
import { succeed } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import type { NumberSource, UsageFailure } from '../usage'
import type { OrderRequest, OrderRequestOf } from './order-protocol'

/** A command for work orders; paths are as typed, and the numbers of an order to sign are not read yet. */
export type ParsedOrderCommand =
  | Exclude<OrderRequest, { readonly name: 'work-order sign' }>
  | (Omit<OrderRequestOf<'work-order sign'>, 'numbers'> & { readonly numbers: NumberSource })

interface Arguments {
  /** What stands behind the command, without options. */
  readonly rest: readonly string[]
  readonly text: (
    option:
      | 'operator'
      | 'work-order'
      | 'leave-out'
      | 'out'
      | 'words'
      | 'employee'
      | 'note'
      | 'valid-days'
      | 'not-before',
  ) => string | undefined
  readonly has: (option: string) => boolean
  readonly numbers: (texts: readonly string[]) => Outcome<NumberSource, UsageFailure>
  readonly problem: (
    code: UsageFailure['code'],
    subject?: string,
  ) => { readonly ok: false; readonly error: UsageFailure }
}

const defaultValidDays = 7
/** Signed files take no longer names. */
const maxNameLength = 200

const actionOf = (word: string | undefined): LockAction | null =>
  word === 'disable' || word === 'enable' ? word : null

/** Midnight of this computer's clock; null if the text is no date. */
const dayOf = (text: string): number | null => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return null
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number)
  const date = new Date(year, month - 1, day)
  return date.getMonth() === month - 1 && date.getDate() === day ? date.getTime() : null
}

type Parsed = Outcome<ParsedOrderCommand, UsageFailure>

/** The operator of a change that `--yes` confirms. */
const confirmedOperator = ({ text, has, problem }: Arguments): Outcome<string, UsageFailure> => {
  const operator = plainName(text('operator') ?? '').slice(0, maxNameLength)
  if (operator === '') return problem('no-operator')
  return has('yes') ? succeed(operator) : problem('no-yes')
}

type SignedAction = OrderRequestOf<'work-order sign'>['action']
const signedActionOf = (word: string | undefined): SignedAction | null =>
  word === 'assign' || word === 'withdraw' ? word : actionOf(word)

const parseSign = (args: Arguments): Parsed => {
  const { rest, text, numbers: numbersOf, problem } = args
  const [word, ...texts] = rest
  const action = signedActionOf(word)
  if (action === null) return problem('unknown-command', `work-order sign ${word ?? ''}`.trim())
  const numbers = numbersOf(texts)
  if (!numbers.ok) return numbers
  const employee = text('employee') ?? null
  const needsEmployee = actionOf(word) === null
  if (needsEmployee !== (employee !== null))
    return needsEmployee ? problem('no-employee') : problem('unknown-option', '--employee')
  const operator = confirmedOperator(args)
  if (!operator.ok) return operator
  const out = text('out')
  if (out === undefined) return problem('no-out')
  const validDays = Number(text('valid-days') ?? defaultValidDays)
  if (!Number.isInteger(validDays) || validDays < 1 || validDays > maxValidDays)
    return problem('invalid-days', String(maxValidDays))
  const day = text('not-before')
  const notBefore = day === undefined ? null : dayOf(day)
  if (day !== undefined && notBefore === null) return problem('invalid-date', day)
  return succeed({
    name: 'work-order sign',
    action,
    numbers: numbers.value,
    employee,
    operatorIdentity: operator.value,
    note: text('note') ?? '',
    notBefore,
    validDays,
    out,
  })
}

const parseRun = (
  { action, file }: { readonly action: LockAction | null; readonly file: string },
  args: Arguments,
): Parsed => {
  const { text } = args
  const operator = confirmedOperator(args)
  if (!operator.ok) return operator
  return succeed({
    name: 'work-order run',
    action,
    file,
    leaveOut: (text('leave-out') ?? '').split(/[\s,，]+/u).filter((number) => number !== ''),
    operatorIdentity: operator.value,
    out: text('out') ?? null,
  })
}

/** Parses `work-order …`, and `disable` and `enable` with `--work-order`. */
export const parseOrderCommand = (name: string, args: Arguments): Parsed => {
  const { rest, text, has, problem } = args
  const action = actionOf(name)
  if (action !== null) {
    if (rest.length > 0 || has('file')) return problem('several-sources')
    if (has('include-unlisted')) return problem('unknown-option', '--include-unlisted')
    return parseRun({ action, file: text('work-order') ?? '' }, args)
  }
  if (name === 'work-order sign') return parseSign(args)
  const fileCounts: Readonly<Record<string, number>> = {
    'work-order trust': 1,
    'work-order show': 1,
    'work-order run': 1,
    'work-order result': 1,
    'work-order compare': 2,
  }
  const files = fileCounts[name] ?? 0
  const [file = '', second = ''] = rest
  const tooMany = rest[files]
  if (tooMany !== undefined) return problem('unexpected-argument', tooMany)
  if (rest.length < files) return problem('no-path')
  const words = text('words') ?? ''
  const out = text('out') ?? null
  switch (name) {
    case 'work-order keys':
      return succeed({ name })
    case 'work-order trust':
      return words === '' ? problem('no-words') : succeed({ name, file, words })
    case 'work-order withdraw':
      return words === '' ? problem('no-words') : succeed({ name, words })
    case 'work-order run':
      return parseRun({ action: null, file }, args)
    case 'work-order show':
      return succeed({ name, file })
    case 'work-order result':
      return out === null ? problem('no-out') : succeed({ name, file, out })
    case 'work-order compare':
      return succeed({ name, file, result: second })
    default:
      if (has('new') !== has('yes')) return problem(has('new') ? 'no-yes' : 'unknown-option', '--yes')
      return succeed({ name: 'work-order key', out, isNew: has('new') })
  }
}
