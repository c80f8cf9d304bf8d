import { normalized } from '#shared/normalized'
import { format, getFormatInfo } from 'numfmt'
import { readXml } from './xml'
import type { Package } from './workbook-parts'

/** The text of a number cell. */
export interface NumberText {
  readonly text: string
  /** What the spreadsheet program shows, if its digits differ from the text. */
  readonly shownAs: string | null
}

type ToText = (written: string) => NumberText

/** ECMA-376 part 1, 18.8.30; the missing ones below 50 are dates in East Asian languages. */
const builtIn: Readonly<Record<number, string>> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  12: '# ?/?',
  13: '# ??/??',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mmss.0',
  48: '##0.0E+0',
}
const isBuiltInDate = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 50 && id <= 58)
/** Excel allows no longer ones. */
const maxCodeLength = 255

/** Excel keeps and shows 15 digits: the digits after them are an artifact of its binary numbers. */
const shownDigits = 15

/**
 * Some programs write whole numbers as `8.000000017E9`, and formulas return `8000000016.9999999`; this returns
 * 8000000017. Other fractions stay as written, and so do numbers with more digits than a program calculates with.
 */
export const plainNumber = (written: string): string => {
  const number = Number(written)
  if (!Number.isFinite(number)) return written
  const rounded = Number.isInteger(number) ? number : Number(number.toPrecision(shownDigits))
  if (Number.isSafeInteger(rounded)) return BigInt(rounded).toString()
  return Number.isInteger(number) || rounded === number ? written : String(rounded)
}

const plain: ToText = (written) => ({ text: plainNumber(written), shownAs: null })

/** The last day that a spreadsheet can show, 9999-12-31. */
const lastDay = 2_958_466
const daysFrom1900To1904 = 1462
const secondsPerDay = 86_400
const calendarDay = (day: number): string => {
  // Day 60 is February 29, 1900, which Excel took over from Lotus 1-2-3 and did not exist.
  const sinceUnix = day - 25_569 + (day < 60 ? 1 : 0)
  return new Date(sinceUnix * secondsPerDay * 1000).toISOString().slice(0, 10)
}

/** A calendar date as `2027-03-31`, with the time if there is one; a time of day alone as `12:30:00`. */
const dateIn =
  (is1904: boolean): ToText =>
  (written) => {
    const number = Number(written)
    if (!Number.isFinite(number) || written === '') return { text: written, shownAs: null }
    const serial = number + (is1904 && number >= 1 ? daysFrom1900To1904 : 0)
    // Excel shows `####`; a shell number in a cell with a date's format is still a number.
    if (serial < 0 || serial >= lastDay) return { text: plainNumber(written), shownAs: '####' }
    const seconds = Math.round(serial * secondsPerDay)
    const [day, rest] = [Math.floor(seconds / secondsPerDay), seconds % secondsPerDay]
    const time = new Date(rest * 1000).toISOString().slice(11, 19)
    if (day === 0) return { text: time, shownAs: null }
    return { text: rest === 0 ? calendarDay(day) : `${calendarDay(day)} ${time}`, shownAs: null }
  }

const shownBy = (code: string, number: number): string | null => {
  try {
    return format(code, number).trim()
  } catch {
    return null
  }
}

/** Without thousands separators, currency and trailing zeros: the digits that a person would type. */
const digitsOf = (shown: string): string =>
  normalized(shown)
    .replace(/[\s,'’]/gu, '')
    .replace(/^[^\d.(-]+|[^\d.)%]+$/gu, '')
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '')

/**
 * Reads the number and notes what is shown where that has other digits: `8E+09`, `50%`. A number that has no more
 * than `decimals` is not formatted, which takes time.
 */
const marked =
  (code: string, decimals: number | null): ToText =>
  (written) => {
    const text = plainNumber(written)
    const number = Number(text)
    if (decimals !== null && Number(number.toFixed(decimals)) === number) return { text, shownAs: null }
    const shown = shownBy(code, Number(written))
    return { text, shownAs: shown === null || digitsOf(shown) === digitsOf(text) ? null : shown }
  }

/** Reads what is shown: `0000123`, `8000 000 017`, `LD8000000017`. */
const asShown =
  (code: string): ToText =>
  (written) => {
    const shown = shownBy(code, Number(written))
    if (shown === null) return plain(written)
    return shown === '' ? { text: plainNumber(written), shownAs: '' } : { text: shown, shownAs: null }
  }

const padded =
  (digits: number): ToText =>
  (written) => {
    const text = plainNumber(written)
    return {
      text: /^\d+$/.test(text) ? text.padStart(digits, '0') : asShownZeros(digits, text),
      shownAs: null,
    }
  }
const asShownZeros = (digits: number, text: string): string =>
  shownBy('0'.repeat(digits), Number(text)) ?? text

/** How numbers with this format are read. */
const readerFor = (id: number, code: string | undefined, is1904: boolean): ToText => {
  if (code === undefined) return isBuiltInDate(id) ? dateIn(is1904) : plain
  if (code.length > maxCodeLength) return plain
  if (/^0+$/.test(code)) return padded(code.length)
  // It hides every number.
  if (/^;+$/.test(code)) return asShown(code)
  const { type, isDate, maxDecimals, scale } = getFormatInfo(code)
  const isDecimal = scale === 1 && !['scientific', 'fraction', 'error'].includes(type)
  if (type === 'general' || type === 'text') return plain
  if (isDate) return /\[[hms]+\]/i.test(code) ? marked(code, null) : dateIn(is1904)
  const isIdentifier = isDecimal && maxDecimals === 0 && !code.includes(',') && !code.includes('?')
  return isIdentifier ? asShown(code) : marked(code, isDecimal ? maxDecimals : null)
}

/** Gives the text of a number with the style of that index. Throws a `Refusal` for a damaged part. */
export const readNumberFormats = async (
  parts: Package,
  path: string | null,
  is1904: boolean,
): Promise<(style: number, written: string) => NumberText> => {
  const codes = new Map<number, string>()
  const ids: number[] = []
  let isInCells = false
  if (path !== null) {
    await readXml(parts.read(path), {
      open: (element, { numFmtId = '0', formatCode = '' }) => {
        if (element === 'numFmt') codes.set(Number(numFmtId), formatCode)
        if (element === 'cellXfs') isInCells = true
        else if (element === 'xf' && isInCells) ids.push(Number(numFmtId))
      },
      close: (element) => {
        if (element === 'cellXfs') isInCells = false
      },
    })
  }
  const readers: ToText[] = []
  return (style, written) => {
    const id = ids[style] ?? 0
    return (readers[style] ??= readerFor(id, codes.get(id) ?? builtIn[id], is1904))(written)
  }
}
