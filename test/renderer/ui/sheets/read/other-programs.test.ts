import { describe, expect, it } from 'vitest'
import { parseFile } from '../../../../../src-renderer/ui/sheets/read/parse-file'
import { cellKey, withoutHiddenRows } from '../../../../../src-renderer/ui/sheets/sheet'
import type { Sheet } from '../../../../../src-renderer/ui/sheets/sheet'
import { makeZip } from '../make-workbook'

// Workbooks as other programs than Excel write them, and as crafted ones are written.

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

interface Parts {
  readonly sheet?: string
  readonly others?: Readonly<Record<string, string | Uint8Array>>
}
const rootRels = (target: string): string =>
  `<Relationships><Relationship Id="a" Type="${office}/officeDocument" Target="${target}"/></Relationships>`
const sheetRels = `<Relationships><Relationship Id="s1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="s2" Type="${office}/worksheet" Target="worksheets/sheet2.xml"/></Relationships>`
const worksheet = (data: string, before = ''): string =>
  `<worksheet xmlns="${main}">${before}<sheetData>${data}</sheetData></worksheet>`
const workbookOf = (sheets: string, more = ''): string =>
  `<workbook xmlns="${main}" xmlns:r="${office}">${more}<sheets>${sheets}</sheets></workbook>`
const two = '<sheet name="One" sheetId="1" r:id="s1"/><sheet name="Two" sheetId="2" r:id="s2"/>'

const bytesOf = ({ sheet = '', others = {} }: Parts): Uint8Array => {
  const parts: Record<string, string | Uint8Array> = {
    '_rels/.rels': rootRels('xl/workbook.xml'),
    'xl/workbook.xml': workbookOf('<sheet name="One" sheetId="1" r:id="s1"/>'),
    'xl/_rels/workbook.xml.rels': sheetRels,
    'xl/worksheets/sheet1.xml': sheet,
    ...others,
  }
  return makeZip(Object.entries(parts).map(([path, content]) => ({ path, content })))
}
const parse = (parts: Parts | Uint8Array) =>
  parseFile({
    fileName: 'a.xlsx',
    content: parts instanceof Uint8Array ? parts : bytesOf(parts),
    sheet: null,
  })
const read = async (parts: Parts | Uint8Array): Promise<Sheet> => {
  const parsed = await parse(parts)
  if (!parsed.ok) throw new Error(`${parsed.error.code}: ${parsed.error.message}`)
  return parsed.value
}
const refused = async (parts: Parts): Promise<string> => {
  const parsed = await parse(parts)
  return parsed.ok ? 'read' : parsed.error.code
}
const cell = (r: string, value: string, more = ''): string => `<c r="${r}" ${more}><v>${value}</v></c>`

describe('a cell without a value', () => {
  it.each(['#N/A', '#REF!', '#DIV/0!', '#SPILL!', '#FIELD!', '#BUSY!', '#NAME?', 'Err:502'])(
    'keeps its error: %s',
    async (error) => {
      const sheet = await read({ sheet: worksheet(`<row r="2">${cell('B2', error, 't="e"')}</row>`) })
      expect(sheet.rows).toEqual([[], ['', error]])
      expect([...sheet.problems]).toEqual([[cellKey(1, 1), 'error']])
    },
  )

  it.each([
    ['a shared text', cell('A1', '0', 't="s"')],
    ['a text', cell('A1', '#N/A', 't="str"')],
    ['a text in the cell', '<c r="A1" t="inlineStr"><is><t>#N/A</t></is></c>'],
    ['the text of a formula', '<c r="A1" t="str"><f>B1</f><v> #N/A</v></c>'],
  ])('keeps its error as %s', async (_, data) => {
    const sheet = await read({
      sheet: worksheet(`<row r="1">${data}</row>`),
      others: { 'xl/sharedStrings.xml': '<sst><si><t>#N/A</t></si></sst>' },
    })
    expect([sheet.rows, [...sheet.problems]]).toEqual([[['#N/A']], [[0, 'error']]])
  })

  it.each([
    ['no value', '<c r="A1"><f>B1&amp;C1</f></c>'],
    ['an empty value', '<c r="A1"><f>B1&amp;C1</f><v></v></c>'],
    ['an empty element', '<c r="A1"><f>B1&amp;C1</f><v/></c>'],
    ['no text', '<c r="A1" t="str"><f>B1&amp;C1</f></c>'],
  ])('is a formula with %s', async (_, data) => {
    const sheet = await read({ sheet: worksheet(`<row r="1">${data}</row>`) })
    expect(sheet.rows).toEqual([['=B1&C1']])
    expect([...sheet.problems]).toEqual([[0, 'no-result']])
  })

  it('may be a shared formula', async () => {
    const sheet = await read({ sheet: worksheet('<row r="1"><c r="A1"><f t="shared" si="0"/></c></row>') })
    expect([sheet.rows, [...sheet.problems]]).toEqual([[['=']], [[0, 'no-result']]])
  })

  it('is not one whose formula returned an empty text', async () => {
    const data = `<row r="1">${cell('A1', '1')}<c r="B1" t="str"><f>IF(1,"")</f><v></v></c></row>`
    const sheet = await read({ sheet: worksheet(data) })
    expect([sheet.rows, sheet.problems.size]).toEqual([[['1']], 0])
  })

  it('may have the placeholder of a program that does not calculate', async () => {
    const data = '<row r="1"><c r="A1"><f>B1</f><v>0</v></c><c r="B1"><v>0</v></c></row>'
    const book = workbookOf('<sheet name="One" sheetId="1" r:id="s1"/>', '<calcPr fullCalcOnLoad="1"/>')
    const sheet = await read({ sheet: worksheet(data), others: { 'xl/workbook.xml': book } })
    expect([sheet.rows, [...sheet.problems]]).toEqual([[['=B1', '0']], [[0, 'no-result']]])
  })
})

