import { describe, expect, it } from 'vitest'
import { parseFile } from '../../../../../src-renderer/ui/sheets/read/parse-file'
import { sheetLimits } from '../../../../../src-renderer/ui/sheets/sheet'
import type { Sheet } from '../../../../../src-renderer/ui/sheets/sheet'
import { makeWorkbook, makeZip, workbookFiles } from '../make-workbook'

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)
const utf16 = (text: string, mark = true): Uint8Array =>
  new Uint8Array(Buffer.from((mark ? '\ufeff' : '') + text, 'utf16le'))
const swapped = (bytes: Uint8Array): Uint8Array => new Uint8Array(Buffer.from(bytes).swap16())
/** “壳号” and “加密锁” in GBK. */
const gbkTitle = [0xbf, 0xc7, 0xba, 0xc5]
const gbk = new Uint8Array([...gbkTitle, ...bytesOf(',n\r\n8000000017,1\r\n')])

const read = async (content: Uint8Array | string, sheet: string | null = null): Promise<Sheet> => {
  const parsed = await parseFile({ fileName: 'locks', content, sheet })
  if (!parsed.ok) throw new Error(`${parsed.error.code}: ${parsed.error.message}`)
  return parsed.value
}
const refused = async (content: Uint8Array | string, sheet: string | null = null): Promise<string> => {
  const parsed = await parseFile({ fileName: 'locks', content, sheet })
  return parsed.ok ? 'read' : parsed.error.code
}

describe('a text file', () => {
  it.each([
    ['UTF-8 without a mark', bytesOf('壳号,n\r\n8000000017,1\r\n'), 'utf-8'],
    ['UTF-8 with a mark', bytesOf('\ufeff壳号,n\r\n8000000017,1\r\n'), 'utf-8'],
    ['UTF-16 with a mark', utf16('壳号,n\r\n8000000017,1\r\n'), 'utf-16le'],
    ['UTF-16 the other way round', swapped(utf16('壳号,n\r\n8000000017,1\r\n')), 'utf-16be'],
    ['GBK', gbk, 'gb18030'],
  ])('is read in %s', async (_, content, encoding) => {
    const sheet = await read(content)
    expect(sheet).toMatchObject({ encoding, separator: ',', width: 2, sheets: [], sheet: null })
    expect(sheet.rows).toEqual([
      ['壳号', 'n'],
      ['8000000017', '1'],
    ])
  })

  it('is read in UTF-16 without a byte order mark where it is mostly digits', async () => {
    const sheet = await read(utf16('8000000017\t8000000018\r\n', false))
    expect(sheet.rows).toEqual([['8000000017', '8000000018']])
  })

  it.each([',', ';', '\t', '|'])('has its separator detected: %j', async (separator) => {
    const rows = [
      ['Shell number', 'Name, first', 'n'],
      ['8000000017', 'Chen; Yu', '1'],
      ['8000000018', 'Li | Wei', '2'],
    ]
    const quoted = rows.map((row) => row.map((cell) => `"${cell}"`).join(separator)).join('\r\n')
    expect(await read(bytesOf(quoted))).toMatchObject({ rows, separator })
  })

  it.each([
    ['a heading above', '设备清单\n壳号;单位\n8000000017;北桥\n8000000018;临港\n', ';'],
    ['decimal commas', '8000000017;1,5\n8000000018;2,5\n', ';'],
    ['semicolons in text', '8000000017,Chen; Yu\n8000000018,Li; Wei\n', ','],
    ['one row', '8000000017\t8000000018\r\n', '\t'],
    ['blank lines', '\n8000000017|a\n\n\n8000000018|b\n\n', '|'],
    ['a stray comma', '8000000017\n8000000018, broken\n8000000019\n', null],
  ])('has its separator detected despite %s', async (_, text, separator) => {
    expect((await read(bytesOf(text))).separator).toBe(separator)
  })

  it('has one column without a separator', async () => {
    const sheet = await read(bytesOf('8000000017\n8000000018\n\n8000000019\n\n\n'))
    expect(sheet.separator).toBeNull()
    expect(sheet.rows).toEqual([['8000000017'], ['8000000018'], [''], ['8000000019']])
  })

  it('may name its separator in the first line, as in Excel', async () => {
    expect((await read(bytesOf('sep=;\r\na,b;c\r\n'))).rows).toEqual([['a,b', 'c']])
  })

  it('keeps line breaks and quotation marks inside quotes', async () => {
    expect((await read(bytesOf('a,"b ""b""\r\nb",c\r\n1,2,3'))).rows).toEqual([
      ['a', 'b "b"\nb', 'c'],
      ['1', '2', '3'],
    ])
  })

  it('loses no row to an unclosed quotation mark', async () => {
    const { rows } = await read(bytesOf('n,size\r\n8000000017,"3 inch\r\n8000000018,4\r\n8000000019,5\r\n'))
    expect(rows.map(([number]) => number)).toEqual(['n', '8000000017', '8000000018', '8000000019'])
  })

  it('removes prefixes that keep a cell as text', async () => {
    const { rows } = await read(bytesOf(`'8000000017\n="8000000018"\n"=""8000000019"""\n008000000017\n`))
    expect(rows.flat()).toEqual(['8000000017', '8000000018', '8000000019', '008000000017'])
  })

  it('keeps a number that a spreadsheet has damaged', async () => {
    expect((await read(bytesOf('8.00E+09,x\n'))).rows).toEqual([['8.00E+09', 'x']])
  })
})

