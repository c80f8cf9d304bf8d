import { explainReason } from '../../../i18n/explain'
import type { Translator } from '../../../i18n/explain'
import type { Tone } from '../../../ui/tag/tone'
import { accountOf } from '../form/enterprise-code'
import type { FieldName, Finding } from '../form/employee-fields'
import { fieldOfReason } from '../form/field-of-failure'
import { rejectionScopeOf, groupOf } from './row-state'
import type { RowContext, RowGroup } from './row-state'

const tones: Readonly<Record<RowGroup, Tone>> = {
  ready: 'good',
  doubt: 'warning',
  broken: 'danger',
  repeated: 'quiet',
  exists: 'quiet',
  waiting: 'quiet',
  done: 'good',
  failed: 'danger',
  'not-sent': 'quiet',
  unknown: 'unknown',
}
export const toneOf = (group: RowGroup): Tone => tones[group]

export interface RowMessage {
  readonly text: string
  /** Codes and the platform's message, for support. */
  readonly code: string
  readonly tone: Tone
}

const findingText = ({ code, named }: Finding, { t }: Translator): string =>
  t(`employees.finding.${code}`, named)

/** The text beside a cell: a failed check, or the platform's error. */
export const fieldMessage = (
  known: RowContext,
  field: FieldName,
  translator: Translator,
): RowMessage | null => {
  const { row, entry, checked } = known
  if (row.sent !== null) {
    const isOfField = entry?.state === 'failed' && fieldOfReason(entry.reason) === field
    if (!isOfField || entry.reason === null || rejectionScopeOf(known) === 'other-row') return null
    const { what, smallPrint, detail } = explainReason(entry.reason, translator)
    const own = entry.reason.kind === 'said' && detail === undefined ? entry.reason.message : ''
    return { text: own === '' ? what : own, code: smallPrint.join(' · '), tone: 'danger' }
  }
  const own = checked.findings.filter((finding) => finding.field === field)
  const finding = own.find(({ isWarning }) => !isWarning) ?? own[0]
  if (finding === undefined) return null
  return { text: findingText(finding, translator), code: '', tone: finding.isWarning ? 'warning' : 'danger' }
}

/** Some findings are sentences with a full stop, which must not stand before the separator. */
const joinFindings = (findings: readonly string[], { language }: Translator): string =>
  findings
    .map((text, index) => (index < findings.length - 1 ? text.replace(/[.。]$/u, '') : text))
    .join(language === 'zh' ? '；' : '; ')

/** The row's text: its problem if there is one, otherwise its result. */
export const rowMessage = (known: RowContext, translator: Translator): RowMessage => {
  const { row, entry, checked } = known
  const group = groupOf(known)
  const tone = toneOf(group)
  const { t } = translator
  if (row.sent === null) {
    if (group === 'ready') return { text: t('employees.import.ready'), code: '', tone }
    // Several cells may have the same problem.
    const sentences = new Set(checked.findings.map((finding) => findingText(finding, translator)))
    return { text: joinFindings([...sentences], translator), code: '', tone }
  }
  if (entry === null || group === 'waiting') return { text: t('employees.import.waiting'), code: '', tone }
  const outcome = t(`common.outcome.${entry.action}.${entry.state}`)
  if (entry.state === 'done') {
    const account = accountOf(entry)
    return {
      text: account === null ? outcome : t('employees.import.addedAs', { account }),
      code: '',
      tone,
    }
  }
  if (entry.reason === null) return { text: outcome, code: '', tone }
  const { what, smallPrint } = explainReason(entry.reason, translator)
  const isRejectedTogether = rejectionScopeOf(known) === 'other-row'
  const text = isRejectedTogether ? t('employees.import.rejectedTogether') : what
  const colon = translator.language === 'zh' ? '：' : ': '
  return {
    text: entry.state === 'unknown' ? `${outcome}${colon}${what}` : text,
    code: smallPrint.join(' · '),
    tone: isRejectedTogether ? 'quiet' : tone,
  }
}