describe('hidden rows and columns', () => {
  it('are named, however they are hidden', async () => {
    const row = (r: number, more: string): string =>
      `<row r="${r}" ${more}>${cell(`A${r}`, '1')}${cell(`C${r}`, '2')}</row>`
    const sheet = await read({
      sheet: worksheet(
        row(1, '') + row(2, 'hidden="1"') + row(3, 'hidden="true"') + row(4, 'ht="0" customHeight="1"') + '<row r="5" hidden="1"/>' + row(6, 'hidden="0"'), // prettier-ignore
        '<cols><col min="2" max="2" hidden="1"/><col min="3" max="9" width="0"/></cols>',
      ),
    })
    expect(sheet.hiddenRows).toEqual([1, 2, 3])
    expect(sheet.hiddenColumns).toEqual([1, 2])
    expect(withoutHiddenRows(sheet).rows.map((cells) => cells.length)).toEqual([3, 0, 0, 0, 0, 3])
  })

  it('do not include the rows of other sheets, whose numbers are said', async () => {
    const data = (number: number): string => worksheet(`<row r="1">${cell('A1', String(number))}</row>`)
    const others = { 'xl/workbook.xml': workbookOf(two), 'xl/worksheets/sheet2.xml': data(8_000_000_018) }
    expect((await read({ sheet: data(8_000_000_017), others })).otherSheets).toEqual(['Two'])
    const notes = { ...others, 'xl/worksheets/sheet2.xml': data(12) }
    expect((await read({ sheet: data(8_000_000_017), others: notes })).otherSheets).toEqual([])
  })
})

describe('a workbook of many sheets', () => {
  const numbers = worksheet(`<row r="1">${cell('A1', '8000000018')}</row>`)
  const parts = (count: number, isShared: boolean): Parts => {
    const at = Array.from({ length: count }, (_, index) => index + 1)
    const path = (index: number): string => `worksheets/sheet${String(isShared && index > 1 ? 2 : index)}.xml`
    const rel = (index: number): string =>
      `<Relationship Id="s${String(index)}" Type="${office}/worksheet" Target="${path(index)}"/>`
    const sheets = at.map((index) => `<sheet name="n${String(index)}" r:id="s${String(index)}"/>`)
    const others = {
      'xl/workbook.xml': workbookOf(sheets.join('')),
      'xl/_rels/workbook.xml.rels': `<Relationships>${at.map(rel).join('')}</Relationships>`,
      ...Object.fromEntries(at.slice(1).map((index) => [`xl/${path(index)}`, numbers])),
    }
    return { sheet: numbers, others }
  }

  it('is searched as far as a person may look', async () => {
    const { sheets, otherSheets } = await read(parts(150, false))
    expect([sheets.length, otherSheets.length, otherSheets[0]]).toEqual([150, 100, 'n2'])
  })

  it('is searched once for each part', async () => {
    expect((await read(parts(5, true))).otherSheets).toHaveLength(1)
  })

  it('is refused beyond a thousand', async () => {
    expect(await refused(parts(1000, true))).toBe('read')
    expect(await refused(parts(1001, true))).toBe('damaged')
  })
})

