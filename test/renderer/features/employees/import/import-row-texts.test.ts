import { expect, it } from 'vitest'
import type { Finding } from '../../../../../src-renderer/features/employees/form/employee-fields'
import type { RowContext } from '../../../../../src-renderer/features/employees/import/row-state'
import { rowMessage } from '../../../../../src-renderer/features/employees/import/row-texts'
import type { Translator } from '../../../../../src-renderer/i18n/explain'
import { translatorIn } from '../../../support/mount-component'

const findings: readonly Finding[] = [
  { field: 'name', code: 'name-too-long', isWarning: false, named: { n: 40, max: 30 } },
  { field: 'remark', code: 'remark-too-long', isWarning: false, named: { n: 300, max: 200 } },
]

it.each([
  ['en', '40 characters. At most 30; 300 characters. At most 200.'],
  ['zh', '40 个字符，最多 30 个；300 个字符，最多 200 个'],
] as const)('several problems of a row are one sentence, in %s', (language, text) => {
  const known = {
    row: { sent: null },
    entry: null,
    entries: [],
    checked: { findings, validity: 'broken' },
  } as unknown as RowContext
  expect(rowMessage(known, translatorIn(language) as unknown as Translator).text).toBe(text)
})
