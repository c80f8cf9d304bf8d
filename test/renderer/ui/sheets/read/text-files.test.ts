import { describe, expect, it } from 'vitest'
import { decodeText } from '#shared/sheets/decode-text'
import { parseText } from '#shared/sheets/parse-text'
import { parseFile } from '../../../../../src-renderer/ui/sheets/read/parse-file'

const rowsOf = (text: string): string[][] => parseText(text).rows
/** The bytes of a text of Windows-1252 with the letters of Latin-1. */
const latin = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'latin1'))
const hex = (digits: string): Uint8Array => new Uint8Array(Buffer.from(digits, 'hex'))

describe('a quotation mark that a person typed', () => {
  it('swallows no rows where another one follows', () => {
    const text =
      'Lock,Customer\r\n8000000017,"North\r\n8000000018,East\r\n8000000020,West"\r\n8000000021,South\r\n'
    expect(rowsOf(text)).toEqual([
      ['Lock', 'Customer'],
      ['8000000017', '"North'],
      ['8000000018', 'East'],
      ['8000000020', 'West"'],
      ['8000000021', 'South'],
    ])
  })

  it.each([
    ['an inch', '8000000017,5" disk\n8000000018,7" disk\n', [['8000000017', '5" disk'], ['8000000018', '7" disk']]],
    ['a quoted word', '8000000017,"A" Ltd\n8000000018,B "C"\n', [['8000000017', '"A" Ltd'], ['8000000018', 'B "C"']]],
    ['one mark', '8000000017,"A\n8000000018,B\n', [['8000000017', '"A'], ['8000000018', 'B']]],
    ['the first row', '8000000017,"A\n8000000018,B"\n', [['8000000017', '"A'], ['8000000018', 'B"']]],
    ['a tab', 'Lock\tName\n8000000017\t"A\n8000000018\tB"\n', [['Lock', 'Name'], ['8000000017', '"A'], ['8000000018', 'B"']]],
  ])('is a character: %s', (_, text, rows) => {
    expect(rowsOf(text)).toEqual(rows)
  }) // prettier-ignore

  it('swallows no employees', () => {
    const text = 'a,Name,Dept\nu1,"Ann,1\nu2,Bob,1\nu3,Cid",1\nu4,Dan,1\n'
    expect(rowsOf(text).map(([account]) => account)).toEqual(['a', 'u1', 'u2', 'u3', 'u4'])
  })

  it('is read line by line in a cell of several numbers', () => {
    expect(rowsOf('Lock,Customer\n"8000000017\n8000000018\n8000000019",North\n')).toEqual([
      ['Lock', 'Customer'],
      ['8000000017'],
      ['8000000018'],
      ['8000000019', 'North'],
    ])
  })

  it('is no reason to split the note of a row, or what a program quoted', () => {
    const note = 'Lock,Note\n8000000017,"first line\nsecond line"\n8000000018,"a, ""b"""\n'
    expect(rowsOf(note)[1]).toEqual(['8000000017', 'first line\nsecond line'])
    expect(rowsOf(note)[2]).toEqual(['8000000018', 'a, "b"'])
    const quoted = '"a","b","c"\n"1","2\n4,5,6","3"\n'
    expect(rowsOf(quoted)).toEqual([['a', 'b', 'c'], ['1', '2\n4,5,6', '3']]) // prettier-ignore
  })

  it('swallows no rows either where a person edited what a program quoted', () => {
    const text =
      '"Number","Note"\n8000000017,"fine"\n8000000018,"broken\n8000000019,x\n8000000020,done"\n8000000021,"y"\n'
    expect(rowsOf(text).slice(1)).toEqual([
      ['8000000017', 'fine'],
      ['8000000018', '"broken'],
      ['8000000019', 'x'],
      ['8000000020', 'done"'],
      ['8000000021', 'y'],
    ])
    const note = '"Number","Note"\n"8000000017","replaces\n8000000018\nin May, see list"\n'
    expect(rowsOf(note)).toHaveLength(2)
  })

  it.each(['Lock,Customer\n', ''])('swallows no row with a wrong number: %j', (titles) => {
    const rows = rowsOf(`${titles}8000000017,"North\n800000002,East"\n8000000018,South\n`)
    expect(rows.slice(-3)).toEqual([
      ['8000000017', '"North'],
      ['800000002', 'East"'],
      ['8000000018', 'South'],
    ])
  })

  it('takes time with the length of the text', () => {
    const text = `a,b\n${'1,"x\n'.repeat(100_000)}`
    expect(rowsOf(text)).toHaveLength(100_001)
  })
})