describe('a legal workbook', () => {
  const numbers = worksheet(`<row r="1">${cell('A1', '8000000017')}</row>`)

  it.each([
    [
      'no references',
      '<row><c><v>1</v></c><c><v>2</v></c></row><row><c><v>3</v></c></row>',
      [['1', '2'], ['3']],
    ],
    ['references in cells only', '<row><c r="B2"><v>1</v></c><c><v>2</v></c></row>', [[], ['', '1', '2']]],
    ['single quotes and spaces', "<row r = '1' ><c r = 'A1' t = 's'><v>0</v></c></row >", [['Text']]],
    ['character references', '<row r="&#49;"><c r="&#x41;1"><v>&#56;0</v></c></row>', [['80']]],
    [
      'rows in another order',
      `<row r="2">${cell('A2', '2')}</row><row r="1">${cell('A1', '1')}</row>`,
      [['1'], ['2']],
    ],
    [
      'comments and CDATA',
      '<row r="1"><!-- <c r="Z1"/> --><c r="A1" t="str"><v><![CDATA[a<b]]></v></c></row>',
      [['a<b']],
    ],
    [
      'rich text with its pronunciation',
      '<row r="1"><c r="A1" t="inlineStr"><is><r><t>东</t></r><r><t>京</t></r><rPh sb="0" eb="1"><t>トウ</t></rPh></is></c><c r="B1" t="s"><v>1</v></c></row>',
      [['东京', '東京']],
    ],
    [
      'escaped characters',
      '<row r="1"><c r="A1" t="str"><v>a_x000A_b_x005F_x0041_</v></c></row>',
      [['a\nb_x0041_']],
    ],
    [
      'dates as text',
      '<row r="1"><c r="A1" t="d"><v>2027-03-31T00:00:00</v></c><c r="B1" t="d"><v>2027-03-31T08:30:00Z</v></c></row>',
      [['2027-03-31', '2027-03-31 08:30:00']],
    ],
    [
      'digits of a binary number',
      '<row r="1"><c r="A1"><v>8000000016.9999999</v></c><c r="B1"><v>0.30000000000000004</v></c></row>',
      [['8000000017', '0.3']],
    ],
  ])('may have %s', async (_, data, rows) => {
    const strings =
      '<sst><si><t>Text</t></si><si><r><t>東</t></r><r><t>京</t></r><rPh sb="0" eb="2"><t>とうきょう</t></rPh></si></sst>'
    const others = { 'xl/sharedStrings.xml': strings }
    expect((await read({ sheet: worksheet(data), others })).rows).toEqual(rows)
  })

  it.each([
    ['another name', { '_rels/.rels': rootRels('xl/workbook22.xml'), 'xl/workbook22.xml': workbookOf(two), 'xl/_rels/workbook22.xml.rels': sheetRels }],
    ['an absolute target', { '_rels/.rels': rootRels('/xl/workbook.xml') }],
    ['another case', { '_rels/.rels': rootRels('XL/Workbook.xml') }],
    ['backslashes', { '_rels/.rels': rootRels('.\\xl\\workbook.xml') }],
    ['another folder', { '_rels/.rels': rootRels('book/a%20b.xml'), 'book/a b.xml': workbookOf(two), 'book/_rels/a b.xml.rels': sheetRels.replace('worksheets/sheet1', '../xl/worksheets/sheet1') }],
    ['prefixes', { 'xl/workbook.xml': `<x:workbook xmlns:x="${main}" xmlns:q="${office}"><x:sheets><x:sheet name="One" sheetId="9" q:id="s1"/></x:sheets></x:workbook>`, 'xl/worksheets/sheet1.xml': numbers.replaceAll(/<(\/?)(\w)/g, '<$1x:$2').replace('xmlns=', 'xmlns:x=') }],
    ['the strict variant', { '_rels/.rels': rootRels('xl/workbook.xml').replaceAll(office, 'http://purl.oclc.org/ooxml/officeDocument/relationships'), 'xl/_rels/workbook.xml.rels': sheetRels.replaceAll(office, 'http://purl.oclc.org/ooxml/officeDocument/relationships') }],
    ['UTF-16', { 'xl/worksheets/sheet1.xml': new Uint8Array(Buffer.from(`\ufeff<?xml version="1.0" encoding="UTF-16"?>${numbers}`, 'utf16le')) }],
    ['a byte order mark', { 'xl/worksheets/sheet1.xml': `\ufeff<?xml version="1.0"?>${numbers}` }],
    ['UTF-8 declared as UTF-16', { 'xl/worksheets/sheet1.xml': `<?xml version="1.0" encoding="utf-16"?>${numbers}` }],
    ['a hidden sheet with a distant cell', { 'xl/workbook.xml': workbookOf(two.replace('sheetId="2"', 'sheetId="2" state="veryHidden"')), 'xl/worksheets/sheet2.xml': worksheet(cell('XFD1048576', '1')) }],
  ])('may have its parts in %s', async (_, others: Readonly<Record<string, string | Uint8Array>>) => {
    expect((await read({ sheet: numbers, others })).rows).toEqual([['8000000017']])
  }) // prettier-ignore

  it('counts its dates from 1904 where it says so', async () => {
    const styles = '<styleSheet><cellXfs><xf/><xf numFmtId="14"/></cellXfs></styleSheet>'
    const book = (is1904: string) =>
      workbookOf('<sheet name="One" sheetId="1" r:id="s1"/>', `<workbookPr date1904="${is1904}"/>`)
    const sheet = worksheet(`<row r="1">${cell('A1', '45015', 's="1"')}</row>`)
    const rowsWith = async (is1904: string) =>
      (await read({ sheet, others: { 'xl/workbook.xml': book(is1904), 'xl/styles.xml': styles } })).rows
    expect(await rowsWith('1')).toEqual([['2027-03-31']])
    expect(await rowsWith('false')).toEqual([['2023-03-30']])
  })
})

