import { succeed } from '#shared/outcome'
import { standardInput, usageProblem } from '../command-form'
import type { CommandForm, GivenOptions, ParsedOutcome, UsageFailure } from '../command-form'
import { parseAdminUrl } from '../../branch/database/database-address'

/** Every process of this computer can read arguments. */
const checkDatabase = ({ text }: GivenOptions): UsageFailure | null => {
  const url = text('database')
  if (url === undefined || url === standardInput) return null
  const read = parseAdminUrl(url)
  if (!read.ok) return usageProblem('invalid-database').error
  return read.value.password === null ? null : usageProblem('password-in-arguments').error
}

const adminOf = ({ text }: GivenOptions) => ({ database: text('database') ?? null, ca: text('ca') ?? null })

const whenSound = (given: GivenOptions, read: () => ParsedOutcome): ParsedOutcome => {
  const error = checkDatabase(given)
  return error === null ? read() : { ok: false, error }
}

/** `branch …` */
export const branchForms: readonly CommandForm[] = [
  {
    name: 'branch create',
    operands: 'files',
    files: [],
    required: ['database'],
    optional: [['ca']],
    read: (given) => whenSound(given, () => succeed({ name: 'branch create', ...adminOf(given) })),
  },
  {
    name: 'branch add-computer',
    operands: 'files',
    files: ['NAME'],
    required: ['out'],
    optional: [['server'], ['database'], ['ca']],
    read: (given, computer) =>
      whenSound(given, () =>
        succeed({
          name: 'branch add-computer',
          ...adminOf(given),
          computer,
          out: given.text('out') ?? '',
          server: given.text('server') ?? null,
        }),
      ),
  },
  {
    name: 'branch computers',
    operands: 'files',
    files: [],
    optional: [['database'], ['ca']],
    read: (given) => whenSound(given, () => succeed({ name: 'branch computers', ...adminOf(given) })),
  },
  {
    name: 'branch remove-computer',
    operands: 'files',
    files: ['NAME'],
    optional: [['database'], ['ca']],
    read: (given, computer) =>
      whenSound(given, () => succeed({ name: 'branch remove-computer', ...adminOf(given), computer })),
  },
  {
    name: 'branch join',
    operands: 'files',
    files: ['FILE'],
    read: (_given, file) => succeed({ name: 'branch join', file }),
  },
  { name: 'branch status', operands: 'files', files: [], read: () => succeed({ name: 'branch status' }) },
  { name: 'branch leave', operands: 'files', files: [], read: () => succeed({ name: 'branch leave' }) },
]
