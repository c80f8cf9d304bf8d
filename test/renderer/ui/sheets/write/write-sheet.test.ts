import { crc32, inflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import Papa from 'papaparse'
import { describe, expect, it } from 'vitest'
import { parseFile } from '../../../../../src-renderer/ui/sheets/read/parse-file'
import { writeSheet } from '../../../../../src-renderer/ui/sheets/write/write-sheet'
import { listZip, unpackEntry } from '../../../../../src-renderer/ui/sheets/read/zip'

type Cells = readonly (string | number | null)[]

const write = (kind: 'csv' | 'xlsx', rows: readonly Cells[], name?: string) =>
  writeSheet(
    kind,
    Array.from({ length: rows[0]?.length ?? 1 }, (_, at) => ({
      title: `T${at}`,
      value: (row: Cells) => row[at] ?? null,
    })),
    rows,
    name,
  )
const csv = async (...cells: Cells): Promise<string> => {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await write('csv', [cells]))
  return text.split('\r\n')[1] ?? ''
}
const read = async (content: Uint8Array) => {
  const parsed = await parseFile({ fileName: '', content, sheet: null })
  if (!parsed.ok) throw new Error(parsed.error.message)
  return parsed.value
}

/** Text with many characters that are special in spreadsheets. */
const awkward = fc.string({
  unit: fc.constantFrom(
    ...Array.from('=+-@＝＋－＠﹦﹢﹣﹫\'",;|\t\r\n \u00a0\u200b\ufeff\u202e\u3000\v8aé壳'),
  ),
  maxLength: 9,
})
const longNumber = fc.stringMatching(/^'{0,2}(?:0\d{1,4}|\d{10,12}|="\d{2,12}")$/)
/** One to three columns wide. */
const tablesOf = (cell: fc.Arbitrary<string>) =>
  fc
    .integer({ min: 1, max: 3 })
    .chain((width) =>
      fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 4 }),
    )

