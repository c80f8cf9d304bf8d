import type { EndTime } from '#shared/model/api/timestamp'
import type { Translator } from './explain'
import { exactDate } from './times'

/** “Nov 30, 2027”, “No expiry” or “Unknown date”. */
export const endDate = (end: EndTime, { t, language }: Translator): string => {
  if (typeof end === 'number') return exactDate(end, language)
  return t(end === null ? 'common.days.none' : 'common.days.unknown')
}