describe('pasted text', () => {
  it.each([
    ['8000000017\r\n8000000018', [['8000000017'], ['8000000018']]],
    ['8000000017\n8000000018\r\n8000000019\r8000000020', [['8000000017'], ['8000000018'], ['8000000019'], ['8000000020']]], // prettier-ignore
    ['8000000017, 8000000018,8000000019', [['8000000017'], ['8000000018'], ['8000000019']]],
    ['8000000017，8000000018、6000000019', [['8000000017'], ['8000000018'], ['6000000019']]],
    ['8000000017 8000000018', [['8000000017'], ['8000000018']]],
    ['8000 000 017, 8000 000 018', [['8000 000 017'], ['8000 000 018']]],
    ['8000 000 017', [['8000 000 017']]],
    ['８０００００００１７', [['８０００００００１７']]],
    ['8000000017\tChen Yu\n8000000018\tLi Wei', [['8000000017', 'Chen Yu'], ['8000000018', 'Li Wei']]], // prettier-ignore
    ['8000000017\t8000000018\n8000000027\t8000000028', [['8000000017', '8000000018'], ['8000000027', '8000000028']]], // prettier-ignore
    [
      '8000000017，陈宇\n8000000018，李伟',
      [
        ['8000000017', '陈宇'],
        ['8000000018', '李伟'],
      ],
    ],
    ['北桥，临港', [['北桥', '临港']]],
  ])('%j', async (pasted, rows) => {
    expect((await read(pasted)).rows).toEqual(rows)
  })
})

const row = (number: number, cells: string): string => `<row r="${number}">${cells}</row>`

