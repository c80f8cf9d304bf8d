import { inflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseFile } from '../../../src-renderer/sheets/parse-file'
import { crc32 } from '../../../src-renderer/sheets/crc32'
import { writeSheet } from '../../../src-renderer/sheets/write-sheet'

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

describe('a CSV file', () => {
  it('is UTF-8 with a mark, its lines end as RFC 4180 has it', async () => {
    const bytes = await write('csv', [['壳号']])
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    expect(new TextDecoder().decode(bytes)).toBe('T0\r\n壳号\r\n')
  })

  it('quotes what has to be', async () => {
    expect(await csv('a,b', 'say "b"', 'two\nlines', 'plain', ' spaced', null)).toBe(
      '"a,b","say ""b""","two\nlines",plain," spaced",',
    )
  })

  it.each(['=1+1', '+cmd', '-2+3', '@SUM(A1)', '\tx', '＝1', "=HYPERLINK(\"x\")"])('lets %j be no formula', async (text) => {
    expect((await csv(text)).replace(/^"/, '')).toMatch(/^'/)
    expect((await read(await write('csv', [[text]]))).rows[1]).toEqual([text.trim()])
  }) // prettier-ignore

  it('keeps the digits of a number that identifies something', async () => {
    expect(await csv('8000000017', '0042', 41, -3, '-', '12')).toBe(
      '"=""8000000017""","=""0042""",41,-3,-,12',
    )
    expect((await read(await write('csv', [['8000000017', '0042']]))).rows[1]).toEqual(['8000000017', '0042'])
  })
})

describe('an XLSX file', () => {
  it('keeps every text as it is, and numbers as numbers', async () => {
    const cells = ['8000000017', '0042', '=1+1', 'a<b>&"c"', '两行\n字', '_x0041_', 41, -1.5, null, '陈 宇'] // prettier-ignore
    const sheet = await read(await write('xlsx', [cells], 'May: [list]'))
    expect(sheet.sheets).toEqual(['May   list'])
    expect(sheet.rows[0]).toEqual(cells.map((_, at) => `T${at}`))
    expect(sheet.rows[1]).toEqual(cells.map((cell) => String(cell ?? '')))
  })

  it('has nothing in it that XML has not', async () => {
    const bytes = await write('xlsx', [['a\u0000b\u001f\ud800c\ufffe']])
    expect((await read(bytes)).rows[1]).toEqual(['abc'])
  })

  it('is an archive whose checksums are right', async () => {
    const bytes = Buffer.from(await write('xlsx', [['8000000017']]))
    const central = bytes.readUInt32LE(bytes.length - 6)
    const nameLength = bytes.readUInt16LE(26)
    const packed = bytes.subarray(30 + nameLength, 30 + nameLength + bytes.readUInt32LE(18))
    expect(bytes.readUInt32LE(14)).toBe(crc32(inflateRawSync(packed)))
    expect(bytes.readUInt32LE(central + 16)).toBe(bytes.readUInt32LE(14))
  })

  it('is read back as it was written', async () => {
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

describe('crc32', () => {
  it('is the one of everybody', () => {
    expect(crc32(new TextEncoder().encode('123456789'))).toBe(0xcbf43926)
  })
})
