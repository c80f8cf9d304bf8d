import type { JournalEntry } from '#shared/model/changes/change'
import type { Texts } from '../../i18n/use-texts'
import { requestedAssets } from '../asset/search-assets'

/** What an assignment does to its locks; null of any other change, and where its request does not say. */
export const assignmentOf = (
  entry: Pick<JournalEntry, 'action' | 'request'>,
): 'assign' | 'withdraw' | 'assign-and-withdraw' | null => {
  if (entry.action !== 'assign') return null
  const { addAssets, deleteAssets } = requestedAssets(entry)
  if (addAssets.length === 0) return deleteAssets.length === 0 ? null : 'withdraw'
  return deleteAssets.length === 0 ? 'assign' : 'assign-and-withdraw'
}

/** The action of a change that is known: of an assignment whether locks were assigned or withdrawn, unless both were. */
export const actionText = (
  entry: Pick<JournalEntry, 'action' | 'request'>,
  { t }: Pick<Texts, 't'>,
): string => {
  const assignment = assignmentOf(entry)
  if (assignment === 'assign') return t('common.onlyAssign')
  if (assignment === 'withdraw') return t('common.onlyWithdraw')
  return t(`common.action.${entry.action}`)
}
