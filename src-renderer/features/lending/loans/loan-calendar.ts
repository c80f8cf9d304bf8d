import { dayAfter } from '#shared/model/calendar-day'
import type { Loan } from '#shared/model/changes/loan'
import { groupShellNumber } from '#shared/model/locks/shell-number'
import type { Translator } from '../../../i18n/explain'
import { fullName } from '../../../names/shown-name'

// Due dates as all-day events of an iCalendar file (RFC 5545).

/** A due date is an event while the lock is out. */
export const isInCalendar = ({ dueOn, state }: Loan): boolean =>
  dueOn !== null && state !== 'closed' && state !== 'returned'

const maxOctets = 75
const encoder = new TextEncoder()

/** Splits a content line into lines of at most 75 octets. A character is not split. */
export const foldLine = (line: string): string => {
  const lines: string[] = []
  let current = ''
  let octets = 0
  for (const character of line) {
    const length = encoder.encode(character).length
    if (octets + length > maxOctets) {
      lines.push(current)
      // The space at the start of the next line counts too.
      current = ' '
      octets = 1
    }
    current += character
    octets += length
  }
  return [...lines, current].join('\r\n')
}

export const escapeText = (text: string): string =>
  text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    // Control characters are not allowed in a file.
    .replace(/[^\P{Cc}\n]/gu, ' ')
    .replace(/[\\;,]/g, String.raw`\$&`)
    .replaceAll('\n', String.raw`\n`)

const dateOf = (day: string): string => day.replaceAll('-', '')

/** A UTC time such as `20261130T083000Z`. */
const timestampOf = (now: number): string => new Date(now).toISOString().replace(/[-:]|\.\d+/g, '')

/** The same for the same loan, so that a second import replaces its event; a later loan gets another one. */
const uidOf = ({ borrowedUsbKey, memberGlobalId, lentHere }: Loan): string =>
  `${encodeURIComponent(`${borrowedUsbKey} ${memberGlobalId ?? ''} ${lentHere?.since ?? ''}`)}@lock-desk`

const eventOf = (loan: Loan, dueOn: string, now: number, { t }: Translator): readonly string[] => {
  const { borrowedUsbKey, shellNumber, memberName, enterpriseName, enterpriseGlobalId, assets, note } = loan
  const number = shellNumber === null ? borrowedUsbKey : groupShellNumber(shellNumber)
  const summary =
    memberName === null
      ? t('lending.export.event', { number })
      : t('lending.export.eventOf', { number, name: fullName(memberName) })
  const enterprise = fullName(enterpriseName) ?? enterpriseGlobalId
  const facts = [enterprise, assets.map(({ assetNum }) => assetNum).join(' '), fullName(note)]
  return [
    'BEGIN:VEVENT',
    `UID:${uidOf(loan)}`,
    `DTSTAMP:${timestampOf(now)}`,
    `DTSTART;VALUE=DATE:${dateOf(dueOn)}`,
    `DTEND;VALUE=DATE:${dateOf(dayAfter(dueOn, 1))}`,
    `SUMMARY:${escapeText(summary)}`,
    `DESCRIPTION:${escapeText(facts.filter((fact) => fact !== '').join('\n'))}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ]
}

export const loanCalendar = (loans: readonly Loan[], now: number, translator: Translator): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Lock Desk//Lock Desk//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    ...loans.flatMap((loan) => (loan.dueOn === null ? [] : eventOf(loan, loan.dueOn, now, translator))),
    'END:VCALENDAR',
  ]
    .map((line) => `${foldLine(line)}\r\n`)
    .join('')
