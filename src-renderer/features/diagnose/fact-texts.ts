import { findingFacts } from '#shared/model/app/diagnosis'
import type { FactKind, Finding } from '#shared/model/app/diagnosis'
import { languageTags } from '../../i18n/i18n'
import type { Language } from '../../i18n/i18n'
import { spaceNumbers } from '../../i18n/spacing'
import { dayAndTime, exactDate, groupedNumber } from '../../i18n/times'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

const withUnit = (value: number, unit: string, language: Language, narrow = false): string => {
  const format = new Intl.NumberFormat(languageTags[language], {
    style: 'unit',
    unit,
    unitDisplay: narrow ? 'narrow' : 'short',
    maximumFractionDigits: value < 10 ? 1 : 0,
  })
  return spaceNumbers(format.format(value))
}

const lengths: readonly (readonly [string, number])[] = [
  ['day', day],
  ['hour', hour],
  ['minute', minute],
  ['second', second],
]

/** “12 ms”, “3 min”: in the largest unit that fits. */
export const formatDuration = (ms: number, language: Language): string => {
  const length = Math.abs(ms)
  const fitting = lengths.find(([, size]) => length >= size)
  if (fitting === undefined) return withUnit(Math.round(length), 'millisecond', language)
  const [unit, size] = fitting
  return withUnit(length / size, unit, language)
}

/** “1.2 GB”; also in Chinese, where the localized unit name is uncommon. */
export const formatBytes = (bytes: number, language: Language): string => {
  const steps = ['kilobyte', 'megabyte', 'gigabyte'] as const
  const fitting = Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(1024)) - 1
  const step = Math.min(Math.max(fitting, 0), steps.length - 1)
  return withUnit(bytes / 1024 ** (step + 1), steps[step] ?? 'kilobyte', language, language === 'zh')
}

/** Near times with minutes, distant ones as a date. */
const formatTime = (time: number, now: number, language: Language): string =>
  Math.abs(time - now) > 7 * day ? exactDate(time, language) : dayAndTime(time, language)

/** A fact as readable text. The facts of a redacted finding are text already. */
const formatFact = (
  kind: FactKind,
  value: unknown,
  { language, now, list }: { readonly language: Language; readonly now: number; readonly list: string },
): string => {
  if (Array.isArray(value)) return value.join(list)
  if (typeof value !== 'number') return typeof value === 'string' ? value : ''
  switch (kind) {
    case 'bytes':
      return formatBytes(value, language)
    case 'duration':
      return formatDuration(value, language)
    case 'time':
      return formatTime(value, now, language)
    default:
      return groupedNumber(value, language)
  }
}

export const formatFacts = (
  finding: Finding,
  translator: { readonly language: Language; readonly now: number; readonly list: string },
): Record<string, string> => {
  const facts: Readonly<Record<string, unknown>> = finding.facts
  const kinds: Readonly<Record<string, FactKind>> = findingFacts[finding.code]
  return Object.fromEntries(
    Object.entries(kinds).map(([name, kind]) => [name, formatFact(kind, facts[name], translator)]),
  )
}
