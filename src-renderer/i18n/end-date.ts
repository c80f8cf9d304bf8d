import type { EndTime } from '#shared/model/api/timestamp'
import type { TimeZone } from '#shared/model/time-zone'
import type { Translator } from './explain'
import { exactDate } from './times'

/** In the platform's zone: “Nov 30, 2027”, “No expiry” or “Unknown date”. */
export const endDate = (end: EndTime, { t, language }: Translator, zone: TimeZone): string => {
  if (typeof end === 'number') return exactDate(end, language, zone)
  return t(end === null ? 'common.days.none' : 'common.days.unknown')
}
