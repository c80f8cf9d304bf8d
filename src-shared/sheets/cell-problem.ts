/**
 * Why a cell has no value: `error`, the spreadsheet shows an error; `no-result`, the file has a formula without
 * its result.
 */
export type CellProblem = 'error' | 'no-result'

/** Whether a text in place of a value is an error or a formula; no number or title starts like one. */
export const isCellProblem = (text: string): boolean => /^=|^#[\p{Lu}¡¿#]/u.test(text)

/** The errors of spreadsheets, in the languages of the programs that export them as text. */
const errors = new Set(
  [
    '#N/A #N/D #NV #Н/Д #НД #REF! #BEZUG! #¡REF! #RIF! #ССЫЛКА! #VALUE! #WERT! #VALEUR! #¡VALOR! #VALOR! #VALORE!',
    '#ЗНАЧ! #DIV/0! #¡DIV/0! #ДЕЛ/0! #NAME? #NOM? #¿NOMBRE? #NOMBRE? #NOME? #ИМЯ? #NULL! #NUL! #¡NULO! #NULO!',
    '#NULLO! #ПУСТО! #NUM! #ZAHL! #NOMBRE! #¡NUM! #NÚM! #ЧИСЛО! #SPILL! #CALC! #FIELD! #BLOCKED! #CONNECT!',
    '#UNKNOWN! #BUSY! #EXTERNAL! #PYTHON! #TIMEOUT! #GETTING_DATA #ERROR! #溢出!',
  ]
    .join(' ')
    .split(' '),
)

/** The problem of a cell of delimited text; null for any other text. Cells of a workbook say it themselves. */
export const problemOfText = (text: string): CellProblem | null => {
  if (errors.has(text) || /^#{3,}$|^Err:5\d\d$/.test(text)) return 'error'
  // A function or a reference to a cell: other texts that start with the sign are texts.
  return /^=\s*(?:[A-Z][A-Z0-9.]*\(|[+-]?\$?[A-Z]{1,3}\$?\d+(?:$|[&+*/:^,;!-]))/.test(text)
    ? 'no-result'
    : null
}
