import type { LockAction } from '#shared/model/changes/change'
import { maxValidDays } from '#shared/model/changes/work-order'
import { plainName } from '#shared/model/visible-text'
import { succeed } from '#shared/outcome'
import { dryRunIn, usageProblem } from '../command-form'
import type {
  CommandForm,
  GivenOptions,
  NumberSource,
  ParsedOutcome,
  SignedAction,
  UsageFailure,
} from '../command-form'

const defaultValidDays = 7
/** Signed files take no longer names. */
const maxNameLength = 200

const operatorIdentityIn = ({ text }: GivenOptions): string =>
  plainName(text('operator') ?? '').slice(0, maxNameLength)

/** Midnight of this computer's clock; null if the text is no date. */
const dayOf = (text: string): number | null => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return null
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number)
  const date = new Date(year, month - 1, day)
  return date.getMonth() === month - 1 && date.getDate() === day ? date.getTime() : null
}

const readKey = ({ text, has }: GivenOptions): ParsedOutcome => {
  if (has('new') !== has('yes')) return usageProblem(has('new') ? 'no-yes' : 'unknown-option', '--yes')
  return succeed({ name: 'work-order key', out: text('out') ?? null, isNew: has('new') })
}

/** An employee is named where assets are assigned or withdrawn, and nowhere else. */
const checkEmployee = ({ has }: GivenOptions, action: SignedAction): UsageFailure | null => {
  const needsEmployee = action === 'assign' || action === 'withdraw'
  if (needsEmployee === has('employee')) return null
  return (needsEmployee ? usageProblem('no-employee') : usageProblem('unknown-option', '--employee')).error
}

const readSign = (given: GivenOptions, numbers: NumberSource, action: SignedAction): ParsedOutcome => {
  const { text } = given
  const validDays = Number(text('valid-days') ?? defaultValidDays)
  if (!Number.isInteger(validDays) || validDays < 1 || validDays > maxValidDays)
    return usageProblem('invalid-days', String(maxValidDays))
  const day = text('not-before')
  const notBefore = day === undefined ? null : dayOf(day)
  if (day !== undefined && notBefore === null) return usageProblem('invalid-date', day)
  return succeed({
    name: 'work-order sign',
    action,
    numbers,
    employee: text('employee') ?? null,
    operatorIdentity: operatorIdentityIn(given),
    note: text('note') ?? '',
    notBefore,
    validDays,
    out: text('out') ?? '',
  })
}

const readRun = (given: GivenOptions, file: string, action: LockAction | null): ParsedOutcome =>
  succeed({
    name: 'work-order run',
    action,
    file,
    leaveOut: (given.text('leave-out') ?? '').split(/[\s,，]+/u).filter((number) => number !== ''),
    operatorIdentity: operatorIdentityIn(given),
    out: given.text('out') ?? null,
    ...dryRunIn(given),
  })

const changeByOrder = (action: LockAction): CommandForm => ({
  name: action,
  operands: 'no-numbers',
  required: ['work-order', 'operator', 'yes'],
  optional: [['leave-out'], ['out'], ['dry-run']],
  read: (given) => readRun(given, given.text('work-order') ?? '', action),
})

/** `work-order …`, and `disable` and `enable` with `--work-order`. */
export const orderForms: readonly CommandForm[] = [
  {
    name: 'work-order key',
    operands: 'files',
    files: [],
    optional: [['out'], ['new', 'yes']],
    read: readKey,
  },
  { name: 'work-order keys', operands: 'files', files: [], read: () => succeed({ name: 'work-order keys' }) },
  {
    name: 'work-order trust',
    operands: 'files',
    files: ['FILE'],
    required: ['words'],
    read: ({ text }, file) => succeed({ name: 'work-order trust', file, words: text('words') ?? '' }),
  },
  {
    name: 'work-order withdraw',
    operands: 'files',
    files: [],
    required: ['words'],
    read: ({ text }) => succeed({ name: 'work-order withdraw', words: text('words') ?? '' }),
  },
  {
    name: 'work-order sign',
    operands: 'action-and-numbers',
    required: ['operator', 'yes', 'out'],
    further: ['employee', 'note', 'valid-days', 'not-before'],
    check: checkEmployee,
    read: readSign,
  },
  {
    name: 'work-order show',
    operands: 'files',
    files: ['FILE'],
    read: (_given, file) => succeed({ name: 'work-order show', file }),
  },
  {
    name: 'work-order run',
    operands: 'files',
    files: ['FILE'],
    required: ['operator', 'yes'],
    optional: [['leave-out'], ['out'], ['dry-run']],
    read: (given, file) => readRun(given, file, null),
  },
  changeByOrder('disable'),
  changeByOrder('enable'),
  {
    name: 'work-order result',
    operands: 'files',
    files: ['FILE'],
    required: ['out'],
    read: ({ text }, file) => succeed({ name: 'work-order result', file, out: text('out') ?? '' }),
  },
  {
    name: 'work-order compare',
    operands: 'files',
    files: ['FILE', 'RESULT'],
    read: (_given, file, result) => succeed({ name: 'work-order compare', file, result }),
  },
]
