import type { JournalEntry } from '#shared/model/change'
import { exactTime } from '../../../i18n/times'
import type { Texts } from '../../../i18n/use-texts'
import { entryOfRow } from './armed-batch'
import type { Batch } from './armed-store'
import { wordsOfRow } from './row-words'

type Words = Pick<Texts, 't'> & { readonly language: 'en' | 'zh' }

/** RFC 4180. What a spreadsheet would take for a formula is shown to it as text. */
const cell = (text: string): string => {
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}

const columns = [
  'number',
  'assetNum',
  'enterprise',
  'action',
  'outcome',
  'reason',
  'operator',
  'time',
  'entry',
] as const

/** A batch as a table, in the order in which the locks came; those passed over stand in it too. UTF-8 with a BOM, for Excel. */
export const batchCsv = (
  batch: Batch,
  find: (entryId: string) => JournalEntry | undefined,
  words: Words,
): Uint8Array => {
  const lines = batch.rows.toReversed().map((row) => {
    const entry = entryOfRow(row, find)
    const { outcome, why } = wordsOfRow(row, entry, batch.action, words)
    return [
      row.number,
      row.assetNum ?? '',
      row.enterpriseName ?? '',
      words.t(`words.action.${batch.action}`),
      outcome,
      why,
      entry?.operatorIdentity ?? batch.operatorIdentity,
      exactTime(entry?.endedAt ?? row.at, words.language),
      entry?.entryId ?? '',
    ]
  })
  const head = columns.map((column) => words.t(`armed.csv.${column}`))
  const text = [head, ...lines].map((line) => line.map(cell).join(',')).join('\r\n')
  return new TextEncoder().encode(`\ufeff${text}\r\n`)
}
