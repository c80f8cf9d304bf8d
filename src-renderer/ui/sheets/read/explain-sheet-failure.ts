import { shortened } from '../../../i18n/explain'
import type { Explanation, Translator } from '../../../i18n/explain'
import type { TextKey } from '../../../i18n/messages'
import { groupedNumber } from '../../../i18n/times'
import { shownText } from '../../../names/shown-name'
import { sheetLimits } from '../sheet'
import type { SheetFailure, SheetFailureCode } from '../sheet'

type Keys = readonly [what: TextKey, next: TextKey | null]

const saveAsXlsx = 'sheets.failures.saveAsXlsx'

const keys: Readonly<Record<SheetFailureCode, Keys>> = {
  'too-large': ['sheets.failures.tooLarge', 'sheets.failures.tooLargeNext'],
  'expands-too-far': ['sheets.failures.expandsTooFar', 'sheets.failures.expandsTooFarNext'],
  'too-many-rows': ['sheets.failures.tooManyRows', 'sheets.failures.tooManyRowsNext'],
  'too-many-cells': ['sheets.failures.tooManyCells', 'sheets.failures.tooManyCellsNext'],
  empty: ['sheets.failures.empty', 'sheets.failures.emptyNext'],
  'old-excel': ['sheets.failures.oldExcel', saveAsXlsx],
  'open-document': ['sheets.failures.openDocument', saveAsXlsx],
  'numbers-document': ['sheets.failures.numbersDocument', saveAsXlsx],
  'web-page': ['sheets.failures.webPage', saveAsXlsx],
  pdf: ['sheets.failures.pdf', 'sheets.failures.pdfNext'],
  picture: ['sheets.failures.picture', 'sheets.failures.pictureNext'],
  password: ['sheets.failures.password', 'sheets.failures.passwordNext'],
  damaged: ['sheets.failures.damaged', 'sheets.failures.damagedNext'],
  'unknown-kind': ['sheets.failures.unknownKind', 'sheets.failures.unknownKindNext'],
  'not-as-named': ['sheets.failures.notAsNamed', 'sheets.failures.notAsNamedNext'],
  encoding: ['sheets.failures.encoding', 'sheets.failures.encodingNext'],
  unreadable: ['sheets.failures.unreadable', 'sheets.failures.unreadableNext'],
  'no-such-sheet': ['sheets.failures.noSuchSheet', 'sheets.failures.noSuchSheetNext'],
  cancelled: ['sheets.failures.cancelled', null],
  internal: ['sheets.failures.internal', 'sheets.failures.internalNext'],
}

/** Codes whose message helps support. It is in the words of file formats, so it is folded in each language. */
const withDetail = new Set<SheetFailureCode>(['damaged', 'internal', 'unreadable'])

/** Explains a file error and the next step in the user's language. */
export const explainSheetFailure = ({ code, message }: SheetFailure, translator: Translator): Explanation => {
  const { t, language } = translator
  const [what, next] = keys[code]
  return {
    what: t(what, {
      rows: groupedNumber(sheetLimits.rows, language),
      cells: groupedNumber(sheetLimits.cells, language),
    }),
    next: next === null ? '' : t(next),
    smallPrint: [],
    ...(withDetail.has(code) && message !== '' ? { detail: shortened(shownText(message)) } : {}),
    remedy: null,
  }
}
