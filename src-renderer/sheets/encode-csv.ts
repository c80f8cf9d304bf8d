/** What goes out: titles and rows of the same width. Text is text, whatever it looks like; a number may be counted with. */
export interface Table {
  readonly sheetName: string
  readonly titles: readonly string[]
  /** In characters. */
  readonly widths: readonly number[]
  readonly rows: readonly (readonly (string | number | null)[])[]
}

/** What a spreadsheet takes for a formula, also in full-width forms (OWASP, “CSV Injection”). */
const formulaStart = /^[=+\-@\t\r＝＋－＠]./su
/** A number this long is rounded, shortened or robbed of its zeros by a spreadsheet that opens the file. */
const eatenNumber = /^(?:\d{10,}|0\d+)$/

const textOf = (cell: string | number | null): string => {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  if (eatenNumber.test(cell)) return `="${cell}"`
  return formulaStart.test(cell) ? `'${cell}` : cell
}

const quoted = (text: string): string =>
  /[",\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text

/** RFC 4180 in UTF-8 with the mark that Excel wants. A cell made text for Excel's sake is read back as it was. */
export const encodeCsv = ({ titles, rows }: Table): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(
    `\ufeff${[titles, ...rows].map((row) => `${row.map((cell) => quoted(textOf(cell))).join(',')}\r\n`).join('')}`,
  )
