import { describe, expect, it } from 'vitest'
import { malformedReason } from '../../../../../src-shared/model/locks/shell-number'
import { columnCells, countTitleRows, findColumn, findColumns } from '#shared/sheets/find-column'

const isNumber = (cell: string) => malformedReason(cell) === null
const numbers = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => String(from + index))

describe('findColumn', () => {
  it('uses the column with the most numbers, whatever its title', () => {
    const rows = [
      ['客户', '壳号', '备注'],
      ['北桥', '8000000017', 'was 8000000001'],
      ['北桥', '8000000018', '8000000002'],
      ['临港', '800000O019', ''],
      ['临港', '8000000020', ''],
    ]
    expect(findColumn(rows, isNumber)).toEqual({ state: 'found', column: 1, titleRows: 1, hits: [0, 3, 1] })
  })

  it('asks where another column has nearly as many', () => {
    const rows = numbers(8_000_000_017, 6).map((number, index) => [number, index < 3 ? '6000000001' : ''])
    expect(findColumn(rows, isNumber)).toMatchObject({ state: 'ask', column: 0, hits: [6, 3] })
    expect(findColumn([...rows, ['8000000099']], isNumber)).toMatchObject({ state: 'found', column: 0 })
  })

  it('finds none where nothing matches, unless there is only one column', () => {
    expect(findColumn([['a', 'b']], isNumber)).toMatchObject({ state: 'none', column: null })
    expect(findColumn([['8.00E+09'], ['8.00E+09']], isNumber)).toMatchObject({ state: 'found', column: 0 })
  })

  it('reads full-width digits and groups as numbers', () => {
    expect(findColumn([['x', '８０００ ０００ ０１７']], isNumber)).toMatchObject({ column: 1 })
  })
})

describe('countTitleRows', () => {
  const count = (...cells: string[]) => countTitleRows(cells.map((cell) => [cell]), 0, isNumber) // prettier-ignore

  it('skips a heading, a blank row and the titles', () => {
    expect(count('设备清单 2027', '', 'Shell number', '8000000017')).toBe(3)
  })

  it('treats an invalid number as data, not as a title', () => {
    expect(count('80000O0017', '8000000018')).toBe(0)
    expect(count('Shell number', '80000O0017', '8000000018')).toBe(1)
  })

  it.each(['Err:502', '#溢出!', '#N/A', '=Sheet1!B2'])('treats an error as data: %s', (cell) => {
    expect(count('Lock', cell, '8000000017', '8000000018')).toBe(1)
  })

  it('takes titles of the other columns, where that of the numbers is blank', () => {
    const rows = [['', 'Name'], ['lost', 'Li Wei'], ['8000000017', 'Chen Yu']] // prettier-ignore
    expect(countTitleRows(rows, 0, isNumber)).toBe(1)
  })

  it('has one row of titles: further ones are data', () => {
    expect(count('a', 'b', 'c', 'd', 'e', '8000000018')).toBe(1)
  })

  it.each([['lost'], ['lost', 'n/a'], ['lock lost', '?'], ['', 'lost', '12']])(
    'shows short texts below the title: %j',
    (...texts) => {
      for (const title of ['Shell number', 'No.', '壳号', 'Nummer', '设备'])
        expect([title, count(title, ...texts, '8000000018')]).toEqual([title, 1])
    },
  )

  it.each<[string, number, string[][]]>([
    ['a heading', 2, [['Locks of November'], ['Nr', 'Name'], ['lost', 'Li'], ['8000000017', 'Wu']]],
    [
      'a heading and a blank row',
      3,
      [['Liste 2026'], [], ['Nummer', 'Name'], ['-', 'Li'], ['8000000017', 'Wu']],
    ],
    [
      'notes with numbers',
      4,
      [['Report'], ['Created 2026-11-26'], ['By: Li'], ['Shell number'], ['x'], ['8000000017']],
    ],
    [
      'notes of two columns',
      3,
      [
        ['Date:', '26 Nov'],
        ['By:', 'Li'],
        ['Number', 'Name'],
        ['?', 'Wu'],
        ['8000000017', 'Wu'],
      ],
    ],
    [
      'a title over two columns',
      2,
      [['Lock data', '', 'Person'], ['Number', 'Status', 'Name'], ['old', '', 'Li'], ['8000000017']],
    ],
    ['blank rows', 4, [[], [], [], ['Nummer', 'Name'], ['kaputt', ''], ['8000000017', 'Wu']]],
  ])('finds the titles below %s', (_what, titleRows, rows) => {
    expect(countTitleRows(rows, 0, isNumber)).toBe(titleRows)
  })

  it('skips nothing where nothing matches', () => {
    expect(count('a', 'b')).toBe(0)
  })
})

describe('columnCells', () => {
  it('returns the line in the file, and omits blank cells', () => {
    const rows = [['n'], ['8000000017'], [], ['', 'x'], [' 8000000018 ']]
    expect(columnCells(rows, 0, 1)).toEqual([
      { line: 2, text: '8000000017' },
      { line: 5, text: '8000000018' },
    ])
  })
})

describe('findColumns', () => {
  const specs = [
    { key: 'name', titles: ['name', '姓名'], isMatch: (cell: string) => /^\p{L}[\p{L} ]+$/u.test(cell) },
    { key: 'email', titles: ['e-mail', 'email', '邮箱'], isMatch: (cell: string) => cell.includes('@') },
  ]

  it('uses the titles, exact ones first', () => {
    const rows = [
      ['Company name', 'Name', 'E-mail'],
      ['North Bridge', 'Chen Yu', ''],
    ]
    expect(findColumns(rows, specs)).toEqual({ columns: { name: 1, email: 2 }, titleRows: 1 })
  })

  it('uses the content where titles do not match', () => {
    const rows = [
      ['chen@example.test', 'Chen Yu'],
      ['li@example.test', 'Li Wei'],
    ]
    expect(findColumns(rows, specs)).toEqual({ columns: { name: 1, email: 0 }, titleRows: 0 })
  })

  it('finds the titles below a heading and a blank row', () => {
    const rows = [['Staff of 2026'], [], ['No', 'E-mail', 'Name'], ['1', 'chen@example.test', 'Chen Yu']]
    expect(findColumns(rows, specs)).toEqual({ columns: { name: 2, email: 1 }, titleRows: 3 })
  })

  it('reads titles in full-width letters', () => {
    expect(
      findColumns(
        [
          ['Ｎａｍｅ', 'Ｅ－ｍａｉｌ'],
          ['Chen Yu', 'a@b'],
        ],
        specs,
      ).titleRows,
    ).toBe(1)
  })

  it('uses no column twice', () => {
    expect(findColumns([['a@b', 'c@d']], specs).columns).toEqual({ name: null, email: 0 })
  })
})
