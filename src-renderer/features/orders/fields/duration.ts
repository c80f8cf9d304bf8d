import type { Language } from '../../../i18n/i18n'

/** A duration in whole years, months and days, as in `timeDurationExpression`. */
export interface Duration {
  readonly years: number
  readonly months: number
  readonly days: number
}

/** Larger values are typing errors. */
export const maxCount = 9999

/** `1-6-0` is one year and six months (docs/api.md, section 2.1: “y-m-d”); null for anything else. */
export const parseDuration = (expression: string): Duration | null => {
  const found = /^(\d{1,4})-(\d{1,4})-(\d{1,4})$/.exec(expression.trim())
  if (found === null) return null
  const [years = 0, months = 0, days = 0] = found.slice(1).map(Number)
  return years + months + days === 0 ? null : { years, months, days }
}

export const writeDuration = ({ years, months, days }: Duration): string =>
  [years, months, days].map((count) => Math.min(maxCount, Math.max(0, Math.trunc(count)))).join('-')

const english = (count: number, unit: string): string => `${String(count)} ${unit}${count === 1 ? '' : 's'}`

/** “1 year 6 months”, “1 年 6 个月”. */
export const formatDuration = ({ years, months, days }: Duration, language: Language): string => {
  const parts =
    language === 'zh'
      ? [
          [years, `${String(years)} 年`],
          [months, `${String(months)} 个月`],
          [days, `${String(days)} 天`],
        ]
      : [
          [years, english(years, 'year')],
          [months, english(months, 'month')],
          [days, english(days, 'day')],
        ]
  return parts.flatMap(([count, text]) => (count === 0 ? [] : [text])).join(' ')
}
