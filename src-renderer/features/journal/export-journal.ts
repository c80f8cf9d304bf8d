import type { JournalFacts } from '#shared/journal-commands'
import type { JournalEntry } from '#shared/model/change'
import { explainReason } from '../../i18n/explain'
import type { Texts } from '../../i18n/use-texts'
import { exactTime } from '../../i18n/times'
import type { OutColumn } from '../../sheets/write-sheet'
import { storyOf } from './story'
import { subjectOf } from './subject'

export const journalExportKinds = ['csv', 'xlsx', 'json'] as const
export type JournalExportKind = (typeof journalExportKinds)[number]

type Words = Pick<Texts, 't' | 'tn'> & { readonly language: 'en' | 'zh' }

/** The entries as a sheet; what is not known is empty, so that it is not taken for something. */
export const exportColumns = (words: Words): readonly OutColumn<JournalEntry>[] => {
  const { t, language } = words
  const time = (at: number | null): string => (at === null ? '' : exactTime(at, language))
  const why = ({ state, reason }: JournalEntry) =>
    reason === null || state === 'done' ? null : explainReason(reason, words)
  const given = (entry: JournalEntry): string => {
    const { given: facts, givenLists } = storyOf(entry, words)
    return [
      ...facts.map(({ label, value }) => `${label} ${value}`),
      ...givenLists.flatMap(({ items }) => items),
    ].join('; ')
  }
  type Key =
    | 'time'
    | 'ended'
    | 'action'
    | 'number'
    | 'subject'
    | 'customer'
    | 'outcome'
    | 'reason'
    | 'code'
    | 'given'
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
    column('time', 24, ({ askedAt }) => time(askedAt)),
    column('ended', 24, ({ endedAt }) => time(endedAt)),
    column('action', 20, ({ action }) => t(`words.action.${action}`)),
    column('number', 16, (entry) => subjectOf(entry, words).number ?? ''),
    column('subject', 24, (entry) => subjectOf(entry, words).words),
    column('customer', 32, ({ enterpriseName }) => enterpriseName ?? ''),
    column('outcome', 16, ({ action, state }) => t(`words.outcome.${action}.${state}`)),
    column('reason', 48, (entry) => why(entry)?.what ?? ''),
    column('code', 16, (entry) => why(entry)?.smallPrint.join(' · ') ?? ''),
    column('given', 40, given),
    column('operator', 20, ({ operatorIdentity }) => operatorIdentity),
    column('training', 10, ({ training }) => (training ? t('journal.training') : '')),
    column('entry', 40, ({ entryId }) => entryId),
  ]
}

/** So many entries are made text at once, some 5 ms; keys and frames come in between. */
const atOnce = 1_000

const breathe = () => new Promise((done) => setTimeout(done, 0))

/**
 * The entries as JSON, with what the journal was at that moment: its head's hash and number of records can only come
 * again from the same records, so a tail that is cut off later shows.
 */
export const encodeJournal = async (
  entries: readonly JournalEntry[],
  facts: JournalFacts,
  exportedAt: Date,
): Promise<Uint8Array<ArrayBuffer>> => {
  const { version, records, head, rows } = facts
  const about = {
    format: 'lock-desk-journal-export',
    version: 1,
    exportedAt: exportedAt.toISOString(),
    journal: { version, records, head, entries: rows },
    count: entries.length,
  }
  const parts = [`${JSON.stringify(about, null, 2).slice(0, -2)},\n  "entries": [`]
  for (let from = 0; from < entries.length; from += atOnce) {
    const lines = entries.slice(from, from + atOnce).map((entry) => `\n    ${JSON.stringify(entry)}`)
    parts.push(`${from === 0 ? '' : ','}${lines.join(',')}`)
    await breathe()
  }
  parts.push(entries.length === 0 ? ']\n}\n' : '\n  ]\n}\n')
  return new Uint8Array(await new Blob(parts).arrayBuffer())
}
