import type { ChangeAction, ChangeState } from '#shared/model/changes/change'
import type { Translator } from '../../i18n/explain'
import { groupedNumber } from '../../i18n/times'

/** “Disabled: 12”, for each result of a job. */
export const jobResultTexts = (
  action: ChangeAction,
  states: ReadonlyMap<ChangeState, number>,
  { t, language }: Translator,
): readonly string[] =>
  [...states].map(([state, count]) =>
    t('common.filter.chosen', {
      facet: t(`common.outcome.${action}.${state}`),
      what: groupedNumber(count, language),
    }),
  )
