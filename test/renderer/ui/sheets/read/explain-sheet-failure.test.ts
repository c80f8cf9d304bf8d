import { expect, it } from 'vitest'
import { explainSheetFailure } from '../../../../../src-renderer/ui/sheets/read/explain-sheet-failure'
import { sheetFailure } from '../../../../../src-renderer/ui/sheets/sheet'
import { translatorIn } from '../../../support/mount-component'

it.each(['en', 'zh'] as const)('the technical words of a damaged file are folded: %s', (language) => {
  const failure = sheetFailure('damaged', 'no end of central directory')
  expect(explainSheetFailure(failure, translatorIn(language))).toMatchObject({
    smallPrint: [],
    detail: 'no end of central directory',
  })
  const empty = explainSheetFailure(sheetFailure('empty', 'no cell has any text'), translatorIn(language))
  expect(empty.detail).toBeUndefined()
})
