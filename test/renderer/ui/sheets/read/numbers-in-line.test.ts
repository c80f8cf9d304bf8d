import { describe, expect, it } from 'vitest'
import { plainDigits } from '#shared/model/locks/shell-number'
import { listedNumber, numbersInLine, partsOfList } from '#shared/sheets/numbers-in-line'
import { parsePasted } from '#shared/sheets/parse-text'

const [one, two] = ['8000000017', '8000000018']

describe('numbersInLine', () => {
  it.each([' ', '\t', ',', ';', ', ', '，', '；', '、', ' | ', '\u3000'])('splits at %j', (between) => {
    expect(numbersInLine(`${one}${between}${two}`)).toEqual([one, two])
    expect(numbersInLine(`LD${one}${between}ld${two}`)).toEqual([`LD${one}`, `ld${two}`])
  })

  it('splits grouped numbers', () => {
    expect(numbersInLine('8000 000 017 8000 000 018')).toEqual([one, two])
    expect(numbersInLine('8000-000-017 8000000018')).toEqual([one, two])
    expect(numbersInLine('８０００ ０００ ０１７， 8000000018')?.map(plainDigits)).toEqual([one, two])
  })

  it.each([
    '',
    one,
    '8000 000 017',
    `LD${one}`,
    `${one} returned`,
    `${one}, Li Wei`,
    'a, b',
    '8000 000 017 8000',
  ])('does not split %j', (text) => expect(numbersInLine(text)).toBeNull())
})

describe('listedNumber', () => {
  it.each([
    ['1、８０００００００１７', '８０００００００１７'],
    ['2.8000000017；', one],
    ['3）壳号：8000 000 017。', '8000 000 017'],
    ['（4）8000000017', one],
    ['⑤ LD8000000017', `LD${one}`],
    ['12: 8000-000-017,', '8000-000-017'],
    ['锁号:8000000017', one],
    [`${one}、`, one],
  ])('takes %j as one number', (line, number) => expect(listedNumber(line)).toBe(number))

  it.each([
    '',
    `1,${one}`,
    `1234、${one}`,
    `不要禁用：${one}`,
    `${one}（张静）`,
    `${one} ${two}`,
    `1、${one}，2、${two}`,
    '8.000.000.017',
    '8000000017.00',
    '3、20 把',
  ])('leaves %j as it is', (line) => expect(listedNumber(line)).toBeNull())
})

describe('partsOfList', () => {
  it('has no mark of a list as a number, and loses no part', () => {
    const text = `1、${one}\n2.${two}；\n${one}，${two}、3000\n12) 8000 000 017 8000 000 018\n张静`
    expect(partsOfList(text)).toEqual([one, two, one, two, '3000', '12) 8000 000 017 8000 000 018', '张静'])
  })

  it('has a mistyped number of a list without its mark', () => {
    expect(partsOfList(`1、${one}\n2、800000018\n3、80000000019；`)).toEqual([
      one,
      '800000018',
      '80000000019',
    ])
    expect(partsOfList(`${one}\n2、800000018`)).toEqual([one, '2', '800000018'])
  })
})

describe('parsePasted', () => {
  it('reads the numbers of a message, and keeps its other lines as rows', () => {
    const text = '陈主任您好，请禁用：\n1、８０００００００１７\n2.8000000018；\n3）壳号：8000000017'
    expect(parsePasted(text).rows).toEqual([['陈主任您好,请禁用：'], ['８０００００００１７'], [two], [one]])
  })

  it('reads a mistyped number of a message without its mark, and leaves what is no item', () => {
    const text = `1、${one}；\n2、800000018；\n3）壳号：8000 000 0190\n4、20 把\n5.80`
    expect(parsePasted(text).rows).toEqual([[one], ['800000018'], ['8000 000 0190'], ['4,20 把'], ['5.80']])
    expect(parsePasted(`${one}\n12.800000018\n${two}`).rows).toEqual([[one], ['12.800000018'], [two]])
  })

  it('keeps a number in its column, where the other cells of its row are empty', () => {
    expect(parsePasted(`Name\tNumber\nChen\t${one}\n\t${two}`).rows).toEqual([
      ['Name', 'Number'],
      ['Chen', one],
      ['', two],
    ])
    expect(parsePasted(`No.\tNumber\n1.\t${one}\n2.\t${two}`).rows).toEqual([
      ['No.', 'Number'],
      ['1.', one],
      ['2.', two],
    ])
  })

  it.each(['\t', ',', ';', '|'])('reads a table whose last column is mostly empty, with %j', (separator) => {
    const rows = [
      ['Number', 'Note'],
      [one, ''],
      [two, ''],
      [one, ''],
      [two, 'Chen'],
    ]
    expect(parsePasted(rows.map((row) => row.join(separator)).join('\n'))).toMatchObject({ separator, rows })
  })

  it('reads the numbers of a message with signs that separate columns elsewhere', () => {
    const text = `Please disable these, thanks:\n1. ${one},\n2.\tLock: ${two};`
    expect(parsePasted(text).rows.map((row) => row.filter((cell) => cell !== ''))).toEqual([
      ['Please disable these', 'thanks:'],
      [one],
      [two],
    ])
  })
})
