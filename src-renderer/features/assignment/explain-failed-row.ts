import type { Name } from '#shared/model/name'
import { groupShellNumber } from '#shared/model/locks/shell-number'
import { explainEntry } from '../../i18n/explain'
import type { Explanation, Translator } from '../../i18n/explain'
import type { FailedRow } from '../../entities/assignment/assignment-outcome'
import { shownName } from '../../names/shown-name'

const codes = ['60023', '60024', '60025', '60026', '60028'] as const
type Code = (typeof codes)[number]
const isCode = (code: string | undefined): code is Code => codes.some((known) => known === code)

type Outcomes = FailedRow['outcomes']

/** The numbers of these assets, or how many there are where none is named. */
const numbersText = (named: Outcomes, count: number, { t, language }: Translator): string =>
  named.length === 0
    ? t('assign.oneOf', { n: count })
    : named
        .map(({ move: { record } }) => groupShellNumber(record.shellNumber ?? record.assetNum))
        .join(language === 'zh' ? '、' : ', ')

/** Explains why an employee's assets were not changed, with the employee and the asset numbers. */
export const explainFailedRow = (
  failedRow: FailedRow,
  translator: Translator,
  /** The holder's name in the current list. */
  holderOf: (failedRow: Outcomes[number]) => Name | null,
  explanation: Explanation = explainEntry(failedRow.entry, translator),
): Explanation => {
  const { entry, reason, outcomes, namedNumbers } = failedRow
  const code = reason?.kind === 'platform' ? reason.failure.businessCode : undefined
  if (entry.state !== 'failed' || !isCode(code)) return explanation
  const namedOutcomes = outcomes.filter(({ move }) => namedNumbers.includes(move.record.assetNum))
  const explained = outcomes.length === 1 ? outcomes : namedOutcomes
  const [only] = explained.length === 1 ? explained : []
  const holder = only === undefined ? null : holderOf(only)
  const holderKey = code === '60028' && holder !== null ? 'assign.rejected.60028.whatHolder' : null
  return {
    ...explanation,
    what: translator.t(holderKey ?? `assign.rejected.${code}.what`, {
      name: shownName(entry.memberName) ?? entry.memberGlobalId ?? '',
      numbers: numbersText(explained, outcomes.length, translator),
      holder: shownName(holder) ?? '',
    }),
    next: translator.t(`assign.rejected.${code}.next`),
  }
}