describe('a workbook', () => {
  it('returns numbers without exponent, calendar dates, and formula values', async () => {
    const data = row(
      1,
      `<c r="A1" t="s"><v>0</v></c><c r="B1"><v>8000000017</v></c><c r="C1"><v>8.000000018E9</v></c>
       <c r="D1" s="1"><v>46477</v></c><c r="E1" s="1"><v>46477.5</v></c><c r="F1" t="b"><v>1</v></c>
       <c r="G1"><f>B1+2</f><v>8000000019</v></c><c r="H1" t="str"><f>"a"&amp;1</f><v>a1</v></c>
       <c r="I1" t="e"><f>1/0</f><v>#DIV/0!</v></c><c r="J1"><v>1.5</v></c>
       <c r="K1" t="inlineStr"><is><r><t>8000</t></r><r><t>000020</t></r></is></c>
       <c r="L1" t="s"><v>1</v></c><c r="M1"><v>80000000171234567</v></c>`,
    )
    const { rows } = await read(makeWorkbook([{ name: 'Sheet1', data }], ['壳号', "'008000000021"]))
    expect(rows).toEqual([
      ['壳号', '8000000017', '8000000018', '2027-03-31', '2027-03-31 12:00:00', 'TRUE', '8000000019', 'a1', '#DIV/0!', '1.5', '8000000020', '008000000021', '80000000171234567'], // prettier-ignore
    ])
  })

  it('keeps the position of every row and cell; a merged cell has its text once', async () => {
    const data =
      row(2, '<c r="B2"><v>8000000017</v></c><c r="C2"/>') + row(4, '<c r="B4"><v>8000000018</v></c>')
    const after = '<mergeCells count="1"><mergeCell ref="B2:B3"/></mergeCells>'
    const { rows, width } = await read(makeWorkbook([{ name: 'Sheet1', data, after }]))
    expect(rows.map((cells) => cells[1] ?? '')).toEqual(['', '8000000017', '', '8000000018'])
    expect(width).toBe(2)
  })

  it('is read in full, however long', async () => {
    const count = 20_000
    const data = Array.from({ length: count }, (_, index) =>
      row(index + 1, `<c r="A${index + 1}"><v>${8_000_000_000 + index}</v></c>`),
    ).join('')
    const { rows } = await read(makeWorkbook([{ name: 'Sheet1', data }]))
    expect(rows.flat()).toEqual(Array.from({ length: count }, (_, index) => String(8_000_000_000 + index)))
  })

  const three = [
    { name: 'Secret', data: row(1, '<c r="A1"><v>1</v></c>'), state: 'hidden' },
    { name: 'Empty', data: '' },
    { name: 'A &amp; B', data: row(1, '<c r="A1"><v>2</v></c>') },
    { name: '壳号', data: row(1, '<c r="A1"><v>3</v></c>') },
  ] as const

  it('returns the first visible sheet with content, and another one on request', async () => {
    const sheets = ['Empty', 'A & B', '壳号']
    expect(await read(makeWorkbook(three))).toMatchObject({ sheets, sheet: 'A & B', rows: [['2']] })
    expect(await read(makeWorkbook(three), '壳号')).toMatchObject({ sheets, sheet: '壳号', rows: [['3']] })
    expect(await refused(makeWorkbook(three), 'Secret')).toBe('no-such-sheet')
    expect(await refused(makeWorkbook(three), 'Empty')).toBe('empty')
  })
})

