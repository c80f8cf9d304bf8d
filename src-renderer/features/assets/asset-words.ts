import { isLicenseType, licenseTypes } from '#shared/model/license-types'
import { lockStates } from '#shared/model/lock-record'
import type { LockRecord } from '#shared/model/lock-record'
import type { Words } from '../../i18n/explain'
import { monthName } from '../../i18n/times'
import type { AssetRow, EndSpan, MonthSpan } from './asset-facets'

export const typeWord = (type: string, { t, language }: Words): string => {
  if (type === '') return t('words.unknownType')
  return isLicenseType(type) ? licenseTypes[type][language] : type
}

export const chipWord = (chip: string, { t }: Words): string =>
  chip === '' ? t('desk.facts.notKnown') : t('desk.facts.chipGeneration', { n: chip })

export const holderWord = ({ holder }: LockRecord): string | null =>
  holder === null ? null : (holder.name ?? holder.memberGlobalId)

/** “Mar” and “3” under a column, “March 2027” in words. */
export const monthWord = ({ from }: MonthSpan, { language }: Words, style: 'short' | 'long'): string => {
  if (style === 'short' && language === 'zh') return String(new Date(from).getMonth() + 1)
  return monthName(from, language, style)
}

export const spanWord = (span: EndSpan, months: readonly MonthSpan[], words: Words): string => {
  const month = months.find((one) => one.span === span)
  if (month !== undefined) return monthWord(month, words, 'long')
  if (span === 'ended' || span === 'later' || span === 'never') return words.t(`assets.ends.${span}`)
  const days = /^within-(\d+)$/.exec(span)?.[1]
  return days === undefined ? span : words.t('assets.ends.within', { n: days })
}

/** Sorted by the order in which states tell most. */
export const stateRank = ({ states }: AssetRow): number => lockStates.indexOf(states[0])

/** As a spreadsheet sorts it, by this computer's place. */
export const sheetDate = (time: number | null): string => {
  if (time === null) return ''
  const date = new Date(time)
  return [
    String(date.getFullYear()).padStart(4, '0'),
    String(date.getMonth() + 1).padStart(2, '0'),
    String(date.getDate()).padStart(2, '0'),
  ].join('-')
}
