import { describe, expect, it } from 'vitest'
import { changeActions } from '#shared/model/changes/change'
import { encodeJournal, exportColumns } from '../../../../src-renderer/features/activity-log/export-journal'
import { createTexts } from '../../support/texts'
import { entryFor, journalFacts } from '../../support/journal-samples'

const text = createTexts('en').global.t as unknown as (
  key: string,
  named?: object,
  options?: object,
) => string
const translator = {
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

describe('the JSON export of the journal', () => {
  it.each([0, 1, 999, 1000, 1001, 2500])('contains %i entries in full', async (count) => {
    const { entries, json } = await read(count)
    expect(json['entries']).toEqual(entries)
    expect(json['count']).toBe(count)
  })

  it('contains the state of the journal, so that later truncation is detectable', async () => {
    const { json } = await read(2)
    const { head, records } = journalFacts(9)
    expect(json).toMatchObject({
      exportedAt: '1970-01-01T00:00:00.000Z',
      journal: { records, head, version: 3 },
    })
  })
})

it('the JSON export names the platform of the entries that name no other one', async () => {
  const bytes = await encodeJournal([], journalFacts(9), new Date(0), 'https://open.example')
  expect(JSON.parse(new TextDecoder().decode(bytes))).toMatchObject({ platform: 'https://open.example' })
})

describe('the spreadsheet export of the journal', () => {
  it.each(changeActions)('has a readable row for “%s”', (action) => {
    const row = Object.fromEntries(
      exportColumns(translator).map(({ title, value }) => [title, value(entryFor(action))]),
    )
    expect(row).toMatchObject({ Operator: 'Li Wei', Training: 'Training' })
    expect(`${row['Number'] ?? ''}${row['Item'] ?? ''}`).not.toBe('')
    expect(JSON.stringify(row)).not.toMatch(/null|undefined|\{n\}|\[object/)
  })

  it('names the platform of each entry where one is of another platform', () => {
    const here = entryFor('disable')
    const there = { ...here, elsewhere: 'https://other.example' }
    const training = { ...here, elsewhere: 'training' }
    const entries = [here, there, training]
    const column = exportColumns(translator, entries, 'https://open.example').at(-1)
    expect(column?.title).toBe('Platform')
    expect(entries.map((entry) => column?.value(entry))).toEqual([
      'https://open.example',
      'https://other.example',
      'Training',
    ])
    const titles = exportColumns(translator, [here], 'https://open.example').map(({ title }) => title)
    expect(titles).not.toContain('Platform')
  })

  it('contains the response data', () => {
    const responseColumn = exportColumns(translator).find(({ title }) => title === 'Response data')
    expect(responseColumn?.value(entryFor('allocate'))).toBe('8000000901; 8000000902; 8000000903')
    expect(responseColumn?.value(entryFor('create-enterprise'))).toBe(
      'Enterprise ID 1846372910564738299; admin@lingang · 5317046820917364000',
    )
  })
})

describe('an exported assignment', () => {
  const asked = (addAssets: readonly string[], deleteAssets: readonly string[]) =>
    entryFor('assign', { request: { memberName: 'Chen Yu', addAssets, deleteAssets } })
  const [one, other] = ['LD8000000017', 'LD8000000018']

  it.each([
    ['Assign', 'assign', asked([one], [])],
    ['Withdraw', 'withdraw', asked([], [one, other])],
    ['Assign or withdraw', 'assign-and-withdraw', asked([one], [other])],
  ])('says “%s” in a sheet and “%s” in JSON', async (action, assignment, entry) => {
    const column = exportColumns(translator).find(({ title }) => title === 'Action')
    expect(column?.value(entry)).toBe(action)
    const bytes = await encodeJournal([entry], journalFacts(9), new Date(0))
    expect(JSON.parse(new TextDecoder().decode(bytes))).toMatchObject({ entries: [{ ...entry, assignment }] })
  })
})
