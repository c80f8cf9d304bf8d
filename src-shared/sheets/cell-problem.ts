/**
 * Why a cell has no value: `error`, the spreadsheet shows an error; `no-result`, the file has a formula without
 * its result.
 */
export type CellProblem = 'error' | 'no-result'

/** The errors that do not end in a mark, in the languages of the programs that export them as text. */
const errorNames = new Set(
  '#N/A #N/D #N/B #NV #I/T #YOK #Н/Д #НД #HIÁNYZIK #NENÍ_K_DISPOZICI #GETTING_DATA #ERROR'.split(' '),
)

/** Capital letters, or those of a script without capitals, between the signs: `#REF!`, `#¿NOMBRE?`, `#溢出!`. */
const markedError = /^#[¡¿]?[\p{Lu}\p{Lo}][\p{Lu}\p{Lo}\d/_]*[!?]$/u

/** Whether a text is what a spreadsheet shows in place of a value. */
export const isErrorText = (text: string): boolean =>
  errorNames.has(text) || markedError.test(text) || /^#{3,}$|^Err:5\d\d$/.test(text)

const sheetName = String.raw`(?:'[^']+'|\$?(?:\[[^\]]+\])?[\p{L}\p{N}_]+)[!.]`
const cellName = String.raw`\$?[a-z]{1,3}\$?\d+(?=\s*(?:$|[&+*/:^,;!=<>%-]))`
/** A function, joined texts or a reference to a cell: other texts that start with the sign are texts. */
const formula = new RegExp(
  String.raw`^=\s*[+-]?(?:[\p{L}_][\p{L}\p{N}_.]*\(|"[^"]*"\s*&|(?:${sheetName})?${cellName})`,
  'iu',
)

/** The problem of a cell of delimited text; null for any other text. Cells of a workbook say it themselves. */
export const problemOfText = (text: string): CellProblem | null => {
  if (isErrorText(text)) return 'error'
  return formula.test(text) ? 'no-result' : null
}

/** Whether a text in place of a value is an error or a formula; no number or title starts like one. */
export const isCellProblem = (text: string): boolean => isErrorText(text) || /^=|^#[\p{Lu}¡¿#]/u.test(text)
