import type { JournalFacts } from '#shared/bridge/journal-commands'
import { isLockAction } from '#shared/model/changes/change'
import type { JournalEntry } from '#shared/model/changes/change'
import { actionText, assignmentOf } from '../../entities/change/action-text'
import { changeRow } from '../../entities/change/change-row'
import { changeOf, statesText } from '../../entities/change/change-states'
import type { Texts } from '../../i18n/use-texts'
import { exactTime } from '../../i18n/times'
import { changeColumns, changeFiles } from '../../ui/sheets/change-columns'
import type { OutColumn } from '../../ui/sheets/write/write-sheet'
import { describeEntry } from './describe-entry'
import { platformText, subjectOf } from './subject'

export const journalExportKinds = ['csv', 'xlsx', 'json'] as const
export type JournalExportKind = (typeof journalExportKinds)[number]

type Translator = Pick<Texts, 't' | 'tn'> & { readonly language: 'en' | 'zh' }

/**
 * @param entries what is exported: where a change was sent to another platform than the open one, a column names the
 *   platform of each, because the same number is another lock there
 * @param openPlatform the address of the open platform, or `training`
 */
export const exportColumns = (
  translator: Translator,
  entries: readonly JournalEntry[] = [],
  openPlatform = '',
): readonly OutColumn<JournalEntry>[] => {
  const { t, language } = translator
  const time = (at: number | null): string => (at === null ? '' : exactTime(at, language))
  const responseText = (entry: JournalEntry): string => {
    const { responseFacts: facts, responseLists } = describeEntry(entry, translator)
    return [
      ...facts.map(({ label, value }) => `${label} ${value}`),
      ...responseLists.flatMap(({ items }) => items),
    ].join('; ')
  }
  const columns = changeColumns(
    changeFiles.log,
    {
      requested: ({ requestedAt }) => time(requestedAt),
      response: ({ endedAt }) => time(endedAt),
      action: (entry) => actionText(entry, translator),
      number: (entry) => subjectOf(entry, translator).number ?? '',
      item: (entry) => subjectOf(entry, translator).text,
      enterprise: ({ enterpriseName }) => enterpriseName ?? '',
      before: (entry) => (isLockAction(entry.action) ? statesText(changeOf(entry).before, translator) : ''),
      result: (entry) => changeRow(entry, translator).result,
      reason: (entry) => changeRow(entry, translator).reason,
      code: (entry) => changeRow(entry, translator).codes.join(' · '),
      responseData: responseText,
      operator: ({ operatorIdentity }) => operatorIdentity,
      training: ({ training }) => (training ? t('common.training') : ''),
      entry: ({ entryId }) => entryId,
    },
    translator,
  )
  const platform = {
    title: t('common.platform'),
    value: ({ elsewhere }: JournalEntry) => platformText(elsewhere ?? openPlatform, translator),
    width: 32,
  }
  return entries.some(({ elsewhere }) => elsewhere !== undefined) ? [...columns, platform] : columns
}

/** Entries are serialized in batches of about 5 ms, with input and rendering in between. */
const atOnce = 1_000

const nextTask = () => new Promise((done) => setTimeout(done, 0))

/** An assignment says in words of its own what its request has: whether locks were assigned, withdrawn or both. */
const exported = (entry: JournalEntry): JournalEntry | (JournalEntry & { readonly assignment: string }) => {
  const assignment = assignmentOf(entry)
  return assignment === null ? entry : { ...entry, assignment }
}

/**
 * The entries as JSON with the platform of those that name no other one, and the journal's state: the last hash and the
 * number of records reveal records removed later.
 */
export const encodeJournal = async (
  entries: readonly JournalEntry[],
  facts: JournalFacts,
  exportedAt: Date,
  openPlatform = '',
): Promise<Uint8Array<ArrayBuffer>> => {
  const { version, records, head, rows } = facts
  const header = {
    format: 'lock-desk-journal-export',
    version: 1,
    exportedAt: exportedAt.toISOString(),
    platform: openPlatform,
    journal: { version, records, head, entries: rows },
    count: entries.length,
  }
  const parts = [`${JSON.stringify(header, null, 2).slice(0, -2)},\n  "entries": [`]
  for (let from = 0; from < entries.length; from += atOnce) {
    const lines = entries
      .slice(from, from + atOnce)
      .map((entry) => `\n    ${JSON.stringify(exported(entry))}`)
    parts.push(`${from === 0 ? '' : ','}${lines.join(',')}`)
    await nextTask()
  }
  parts.push(entries.length === 0 ? ']\n}\n' : '\n  ]\n}\n')
  return new Uint8Array(await new Blob(parts).arrayBuffer())
}
