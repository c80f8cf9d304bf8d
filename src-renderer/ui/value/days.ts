import { normalized } from '#shared/normalized'
import { dayOf } from '#shared/model/calendar-day'

/** Accepts half-width and full-width digits and punctuation. */
const plain = (typed: string): string => normalized(typed).trim()

const written = (year: number, month: number, day: number): string | null => {
  const date = new Date(year, month - 1, day, 12)
  const isThatDay = date.getFullYear() === year && date.getMonth() === month - 1 && date.getDate() === day
  return isThatDay ? dayOf(date) : null
}

/**
 * Reads a typed day and returns it as `2026-11-30`. Accepts dashes, dots, slashes, `20261130` and
 * `2026年11月30日`; without a year it is the next such day from `now` (ms). Null if the text is not a day.
 */
export const readDay = (typed: string, now: number): string | null => {
  const text = plain(typed)
  const whole =
    /^(\d{4})\s*[-/.。年]\s*(\d{1,2})\s*[-/.。月]\s*(\d{1,2})\s*日?$/.exec(text) ??
    /^(\d{4})(\d{2})(\d{2})$/.exec(text)
  if (whole !== null) return written(Number(whole[1]), Number(whole[2]), Number(whole[3]))
  const short = /^(\d{1,2})\s*[-/.。月]\s*(\d{1,2})\s*日?$/.exec(text)
  if (short === null) return null
  const [month, day] = [Number(short[1]), Number(short[2])]
  const today = new Date(now)
  const year = today.getFullYear()
  const isPast = month < today.getMonth() + 1 || (month === today.getMonth() + 1 && day < today.getDate())
  const next = isPast ? year + 1 : year
  // A February 29 can be eight years away: 2100 is no leap year.
  for (let candidate = next; candidate <= next + 8; candidate += 1) {
    const found = written(candidate, month, day)
    if (found !== null) return found
  }
  return null
}
