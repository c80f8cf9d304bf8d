import { explainReason } from '../../../i18n/explain'
import type { Words } from '../../../i18n/explain'
import { accountOf } from '../enterprise-code'
import type { FieldName, Finding } from '../employee-fields'
import { fieldOfReason } from '../field-of-failure'
import { blameOf, groupOf } from './row-state'
import type { KnownRow, RowGroup } from './row-state'

export type Tone = 'good' | 'doubt' | 'bad' | 'open' | 'quiet'

const tones: Readonly<Record<RowGroup, Tone>> = {
  ready: 'good',
  doubt: 'doubt',
  broken: 'bad',
  repeated: 'quiet',
  exists: 'quiet',
  waiting: 'quiet',
  done: 'good',
  failed: 'bad',
  'not-sent': 'quiet',
  unknown: 'open',
}
export const toneOf = (group: RowGroup): Tone => tones[group]

export interface Said {
  readonly text: string
  /** Codes and the platform's own words, for support. */
  readonly code: string
  readonly tone: Tone
}

export const findingText = ({ code, named }: Finding, { t }: Words): string =>
  t(`employees.finding.${code}`, named)

/** What is said beside a cell: a rule that it breaks, or what the platform said against it. */
export const saidOfField = (known: KnownRow, field: FieldName, words: Words): Said | null => {
  const { row, entry, checked } = known
  if (row.sent !== null) {
    const isIts = entry?.state === 'failed' && fieldOfReason(entry.reason) === field
    if (!isIts || entry.reason === null || blameOf(known) === 'beside') return null
    const { what, smallPrint } = explainReason(entry.reason, words)
    const own = entry.reason.kind === 'said' ? entry.reason.message : ''
    return { text: own === '' ? what : own, code: smallPrint.join(' · '), tone: 'bad' }
  }
  const own = checked.findings.filter((finding) => finding.field === field)
  const finding = own.find(({ isDoubt }) => !isDoubt) ?? own[0]
  if (finding === undefined) return null
  return { text: findingText(finding, words), code: '', tone: finding.isDoubt ? 'doubt' : 'bad' }
}

/** What is said of a row as a whole: what is wrong with it first, or what became of it. */
export const saidOfRow = (known: KnownRow, words: Words): Said => {
  const { row, entry, checked } = known
  const group = groupOf(known)
  const tone = toneOf(group)
  const { t } = words
  if (row.sent === null) {
    if (group === 'ready') return { text: t('employees.import.ready'), code: '', tone }
    const sentences = checked.findings.map((finding) => findingText(finding, words))
    return { text: sentences.join(words.language === 'zh' ? '；' : '; '), code: '', tone }
  }
  if (entry === null || group === 'waiting') return { text: t('employees.import.waiting'), code: '', tone }
  const outcome = t(`words.outcome.${entry.action}.${entry.state}`)
  if (entry.state === 'done') {
    const account = accountOf(entry)
    return {
      text: account === null ? outcome : t('employees.import.addedAs', { account }),
      code: '',
      tone,
    }
  }
  if (entry.reason === null) return { text: outcome, code: '', tone }
  const { what, smallPrint } = explainReason(entry.reason, words)
  const isBeside = blameOf(known) === 'beside'
  const text = isBeside ? t('employees.import.beside') : what
  const colon = words.language === 'zh' ? '：' : ': '
  return {
    text: entry.state === 'unknown' ? `${outcome}${colon}${what}` : text,
    code: smallPrint.join(' · '),
    tone: isBeside ? 'quiet' : tone,
  }
}
