import { describe, expect, it } from 'vitest'
import { changeActions } from '#shared/model/change'
import { encodeJournal, exportColumns } from '../../../../src-renderer/features/journal/export-journal'
import { createTexts } from '../../support/texts'
import { entryFor, journalFacts } from '../../support/journal-samples'

const text = createTexts('en').global.t as unknown as (
  key: string,
  named?: object,
  options?: object,
) => string
const words = {
  t: (key: string, named = {}) => text(key, named),
  tn: (key: string, n: number, named = {}) => text(key, { ...named, n }, { plural: n }),
  language: 'en' as const,
}
const read = async (count: number) => {
  const entries = Array.from({ length: count }, (_one, index) =>
    entryFor('allocate', { entryId: `job.${index}` }),
  )
  const bytes = await encodeJournal(entries, journalFacts(9), new Date(0))
  return { entries, json: JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown> }
}

describe('the journal as JSON', () => {
  it.each([0, 1, 999, 1000, 1001, 2500])('holds %i entries whole', async (count) => {
    const { entries, json } = await read(count)
    expect(json['entries']).toEqual(entries)
    expect(json['count']).toBe(count)
  })

  it('says what the journal was, so that a tail cut off later shows', async () => {
    const { json } = await read(2)
    const { head, records } = journalFacts(9)
    expect(json).toMatchObject({
      exportedAt: '1970-01-01T00:00:00.000Z',
      journal: { records, head, version: 3 },
    })
  })
})

describe('the journal as a sheet', () => {
  it.each(changeActions)('has a row in plain words for “%s”', (action) => {
    const row = Object.fromEntries(
      exportColumns(words).map(({ title, value }) => [title, value(entryFor(action))]),
    )
    expect(row).toMatchObject({ Operator: 'Li Wei', Training: 'Training' })
    expect(`${row['Number'] ?? ''}${row['About'] ?? ''}`).not.toBe('')
    expect(JSON.stringify(row)).not.toMatch(/null|undefined|\{n\}|\[object/)
  })

  it('has what the platform gave', () => {
    const given = exportColumns(words).find(({ title }) => title === 'What the platform gave')
    expect(given?.value(entryFor('allocate'))).toBe('8000000901; 8000000902; 8000000903')
    expect(given?.value(entryFor('create-enterprise'))).toBe(
      'Enterprise ID 1846372910564738299; admin@lingang · 5317046820917364000',
    )
  })
})
