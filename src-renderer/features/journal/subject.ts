import { isLockAction } from '#shared/model/change'
import type { JournalEntry } from '#shared/model/change'
import type { Texts } from '../../i18n/use-texts'
import { fieldsOf, textOf } from './json-parts'

/** Whom or what a change is about: a lock by its number, anything else by its name. */
export interface Subject {
  /** To be shown in groups, and copied bare; null where it is about no lock. */
  readonly number: string | null
  readonly words: string
}

const named = (...texts: readonly string[]): string => texts.find((text) => text !== '') ?? ''

/** The employee, as they were called then. */
export const employeeOf = ({ memberName, request, key }: JournalEntry): string => {
  const fields = fieldsOf(request)
  return named(memberName ?? '', textOf(fields['memberName']), textOf(fields['userName']), key)
}

/** The customer that a change of a customer is about. */
export const customerOf = ({ request, key }: JournalEntry): string => {
  const fields = fieldsOf(request)
  return named(textOf(fields['customerName']), textOf(fields['channelCustomerId']), key)
}

export const subjectOf = (entry: JournalEntry, { tn }: Pick<Texts, 'tn'>): Subject => {
  const { action, shellNumber, key, request } = entry
  if (isLockAction(action)) return { number: shellNumber ?? key, words: '' }
  const fields = fieldsOf(request)
  switch (action) {
    case 'lend':
      return { number: shellNumber ?? key, words: employeeOf(entry) }
    case 'assign':
    case 'add-employee':
    case 'edit-employee':
    case 'reset-password':
    case 'delete-employee':
      return { number: null, words: employeeOf(entry) }
    case 'bind-customer':
    case 'create-enterprise':
    case 'update-customer':
      return { number: null, words: customerOf(entry) }
    case 'order':
      return { number: null, words: named(textOf(fields['channelOrderId']), key) }
    case 'allocate':
      return { number: null, words: tn('journal.shellNumbers', Number(textOf(fields['size'])) || 0) }
  }
}
