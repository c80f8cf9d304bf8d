import { groupShellNumber } from '#shared/model/shell-number'
import { explainEntry } from '../i18n/explain'
import type { Explanation, Words } from '../i18n/explain'
import type { Trouble } from './assignment-outcome'

const codes = ['60023', '60024', '60025', '60026', '60028'] as const
type Code = (typeof codes)[number]
const isCode = (code: string | undefined): code is Code => codes.some((one) => one === code)

/** Why an employee's assets were not changed, with the person and the numbers that it is about. */
export const explainTrouble = (
  trouble: Trouble,
  words: Words,
  /** Who has an asset by the list as it is now. */
  holderOf: (trouble: Trouble['outcomes'][number]) => string | null,
): Explanation => {
  const { entry, reason, outcomes, named } = trouble
  const usual = explainEntry(entry, words)
  const code = reason?.kind === 'platform' ? reason.failure.businessCode : undefined
  if (entry.state !== 'failed' || !isCode(code)) return usual
  const about = outcomes.filter(({ move }) => named.includes(move.record.assetNum))
  const [only] = outcomes.length === 1 ? outcomes : about.length === 1 ? about : []
  const numbers =
    only === undefined && about.length === 0
      ? words.t('assign.oneOf', { n: outcomes.length })
      : (only === undefined ? about : [only])
          .map(({ move: { record } }) => groupShellNumber(record.shellNumber ?? record.assetNum))
          .join(words.language === 'zh' ? '、' : ', ')
  const holder = only === undefined ? null : holderOf(only)
  const about60028 = code === '60028' && holder !== null ? 'assign.refused.60028.whatHolder' : null
  return {
    ...usual,
    what: words.t(about60028 ?? `assign.refused.${code}.what`, {
      name: entry.memberName ?? entry.memberGlobalId ?? '',
      numbers,
      holder: holder ?? '',
    }),
    next: words.t(`assign.refused.${code}.next`),
  }
}
