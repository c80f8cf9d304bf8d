import { dayOf, noonOf } from '#shared/model/calendar-day'
import type { TimeZone } from '#shared/model/time-zone'
import { isLicenseType, licenseTypes } from '#shared/model/api/license-types'
import { knownTime, unknownTime } from '#shared/model/api/timestamp'
import type { EndTime } from '#shared/model/api/timestamp'
import { lockStates } from '#shared/model/locks/lock-record'
import type { LockRecord } from '#shared/model/locks/lock-record'
import type { Name } from '#shared/model/name'
import type { Translator } from '../../i18n/explain'
import { monthName } from '../../i18n/times'
import type { AssetRow, ExpiryRange, MonthSpan } from './asset-facets'

export const typeText = (type: string, { t, language }: Translator): string => {
  if (type === '') return t('common.unknownType')
  return isLicenseType(type) ? licenseTypes[type][language] : type
}

export const chipText = (chip: string, { t }: Translator): string =>
  chip === '' ? t('common.unknown') : t('common.generation', { n: chip })

export const holderText = ({ holder }: LockRecord): Name | null =>
  holder === null ? null : (holder.name ?? holder.memberGlobalId)

/** “Mar” and “3” below a column, “March 2027” in text. */
export const monthText = ({ span }: MonthSpan, { language }: Translator, style: 'short' | 'long'): string => {
  if (style === 'short' && language === 'zh') return String(Number(span.slice(5)))
  return monthName(noonOf(`${span}-15`), language, style)
}

export const spanText = (span: ExpiryRange, months: readonly MonthSpan[], translator: Translator): string => {
  const month = months.find((month) => month.span === span)
  if (month !== undefined) return monthText(month, translator, 'long')
  if (span === 'unknown') return translator.t('common.days.unknown')
  if (span === 'ended' || span === 'later' || span === 'never') return translator.t(`assets.ends.${span}`)
  const days = /^within-(\d+)$/.exec(span)?.[1]
  return days === undefined ? span : translator.t('assets.ends.within', { n: days })
}

/** Sorts by the importance of the first state. */
export const stateRank = ({ states }: AssetRow): number => lockStates.indexOf(states[0])

/** The end of a validity; an unknown one as the platform wrote it. */
export const sheetEnd = (end: EndTime, { t }: Translator, zone: TimeZone): string => {
  const unknown = unknownTime(end)
  return unknown === null
    ? sheetDate(knownTime(end), zone)
    : t('common.days.unknownValue', { value: unknown })
}

/** A date that spreadsheets can sort, in the platform's zone. */
const sheetDate = (time: number | null, zone: TimeZone): string => (time === null ? '' : dayOf(time, zone))
