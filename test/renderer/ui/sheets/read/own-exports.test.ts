import { describe, expect, it } from 'vitest'
import { zh } from '../../../../../src-renderer/i18n/chinese'
import { en } from '../../../../../src-renderer/i18n/messages'
import { findColumn } from '#shared/sheets/find-column'
import { changeFiles } from '../../../../../src-renderer/ui/sheets/change-columns'
import { ownNumbers } from '../../../../../src-renderer/ui/sheets/read/own-exports'
import { parseFile } from '../../../../../src-renderer/ui/sheets/read/parse-file'
import { writeSheet } from '../../../../../src-renderer/ui/sheets/write/write-sheet'
import { isLockCell } from '../../../../../src-renderer/features/lock-desk/list/use-list-import'

const listed = 'LD8000000017'
const bare = '8000000018'
/** By title of each export: a listed lock, and one with an unknown asset number. */
const exportsOf = ({ common: { column }, assets, lending }: typeof en) => {
  const titlesOf = (keys: readonly (keyof typeof column)[]) =>
    Object.fromEntries(keys.map((key) => [key, column[key]]))
  const both = (columns: Readonly<Record<string, string>>, number: string, assetNum: string) => ({
    titles: Object.values(columns),
    rows: [
      { [number]: '8000000017', [assetNum]: listed },
      { [number]: bare, [assetNum]: '' },
    ],
    expected: [listed, bare],
  })
  const ofAssets = assets.export.column
  return {
    list: both(titlesOf(changeFiles.list), column.number, column.assetNum),
    assets: both(ofAssets, ofAssets.number, ofAssets.assetNum),
    continuous: both(titlesOf(changeFiles.continuous), column.shellNumber, column.assetNum),
    loans: {
      titles: Object.values(lending.column),
      rows: [{ [lending.column.lock]: '8000000021', [lending.column.assets]: listed }],
      expected: ['8000000021'],
    },
    journal: {
      titles: Object.values(titlesOf(changeFiles.log)),
      rows: [{ [column.number]: bare, [column.item]: 'LD8000000018' }],
      expected: [bare],
    },
  }
}
const cases = Object.entries({ en: exportsOf(en), zh: exportsOf(zh) }).flatMap(([language, all]) =>
  Object.entries(all).flatMap(([name, one]) =>
    (['csv', 'xlsx'] as const).map((kind) => ({ language, name, kind, ...one })),
  ),
)

describe('a file exported by the app', () => {
  it.each(cases)('is recognized: $name, $kind, $language', async ({ kind, titles, rows, expected }) => {
    type Row = Readonly<Record<string, string>>
    const columns = titles.map((title) => ({ title, value: (row: Row) => row[title] ?? '' }))
    const content = await writeSheet<Row>(kind, columns, rows, 'x')
    const parsed = await parseFile({ fileName: '', content, sheet: null })
    expect(parsed.ok && ownNumbers(parsed.value.rows)).toEqual(expected)
  })

  it('is not recognized with other columns', () => {
    const rows = [
      ['Number', 'Asset number'],
      ['8000000017', 'LD8000000017'],
    ]
    expect(ownNumbers(rows)).toBeNull()
    expect(ownNumbers([])).toBeNull()
    expect(findColumn(rows, isLockCell).state).toBe('ask')
  })
})