describe('a number with a format', () => {
  it.each([
    ['0000000', '123', '0000123', null],
    ['00000', '8000000017', '8000000017', null],
    ['0000 000 000', '8000000017', '8000 000 017', null],
    ['000\\-0000', '5551234', '555-1234', null],
    ['"LD"0000000000', '8000000017', 'LD8000000017', null],
    ['[$-804]000000;@', '45', '000045', null],
    ['#,##0', '8000000017', '8000000017', null],
    ['#,##0.00', '8000000017', '8000000017', null],
    ['0.00', '12.5', '12.5', null],
    ['0.00E+00', '8000000017', '8000000017', '8.00E+09'],
    ['0%', '0.5', '0.5', '50%'],
    ['yyyy/m/d', '8000000017', '8000000017', '####'],
    ['yyyy/m/d', '46477', '2027-03-31', null],
    [';;;', '8000000017', '8000000017', ''],
    ['"unclosed', '8000000017', '8000000017', null],
    ['@', '8000000017', '8000000017', null],
  ])('%s', async (code, value, text, shownAs) => {
    const styles = `<styleSheet><numFmts><numFmt numFmtId="170" formatCode="${code.replaceAll('"', '&quot;')}"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/></cellXfs></styleSheet>`
    const sheet = await read({
      sheet: worksheet(`<row r="1">${cell('A1', value, 's="1"')}</row>`),
      others: { 'xl/styles.xml': styles },
    })
    expect([sheet.rows[0]?.[0], sheet.shownAs.get(0) ?? null]).toEqual([text, shownAs])
  })
})

describe('a crafted workbook is refused', () => {
  const far = (row: string, at: string): string => `<row ${row}><c ${at}><v>1</v></c></row>`

  it.each([
    ['a distant cell', far('r="1048576"', 'r="XFD1048576"')],
    ['single quotes', far("r='1048576'", "r='XFD1048576'")],
    ['no quotes of the row', far('', "r='XFD1048576'")],
    ['lower case', far('r="1048576"', 'r="xfd1048576"')],
    ['character references', far('r="&#49;048576"', 'r="&#88;FD1048576"')],
    ['a row out of range', far('r="99999999999"', 'r="A99999999999"')],
    ['a negative row', far('r="-1"', '')],
    ['a column out of range', far('r="1"', 'r="ZZZZ1"')],
    ['a cell of another row', far('r="1"', 'r="A2"')],
    ['two cells in one place', `<row r="1">${cell('A1', '1')}${cell('A1', '2')}</row>`],
    ['deep nesting', '<a>'.repeat(100_000)],
    ['a text that does not end', 'x'.repeat(3_000_000)],
    ['a comment that does not end', `<!--${'x'.repeat(3_000_000)}`],
    ['an unknown entity', '<row r="1"><c r="A1" t="str"><v>&lol;</v></c></row>'],
    ['wide rows', Array.from({ length: 400 }, (_, at) => far(`r="${at + 1}"`, `r="XFD${at + 1}"`)).join('')],
  ])('for %s', async (_, data) => {
    expect(['damaged', 'too-many-rows', 'too-many-cells']).toContain(
      await refused({ sheet: worksheet(data) }),
    )
  })

  it('for a document type, in any encoding', async () => {
    const bomb = `<!DOCTYPE a [<!ENTITY b "${'x'.repeat(1000)}">]>${worksheet('<row r="1"><c r="A1" t="str"><v>&b;</v></c></row>')}`
    expect(await refused({ sheet: bomb })).toBe('damaged')
    const wide = new Uint8Array(Buffer.from(`\ufeff${bomb}`, 'utf16le'))
    expect(await refused({ others: { 'xl/worksheets/sheet1.xml': wide } })).toBe('damaged')
  })

  it('for parts that grow a thousandfold', async () => {
    const strings = `<sst>${'<si><t>a</t></si>'.repeat(1_200_000)}</sst>`
    expect(await refused({ sheet: worksheet(''), others: { 'xl/sharedStrings.xml': strings } })).toBe(
      'expands-too-far',
    )
  })

  it('although its size is within the limits of an archive', async () => {
    expect(await refused({ others: { 'xl/workbook.xml': '<document/>' } })).toBe('not-as-named')
  })
})
