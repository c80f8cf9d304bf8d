import { describe, expect, it } from 'vitest'
import { plainDigits } from '#shared/model/locks/shell-number'
import { numbersInLine } from '#shared/sheets/numbers-in-line'

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
