import type { LockAction } from '#shared/model/changes/change'
import { succeed } from '#shared/outcome'
import { dryRunIn, usageOf } from './command-form'
import type { BareCommand, CommandForm } from './command-form'
import { branchForms } from './branch/branch-forms'
import { orderForms } from './work-orders/order-forms'

/** A command of its name only. */
const bareForm = (command: BareCommand): CommandForm => ({
  name: command.name,
  operands: 'files',
  files: [],
  read: () => succeed(command),
})

const changeForm = (name: LockAction): CommandForm => ({
  name,
  operands: 'numbers',
  required: ['operator', 'yes'],
  optional: [['include-unlisted'], ['dry-run']],
  read: (given, numbers) =>
    succeed({
      name,
      numbers,
      operatorIdentity: given.text('operator')?.trim() ?? '',
      includeUnlisted: given.has('include-unlisted'),
      ...dryRunIn(given),
    }),
})

const listedForms: readonly CommandForm[] = [
  bareForm({ name: 'devices' }),
  { name: 'lookup', operands: 'numbers', read: (_given, numbers) => succeed({ name: 'lookup', numbers }) },
  changeForm('disable'),
  changeForm('enable'),
  ...orderForms,
  ...branchForms,
  bareForm({ name: 'jobs' }),
  bareForm({ name: 'journal verify' }),
  bareForm({ name: 'journal export' }),
  bareForm({ name: 'policy' }),
  bareForm({ name: 'version' }),
]

/** The only list of commands: what each takes, its help, and how it is read. */
export const commandForms: readonly CommandForm[] = [...listedForms, bareForm({ name: 'help' })]

/** The commands in the help, one a line. */
export const commandList = listedForms.map((form) => `  lock-desk ${usageOf(form)}`).join('\n')