describe('a cell of a text file', () => {
  it.each([
    ['#N/A', 'error'],
    ['#NV', 'error'],
    ['#ЗНАЧ!', 'error'],
    ['########', 'error'],
    ['Err:502', 'error'],
    ['#溢出!', 'error'],
    ['#连接!', 'error'],
    ['#ÉRTÉK!', 'error'],
    ['#Note!', null],
    ['=VLOOKUP(A2,X:Y,2)', 'no-result'],
    ['=vlookup(A2;X:Y;2)', 'no-result'],
    ['=_xlfn.XLOOKUP(A2,X:X,Y:Y)', 'no-result'],
    ['=B2', 'no-result'],
    ['=Sheet1!B2', 'no-result'],
    ["='My list'!$B$2", 'no-result'],
    ['=[Locks.xlsx]五月!B2', 'no-result'],
    ['=$Sheet2.B2', 'no-result'],
    ['="LD"&B2', 'no-result'],
    ['="LD"&B2&"x"', 'no-result'],
    ['=Wow! 5', null],
    ['=Secret', null],
    ['#1', null],
    ["'=B2", null],
    ['="8000000017"', null],
  ])('is recognized: %s', (cell, problem) => {
    const quoted = `"${cell.replaceAll('"', '""')}"`
    expect(parseText(`a\n${quoted}\n`).problems.map((one) => one.problem)).toEqual(
      problem === null ? [] : [problem],
    )
  })
})

describe('the encoding', () => {
  it.each([
    ['Windows-1252', latin('Account,Name\njm,J\xfcrgen M\xfcller\n'), 'windows-1252', 'Jürgen Müller'],
    ['Windows-1252 at the end of a line', latin('a,b\n1,Ren\xe9\n2,Zo\xeb\n'), 'windows-1252', 'René'],
    ['Big5', hex('b4dfb8b92cb3e6a6ec0a312ca578a55fb35dad70b07c0a'), 'big5', '單位'],
    ['Shift-JIS', hex('94d48d862c96bc914f0a312c93638d6082b382f10a'), 'shift_jis', 'さん'],
    ['EUC-KR', hex('b9f8c8a32cc0ccb8a70a312cbcadbfef0a322cb1e8c3b6bcf60a'), 'euc-kr', '서울'],
  ])('is guessed, with words to check it by: %s', (_, bytes, encoding, found) => {
    const decoded = decodeText(bytes)
    if (!decoded.ok) throw new Error(decoded.error.message)
    expect(decoded.value.encoding).toBe(encoding)
    expect(decoded.value.text).toContain(found)
    expect(decoded.value.uncertainWords?.length).toBeGreaterThan(0)
  })

  it('is certain for Chinese, also beside Latin words', () => {
    // “壳号,A座,USB锁” and “北京设计院” in GBK.
    const decoded = decodeText(hex('bfc7bac52c41d7f92c555342cbf80ab1b1bea9c9e8bcc6d4ba0a'))
    expect(decoded).toMatchObject({ value: { encoding: 'gb18030', uncertainWords: null } })
  })

  it('is UTF-8 where one character was cut, which is asked for', () => {
    const bytes = Buffer.from('壳号,单位\n8000000017,北京设计院\n')
    const cut = new Uint8Array(Buffer.concat([bytes.subarray(0, -2), Buffer.from('\n')]))
    const decoded = decodeText(cut)
    expect(decoded).toMatchObject({ value: { encoding: 'utf-8' } })
    expect(decoded.ok && decoded.value.uncertainWords?.[0]).toBe('北京设计\ufffd')
  })

  it('finds the words in time with the length of the text', () => {
    const text = `${'QUJD'.repeat(500_000)} J\xfcrgen M\xfcller`
    const started = performance.now()
    expect(decodeText(latin(text))).toMatchObject({ value: { uncertainWords: ['Jürgen', 'Müller'] } })
    expect(performance.now() - started).toBeLessThan(5000)
  })

  it('drops no character that it does not have', () => {
    const decoded = decodeText(latin('a\x81b'), 'windows-1252')
    expect(decoded).toMatchObject({ value: { text: 'a\ufffdb' } })
  })

  it('can be chosen', async () => {
    const content = latin('Name\nJ\xfcrgen\n')
    const parsed = await parseFile({ fileName: '', content, sheet: null, encoding: 'windows-1250' })
    expect(parsed).toMatchObject({
      value: { encoding: 'windows-1250', uncertainWords: null, rows: [['Name'], ['Jürgen']] },
    })
  })
})
