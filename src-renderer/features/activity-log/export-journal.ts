import type { JournalFacts } from '#shared/bridge/journal-commands'
import { isLockAction } from '#shared/model/changes/change'
import type { JournalEntry } from '#shared/model/changes/change'
import { explainReason } from '../../i18n/explain'
import type { Texts } from '../../i18n/use-texts'
import { exactTime } from '../../i18n/times'
import type { OutColumn } from '../../ui/sheets/write/write-sheet'
import { statusBefore } from './status-before'
import { describeEntry } from './describe-entry'
import { subjectOf } from './subject'

export const journalExportKinds = ['csv', 'xlsx', 'json'] as const
export type JournalExportKind = (typeof journalExportKinds)[number]

type Translator = Pick<Texts, 't' | 'tn'> & { readonly language: 'en' | 'zh' }

/** The export columns; unknown values are empty, so that they are not mistaken for data. */
export const exportColumns = (translator: Translator): readonly OutColumn<JournalEntry>[] => {
  const { t, language } = translator
  const time = (at: number | null): string => (at === null ? '' : exactTime(at, language))
  const why = ({ state, reason }: JournalEntry) =>
    reason === null || state === 'done' ? null : explainReason(reason, translator)
  const responseText = (entry: JournalEntry): string => {
    const { responseFacts: facts, responseLists } = describeEntry(entry, translator)
    return [
      ...facts.map(({ label, value }) => `${label} ${value}`),
      ...responseLists.flatMap(({ items }) => items),
    ].join('; ')
  }
  type Key =
    | 'time'
    | 'ended'
    | 'action'
    | 'number'
    | 'subject'
    | 'customer'
    | 'before'
    | 'outcome'
    | 'reason'
    | 'code'
    | 'response'
    | 'operator'
    | 'training'
    | 'entry'
  const column = (
    key: Key,
    width: number,
    value: (entry: JournalEntry) => string,
  ): OutColumn<JournalEntry> => ({
    title: t(`journal.export.column.${key}`),
    width,
    value,
  })
  return [
    column('time', 24, ({ requestedAt }) => time(requestedAt)),
    column('ended', 24, ({ endedAt }) => time(endedAt)),
    column('action', 20, ({ action }) => t(`common.action.${action}`)),
    column('number', 16, (entry) => subjectOf(entry, translator).number ?? ''),
    column('subject', 24, (entry) => subjectOf(entry, translator).text),
    column('customer', 32, ({ enterpriseName }) => enterpriseName ?? ''),
    column('before', 16, (entry) => (isLockAction(entry.action) ? statusBefore(entry, translator) : '')),
    column('outcome', 16, ({ action, state }) => t(`common.outcome.${action}.${state}`)),
    column('reason', 48, (entry) => why(entry)?.what ?? ''),
    column('code', 16, (entry) => why(entry)?.smallPrint.join(' · ') ?? ''),
    column('response', 40, responseText),
    column('operator', 20, ({ operatorIdentity }) => operatorIdentity),
    column('training', 10, ({ training }) => (training ? t('common.training') : '')),
    column('entry', 40, ({ entryId }) => entryId),
  ]
}

/** Entries are serialized in batches of about 5 ms, with input and rendering in between. */
const atOnce = 1_000

const nextTask = () => new Promise((done) => setTimeout(done, 0))

/**
 * The entries as JSON with the journal's state: the last hash and the number of records reveal records removed
 * later.
 */
export const encodeJournal = async (
  entries: readonly JournalEntry[],
  facts: JournalFacts,
  exportedAt: Date,
): Promise<Uint8Array<ArrayBuffer>> => {
  const { version, records, head, rows } = facts
  const header = {
    format: 'lock-desk-journal-export',
    version: 1,
    exportedAt: exportedAt.toISOString(),
    journal: { version, records, head, entries: rows },
    count: entries.length,
  }
  const parts = [`${JSON.stringify(header, null, 2).slice(0, -2)},\n  "entries": [`]
  for (let from = 0; from < entries.length; from += atOnce) {
    const lines = entries.slice(from, from + atOnce).map((entry) => `\n    ${JSON.stringify(entry)}`)
    parts.push(`${from === 0 ? '' : ','}${lines.join(',')}`)
    await nextTask()
  }
  parts.push(entries.length === 0 ? ']\n}\n' : '\n  ]\n}\n')
  return new Uint8Array(await new Blob(parts).arrayBuffer())
}
