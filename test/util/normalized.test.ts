import { describe, expect, it } from 'vitest'
import { freeText, operatorName } from '#shared/bridge/command'
import { foldNumber, malformedReason, plainDigits } from '#shared/model/locks/shell-number'
import { canBeNormalized, normalized } from '#shared/normalized'
import { numbersInLine } from '#shared/sheets/numbers-in-line'
import { indexRecords } from '../../src-main/directory/index-records'
import { workOrder } from '../../src-main/work-orders/file-forms'
import { processorMs } from '../support/processor-time'

/** Marks of two classes in turn, which normalization has to sort. */
const marks = (count: number) => '\u0301\u0323'.repeat(count / 2)
/** The same with a letter that becomes a mark. */
const hiddenMarks = (count: number) => '\u0301\uff9e'.repeat(count / 2)

const costOf = (work: () => unknown): number => {
  const from = processorMs()
  work()
  return processorMs() - from
}

describe('normalized', () => {
  it('gives a text its Unicode form', () => {
    expect(normalized('８０００ＬＤ')).toBe('8000LD')
    expect(normalized('e\u0301', 10, 'NFC')).toBe('é')
    expect(normalized(`a${marks(30)}`)).toBe(`a${marks(30)}`.normalize('NFKC'))
  })

  it('leaves a text that is too long, or has too many marks in a row', () => {
    expect(normalized('８'.repeat(11), 10)).toBe('８'.repeat(11))
    for (const text of [`a${marks(32)}`, `a${hiddenMarks(32)}`, `${'８'.repeat(5)}${marks(500)}`]) {
      expect(canBeNormalized(text)).toBe(false)
      expect(normalized(text)).toBe(text)
    }
  })

  it('knows every character that becomes nothing but marks', () => {
    const missed: string[] = []
    for (let code = 0; code < 0x11_0000; code += 1) {
      if (code >= 0xd800 && code < 0xe000) continue
      const character = String.fromCodePoint(code)
      if (/^\p{M}+$/u.test(character.normalize('NFKD')) && !/[\p{M}\uff9e\uff9f]/u.test(character))
        missed.push(code.toString(16))
    }
    expect(missed).toEqual([])
  })

  it.each([marks, hiddenMarks])('takes no more than linear time for marks', (rowOf) => {
    const text = `8000000017${rowOf(1_000_000)}`
    expect(costOf(() => normalized(text, 10_000_000))).toBeLessThan(500)
    expect(costOf(() => plainDigits(text))).toBeLessThan(500)
    expect(costOf(() => foldNumber(text))).toBeLessThan(500)
    expect(costOf(() => malformedReason(text))).toBeLessThan(500)
    expect(costOf(() => numbersInLine(text))).toBeLessThan(500)
  })
})

describe('text from outside', () => {
  it('with too many marks is refused as an operator and a note', () => {
    expect(operatorName.safeParse(`Li${marks(32)}`).success).toBe(false)
    expect(freeText(500).safeParse(`Li${marks(32)}`).success).toBe(false)
    expect(freeText(500).safeParse(`Li${marks(30)}`).success).toBe(true)
  })

  it('in a signed file is refused soon', () => {
    const file = { note: `a${marks(320_000)}`, preparedBy: `a${marks(320_000)}` }
    expect(costOf(() => workOrder.safeParse(file))).toBeLessThan(500)
  })

  it('in the asset numbers of a platform is indexed soon', () => {
    const records = Array.from({ length: 20 }, (_, index) => ({
      assetNum: `A${index}${marks(300_000)}`,
      shellNumber: null,
    }))
    const index = () => {
      const steps = indexRecords(records as never)
      while (steps.next().done !== true);
    }
    expect(costOf(index)).toBeLessThan(1_500)
  })
})
