import { trainingPlatform } from '#shared/model/app/saved-platform'
import { shellNumberIn } from '#shared/model/locks/shell-number'
import { isLockAction } from '#shared/model/changes/change'
import type { JournalEntry } from '#shared/model/changes/change'
import type { Name } from '#shared/model/name'
import type { Texts } from '../../i18n/use-texts'
import { hostOf } from '../../entities/platform/host-of'
import { requestedAssets } from '../../entities/asset/search-assets'
import { fieldsOf, textOf } from './json-parts'
import { shownName } from '../../names/shown-name'

/** What a change is about: a lock by its number, anything else by its name. */
export interface Subject {
  /** Shown in groups, copied without them; null if it is not about a lock. */
  readonly number: string | null
  readonly text: string
}

const named = (...texts: readonly Name[]): Name => texts.find((text) => text !== '') ?? ''

/** The employee's name at that time. */
export const employeeOf = ({ memberName, request, key }: JournalEntry): Name => {
  const fields = fieldsOf(request)
  return named(memberName ?? '', textOf(fields['memberName']), textOf(fields['userName']), key)
}

/** The customer of a customer change. */
export const customerOf = ({ request, key }: JournalEntry): Name => {
  const fields = fieldsOf(request)
  return named(textOf(fields['customerName']), textOf(fields['channelCustomerId']), key)
}

/** Another platform than the open one, by its address. */
export const platformText = (elsewhere: string, { t }: Pick<Texts, 't'>): string =>
  elsewhere === trainingPlatform ? t('common.training') : elsewhere

/** The same for a row, by its host. */
export const platformName = (elsewhere: string, texts: Pick<Texts, 't'>): string =>
  hostOf(platformText(elsewhere, texts))

export const subjectOf = (entry: JournalEntry, { tn }: Pick<Texts, 'tn'>): Subject => {
  const { action, shellNumber, key, request } = entry
  if (isLockAction(action)) return { number: shellNumber ?? key, text: '' }
  const fields = fieldsOf(request)
  switch (action) {
    case 'lend':
      return { number: shellNumber ?? key, text: shownName(employeeOf(entry)) }
    case 'assign':
    case 'add-employee':
    case 'edit-employee':
    case 'reset-password':
    case 'delete-employee':
      return { number: null, text: shownName(employeeOf(entry)) }
    case 'bind-customer':
    case 'create-enterprise':
    case 'update-customer':
      return { number: null, text: shownName(customerOf(entry)) }
    case 'order':
      return { number: null, text: textOf(fields['channelOrderId']) || key }
    case 'allocate':
      return { number: null, text: tn('journal.shellNumbers', Number(textOf(fields['size'])) || 0) }
  }
}

/** The subject in a row of the log: of an assignment also its only lock. */
export const rowSubjectOf = (entry: JournalEntry, texts: Pick<Texts, 'tn'>): Subject => {
  const subject = subjectOf(entry, texts)
  if (entry.action !== 'assign') return subject
  const { addAssets, deleteAssets } = requestedAssets(entry)
  const [only, second] = [...addAssets, ...deleteAssets]
  return { ...subject, number: only === undefined || second !== undefined ? null : shellNumberIn(only) }
}