describe('a CSV file', () => {
  it('is UTF-8 with a byte order mark and RFC 4180 line ends', async () => {
    const bytes = await write('csv', [['壳号']])
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    expect(new TextDecoder().decode(bytes)).toBe('"T0"\r\n"壳号"\r\n')
  })

  it('quotes every cell', async () => {
    expect(await csv('a,b', 'say "b"', 'two\nlines', 'plain', ' spaced', null)).toBe(
      '"a,b","say ""b""","two\nlines","plain"," spaced",""',
    )
  })

  it('keeps the digits of identifying numbers', async () => {
    expect(await csv('8000000017', '0042', 41, -3, '12')).toBe('"=""8000000017""","=""0042""","41","-3","12"')
    expect((await read(await write('csv', [['8000000017', '0042']]))).rows[1]).toEqual(['8000000017', '0042'])
  })

  it.each([
    ['=1+1', "'=1+1"],
    ['-', "'-"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['＝1', "'＝1"],
    ['\ufeff﹦1', "'\ufeff﹦1"],
    [' \u00a0"=1', '\' \u00a0"=1'],
    ['\u200b+1', "'\u200b+1"],
    ['\tx', "'\tx"],
    ['\rx', "'\rx"],
    ['a;=1', "'a;'=1"],
    ['a,"+1', "'a,\"'+1"],
    ['a\t-1', "'a\t'-1"],
    ['a\n@b', "'a\n'@b"],
    ["'=1", "''=1"],
    ["'7", "''7"],
    ['a=b, c-d; e', 'a=b, c-d; e'],
    ["O'Brien", "O'Brien"],
  ])('escapes the formula %j', async (text, escaped) => {
    const bytes = await write('csv', [['x', text]])
    expect(new TextDecoder().decode(bytes)).toBe(`"T0","T1"\r\n"x","${escaped.replaceAll('"', '""')}"\r\n`)
  })

  // The parser is a library, and the separator is each that a locale may use.
  it.each([',', ';', '\t', '|'])('contains no formula where cells are separated by %j', async (delimiter) => {
    await fc.assert(
      fc.asyncProperty(tablesOf(awkward), async (rows) => {
        const text = new TextDecoder().decode(await write('csv', rows))
        const starts = text
          .split(/\r\n|\r|\n/)
          .flatMap((line) => [
            ...Papa.parse<string[]>(line, { delimiter }).data.flat(),
            ...line.split(delimiter),
          ])
        expect(starts.filter((cell) => /^[\s\u200b\u202e"]*[=+\-@＝＋－＠﹦﹢﹣﹫]/.test(cell))).toEqual([])
      }),
    )
  })

  it('is read back as written', async () => {
    await fc.assert(
      fc.asyncProperty(tablesOf(fc.oneof(awkward, longNumber)), async (rows) => {
        const { rows: back } = await read(await write('csv', rows))
        // As for every read file, line ends become one character, and outer blanks and trailing blank rows are
        // dropped.
        for (const [at, row] of rows.entries()) {
          const cells = row.map((cell) => cell.replace(/\r\n?/g, '\n').trim())
          expect(back[at + 1] ?? row.map(() => '')).toEqual(cells)
        }
      }),
      { numRuns: 400 },
    )
  })
})

describe('an XLSX file', () => {
  it('keeps every text unchanged, and numbers as numbers', async () => {
    const cells = ['8000000017', '0042', '=1+1', 'a<b>&"c"', '两行\n字', '_x0041_', 41, -1.5, null, '陈 宇'] // prettier-ignore
    const sheet = await read(await write('xlsx', [cells], 'May: [list]'))
    expect(sheet.sheets).toEqual(['May   list'])
    expect(sheet.rows[0]).toEqual(cells.map((_, at) => `T${at}`))
    expect(sheet.rows[1]).toEqual(cells.map((cell) => String(cell ?? '')))
  })

  it('types every text cell as text and contains no formula', async () => {
    const bytes = await write('xlsx', [['=1+1', '＝1', '@a', '-1', '\t=1', 'a;=1', 7]])
    const entries = listZip(bytes)
    const part = async (path: string): Promise<string> => {
      const entry = entries.find((one) => one.path === path)!
      const pieces: Uint8Array[] = []
      for await (const piece of unpackEntry(bytes, entry, 100_000)) pieces.push(piece)
      return Buffer.concat(pieces).toString()
    }
    const cells = [...(await part('xl/worksheets/sheet1.xml')).matchAll(/<c [^>]*>.*?<\/c>/gs)].map(String)
    expect(cells).toHaveLength(14)
    for (const cell of cells.slice(7, 13))
      expect(cell).toMatch(/^<c [^>]*s="2" t="inlineStr"><is><t [^>]*>[^<]*<\/t><\/is><\/c>$/)
    expect(cells.at(-1)).toBe('<c r="G2"><v>7</v></c>')
    // Format 49 is Excel's “Text”: an edited cell stays text.
    const formats = [...(await part('xl/styles.xml')).matchAll(/<cellXfs.*?<\/cellXfs>/gs)].flatMap(
      ([all]) => [...all.matchAll(/<xf numFmtId="(\d+)"/g)],
    )
    expect(formats.map(([, format]) => format)).toEqual(['0', '49', '49'])
  })

  it('contains no invalid XML characters', async () => {
    const bytes = await write('xlsx', [['a\u0000b\u001f\ud800c\ufffe']])
    expect((await read(bytes)).rows[1]).toEqual(['abc'])
  })

  it('has correct checksums', async () => {
    const bytes = Buffer.from(await write('xlsx', [['8000000017']]))
    const central = bytes.readUInt32LE(bytes.length - 6)
    const nameLength = bytes.readUInt16LE(26)
    const packed = bytes.subarray(30 + nameLength, 30 + nameLength + bytes.readUInt32LE(18))
    expect(bytes.readUInt32LE(14)).toBe(crc32(inflateRawSync(packed)))
    expect(bytes.readUInt32LE(central + 16)).toBe(bytes.readUInt32LE(14))
  })

  it('is read back as written', async () => {
    const text = fc.string({ unit: fc.constantFrom(...Array.from('ab<&>"\'= 8壳\n_x1')), maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 5 }), async (cells) => {
        const { rows } = await read(await write('xlsx', [cells]))
        const [, back = []] = rows
        expect(cells.map((_, at) => back[at] ?? '')).toEqual(
          cells.map((cell) => cell.trim().replace(/^'(?=\d)/, '')),
        )
      }),
      { numRuns: 100 },
    )
  })
})
