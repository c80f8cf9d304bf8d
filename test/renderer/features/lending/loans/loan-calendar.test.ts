import { afterEach, describe, expect, it } from 'vitest'
import {
  escapeText,
  foldLine,
  isInCalendar,
  loanCalendar,
} from '../../../../../src-renderer/features/lending/loans/loan-calendar'
import { translatorIn } from '../../../support/mount-component'
import { loan } from '../../../support/samples'

const now = Date.UTC(2026, 10, 24, 8, 30)
const octets = (text: string) => new TextEncoder().encode(text).length

/** Reads the file as a calendar does: unfolds the lines, then splits names and values. */
const eventsOf = (file: string): Record<string, string>[] => {
  expect(file.endsWith('\r\n')).toBe(true)
  expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  for (const line of file.split('\r\n')) expect(octets(line)).toBeLessThanOrEqual(75)
  const lines = file.replaceAll('\r\n ', '').trimEnd().split('\r\n')
  expect([lines[0], lines.at(-1)]).toEqual(['BEGIN:VCALENDAR', 'END:VCALENDAR'])
  const events: Record<string, string>[] = []
  for (const line of lines) {
    const [name = '', ...value] = line.split(':')
    if (line === 'BEGIN:VEVENT') events.push({})
    const event = events.at(-1)
    if (event !== undefined && !['BEGIN', 'END'].includes(name)) event[name] = value.join(':')
  }
  return events
}
const calendar = (loans: Parameters<typeof loanCalendar>[0], language: 'en' | 'zh' = 'en', at = now) =>
  loanCalendar(loans, at, translatorIn(language))

const zone = process.env['TZ']
afterEach(() => {
  if (zone === undefined) delete process.env['TZ']
  else process.env['TZ'] = zone
})

describe('the calendar of loans', () => {
  it('has an all-day event for each due date', () => {
    const dated = loan({ dueOn: '2026-11-30', note: 'Ring first; then, call\nback \\ end' })
    expect(eventsOf(calendar([dated, loan()]))).toEqual([
      {
        UID: 'LD8000000019%20member-1%20@lock-desk',
        DTSTAMP: '20261124T083000Z',
        'DTSTART;VALUE=DATE': '20261130',
        'DTEND;VALUE=DATE': '20261201',
        SUMMARY: 'Lock 8000 000 019 is due: Chen Yu',
        DESCRIPTION: String.raw`North Bridge Engineering Ltd\nRing first\; then\, call\nback \\ end`,
        TRANSP: 'TRANSPARENT',
      },
    ])
    expect(eventsOf(calendar([{ ...dated, memberName: null }], 'zh'))[0]?.['SUMMARY']).toBe(
      '加密锁 8000 000 019 到期归还',
    )
  })

  it('keeps the event of a loan whose due date changes, and has another one for a later loan', () => {
    const lentAt = (since: number) => ({ since, operatorIdentity: 'Li Wei', jobId: 'j' })
    const uid = (part: Parameters<typeof loan>[0], at = now) =>
      eventsOf(calendar([loan({ dueOn: '2026-11-30', lentHere: lentAt(1), ...part })], 'en', at))[0]?.['UID']
    expect(uid({ dueOn: '2026-12-24', note: 'later' }, now + 1)).toBe(uid({}))
    expect(uid({ lentHere: lentAt(2) })).not.toBe(uid({}))
    expect(uid({ memberGlobalId: 'member-2' })).not.toBe(uid({}))
    expect(uid({ borrowedUsbKey: 'LD8000000020' })).not.toBe(uid({}))
    // An ID with characters of the file format breaks no line.
    expect(uid({ memberGlobalId: 'a\r\nBEGIN:VEVENT' })).not.toContain('\n')
  })

  it('leaves out closed loans and loans without a due date', () => {
    expect(isInCalendar(loan({ dueOn: '2026-11-30', state: 'not-listed' }))).toBe(true)
    expect(isInCalendar(loan({ dueOn: '2026-11-30', state: 'closed' }))).toBe(false)
    expect(isInCalendar(loan())).toBe(false)
  })

  it.each([
    ['Pacific/Kiritimati', '2026-12-31', '20270101'],
    ['Pacific/Pago_Pago', '2028-02-28', '20280229'],
    // The next day has no midnight.
    ['America/Santiago', '2026-09-05', '20260906'],
    ['Europe/Berlin', '2026-03-28', '20260329'],
    ['Europe/Berlin', '2026-10-25', '20261026'],
    ['Asia/Shanghai', '2026-11-30', '20261201'],
  ])('has the same days in %s', (name, dueOn, end) => {
    process.env['TZ'] = name
    expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(name)
    expect(eventsOf(calendar([loan({ dueOn })]))[0]).toMatchObject({
      DTSTAMP: '20261124T083000Z',
      'DTSTART;VALUE=DATE': dueOn.replaceAll('-', ''),
      'DTEND;VALUE=DATE': end,
    })
  })
})

describe('a line', () => {
  it.each([
    ['of 75 octets', 'a'.repeat(75), 1],
    ['of 76 octets', 'a'.repeat(76), 2],
    ['of 149 octets', 'a'.repeat(149), 2],
    ['of 150 octets', 'a'.repeat(150), 3],
    ['of Chinese characters', '锁'.repeat(200), 9],
    ['of characters outside the basic plane', '😀'.repeat(100), 6],
  ])('%s is folded between characters', (_what, text, lines) => {
    const folded = foldLine(text).split('\r\n')
    expect(folded).toHaveLength(lines)
    for (const line of folded) {
      expect(octets(line)).toBeLessThanOrEqual(75)
      expect(line).not.toMatch(/[\ud800-\udbff]$|^ ?[\udc00-\udfff]/)
    }
    expect(foldLine(text).replaceAll('\r\n ', '')).toBe(text)
  })

  it('has no control characters', () => {
    expect(escapeText('a\u0000b\u001bc\td\r\ne\rf\u2028g')).toBe(String.raw`a b c d\ne\nf\ng`)
  })
})
