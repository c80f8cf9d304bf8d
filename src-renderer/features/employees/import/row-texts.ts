import { changeRow, chipText, resultTones } from '../../../entities/change/change-row'
import { explainReason } from '../../../i18n/explain'
import type { Translator } from '../../../i18n/explain'
import { groupedNumber } from '../../../i18n/times'
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
  ...resultTones,
}
export const toneOf = (group: RowGroup): Tone => tones[group]

/** The text of a chip. */
export const groupText = (group: RowGroup, count: number, translator: Translator): string => {
  switch (group) {
    case 'ready':
    case 'doubt':
    case 'broken':
    case 'repeated':
    case 'exists':
      return translator.t(`employees.import.group.${group}`, {
        n: groupedNumber(count, translator.language),
      })
    default:
      return chipText(group === 'done' ? 'add-employee' : group, count, translator)
  }
}

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
  if (entry === null || group === 'waiting') return { text: t('common.results.waiting'), code: '', tone }
  const { text, codes } = changeRow(entry, translator)
  const code = codes.join(' · ')
  if (rejectionScopeOf(known) === 'other-row')
    return { text: t('employees.import.rejectedTogether'), code, tone: 'quiet' }
  const account = entry.state === 'done' ? accountOf(entry) : null
  return { text: account === null ? text : t('employees.import.addedAs', { account }), code, tone }
}
