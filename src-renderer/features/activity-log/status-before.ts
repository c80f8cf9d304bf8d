import type { JournalEntry } from '#shared/model/changes/change'
import type { Translator } from '../../i18n/explain'

/** “Frozen, Disabled”: all states at the time of the request. */
export const statusBefore = ({ statesBefore }: JournalEntry, { t, language }: Translator): string =>
  (statesBefore ?? ['unknown'])
    .map((state) => t(`common.state.${state}`))
    .join(language === 'zh' ? '、' : ', ')