describe('an invalid file', () => {
  const ole = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]
  const one = [{ name: 'Sheet1', data: row(1, '<c r="A1"><v>1</v></c>') }]

  it.each([
    ['an empty file', new Uint8Array(), 'empty'],
    ['blank lines', bytesOf('\r\n , \r\n\n'), 'empty'],
    ['nothing pasted', ' \n', 'empty'],
    ['an XLS', new Uint8Array([...ole, ...utf16('Workbook', false)]), 'old-excel'],
    ['an XLSX with a password', new Uint8Array([...ole, 1, ...utf16('EncryptedPackage', false)]), 'password'],
    ['an XLSB', makeZip([{ path: 'xl/workbook.bin', content: '' }]), 'old-excel'],
    ['an ODS', makeZip([{ path: 'mimetype', content: '' }, { path: 'content.xml', content: '' }]), 'open-document'], // prettier-ignore
    ['a Numbers file', makeZip([{ path: 'Index/Document.iwa', content: '' }]), 'numbers-document'],
    ['another archive', makeZip([{ path: 'a.txt', content: 'a' }]), 'unknown-kind'],
    ['a PDF', bytesOf('%PDF-1.7\n'), 'pdf'],
    ['a PNG', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]), 'picture'],
    ['a photograph', new Uint8Array([0xff, 0xd8, 0xff, 0xe0]), 'picture'],
    ['a web page named XLS', bytesOf('\ufeff <html><table><tr><td>8000000017'), 'web-page'],
    ['a program', new Uint8Array([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0, 0, 0]), 'unknown-kind'],
    ['an archive with a password', makeZip(workbookFiles(one).map((file) => ({ ...file, isEncrypted: true }))), 'password'], // prettier-ignore
    ['a truncated workbook', makeWorkbook(one).slice(0, -40), 'damaged'],
    ['half a workbook', makeWorkbook(one).slice(0, 300), 'damaged'],
    ['no sheet with text', makeWorkbook([{ name: 'Sheet1', data: '' }]), 'empty'],
  ])('is reported as %s: %#', async (_, content, code) => {
    expect(await refused(content)).toBe(code)
  })

  it('may be a workbook with changed bytes', async () => {
    const bytes = makeWorkbook(one)
    bytes.fill(0xff, 60, 120)
    expect(await refused(bytes)).toBe('damaged')
  })

  it('may be more than 50 MB', async () => {
    expect(await refused('8'.repeat(sheetLimits.bytes + 1))).toBe('too-large')
  })

  it('may be a workbook whose declared size fills the memory', async () => {
    const [first, ...rest] = workbookFiles(one)
    expect(await refused(makeZip([{ ...first!, declaredBytes: 4_000_000_000 }, ...rest]))).toBe(
      'expands-too-far',
    )
  })

  it.each([
    ['a cell far outside', row(1_000_000, '<c r="XFD1000000"><v>1</v></c>'), 'too-many-rows'],
    ['an invalid row number', row(4_000_000_000, ''), 'damaged'],
    ['an invalid cell reference', '<row><c s="1" r="ZZZZ99999999"><v>1</v></c></row>', 'damaged'],
  ])('may be a workbook with %s', async (_, data, code) => {
    expect(await refused(makeWorkbook([{ name: 'Sheet1', data }]))).toBe(code)
  })

  it('may list a few megabytes a hundred times that are no part of the sheet', async () => {
    const bytes = {
      content: new Uint8Array(4 * 1024 * 1024),
      declaredBytes: 0,
      isStored: true,
    }
    const again = Array.from({ length: 100 }, (_, at) => ({
      ...bytes,
      path: `xl/more${at}.xml`,
      sharesBytes: at > 0,
    }))
    expect(await refused(makeZip([...workbookFiles(one), ...again]))).toBe('read')
  })

  it.each([
    ['&#x110000;', 'damaged'],
    ['&#99999999999;', 'damaged'],
    ['&#abc;', 'damaged'],
  ])('may be a workbook with an invalid character in a sheet name: %s', async (name, code) => {
    expect(await refused(makeWorkbook([{ name: `S${name}`, data: row(1, '') }]))).toBe(code)
  })

  // Reading them took time with the square or the cube of their length.
  it.each([
    ['rows that do not end', '<row '.repeat(40_000)],
    ['cells that do not end', `<row r="1">${'<c r="A1" '.repeat(40_000)}`],
    ['one long tag', `<row r="1"><c ${'r="A1" '.repeat(40_000)}/></row>`],
  ])(
    'may be a sheet with %s',
    async (_name, data) => {
      expect(await refused(makeWorkbook([{ name: 'Sheet1', data }]))).toBe('damaged')
    },
    10_000,
  )

  it('may be a sheet that repeats one long text', async () => {
    const data = Array.from({ length: 4000 }, (_, index) =>
      row(index + 1, `<c r="A${index + 1}" t="s"><v>0</v></c>`),
    ).join('')
    expect(await refused(makeWorkbook([{ name: 'Sheet1', data }], ['x'.repeat(30_000)]))).toBe(
      'expands-too-far',
    )
  })

  it('may have too many rows', async () => {
    expect(await refused(bytesOf('8\n'.repeat(sheetLimits.rows + 1)))).toBe('too-many-rows')
    expect(await refused(bytesOf('8\n'.repeat(sheetLimits.rows)))).toBe('read')
  })
})
