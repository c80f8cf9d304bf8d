import { describe, expect, it } from 'vitest'
import { parseFile } from '../../../../../src-renderer/ui/sheets/read/parse-file'
import { encodeXlsx } from '../../../../../src-renderer/ui/sheets/write/encode-xlsx'
import { makeZip } from '../make-workbook'

// Files that a person would call damaged, or that have the name of another type: what is said of them must be true.

const workbook = encodeXlsx({
  sheetName: '壳号',
  titles: ['Shell number'],
  widths: [16],
  rows: [['8000000017'], ['8000000018'], ['8000000019']],
})
const whole = 'read Shell number 8000000017 8000000018 8000000019'

/** The rows, or the code of the failure. */
const resultOf = async (content: Uint8Array, fileName = 'locks.xlsx'): Promise<string> => {
  const parsed = await parseFile({ fileName, content: new Uint8Array(content), sheet: null })
  return parsed.ok ? ['read', ...parsed.value.rows.flat()].join(' ') : parsed.error.code
}
const textBytes = (text: string): Uint8Array => new TextEncoder().encode(text)

describe('a damaged workbook', () => {
  it('is called damaged, or has all its numbers, whichever byte was changed', async () => {
    expect(await resultOf(workbook)).toBe(whole)
    const wrong = new Map<string, number>()
    for (let at = 0; at < workbook.length; at++) {
      const changed = new Uint8Array(workbook)
      changed[at] = (changed[at] ?? 0) ^ 0x55
      const result = await resultOf(changed)
      // A changed size may be one that would fill the memory.
      if (![whole, 'damaged', 'not-as-named', 'expands-too-far'].includes(result)) wrong.set(result, at)
    }
    expect([...wrong]).toEqual([])
  }, 60_000)

  it('is called so wherever it was cut', async () => {
    const results = new Set<string>()
    // Fewer bytes are no archive yet, but a text.
    for (let length = 4; length < workbook.length; length += 7)
      results.add(await resultOf(workbook.slice(0, length)))
    expect([...results].filter((result) => !['damaged', 'not-as-named'].includes(result))).toEqual([])
  }, 60_000)

  it.each([
    ['zeros', new Uint8Array(4000), 'not-as-named'],
    ['noise', Uint8Array.from({ length: 4000 }, (_, at) => (at * at * 7 + at) % 256), 'not-as-named'],
    ['another archive', makeZip([{ path: 'word/document.xml', content: '<a/>' }]), 'not-as-named'],
    ['an empty archive', makeZip([]), 'not-as-named'],
    ['nothing', new Uint8Array(), 'empty'],
  ])('may have %s in it', async (_, content, code) => {
    expect(await resultOf(content)).toBe(code)
  })
})

describe('a file with the name of another type', () => {
  it.each([
    ['a CSV named XLSX', textBytes('8000000017\n'), 'locks.xlsx', 'read 8000000017'],
    ['an XLSX named CSV', workbook, 'locks.csv', whole],
    [
      'an XLS named XLSX',
      Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1),
      'a.xlsx',
      'old-excel',
    ],
    ['a program named CSV', Uint8Array.of(0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0), 'locks.CSV', 'not-as-named'],
    ['a program', Uint8Array.of(0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0), 'locks.exe', 'unknown-kind'],
  ])('is read by its content: %s', async (_, content, fileName, result) => {
    expect(await resultOf(content, fileName)).toBe(result)
  })
})
