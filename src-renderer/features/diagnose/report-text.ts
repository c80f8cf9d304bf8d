import { checkGroupOf, checkGroups } from '#shared/model/app/diagnosis'
import type { Diagnosis, DiagnosisLine, Finding, FindingLevel } from '#shared/model/app/diagnosis'
import { exactTime } from '../../i18n/times'
import { explainFinding } from './explain-finding'
import type { FindingTranslator } from './explain-finding'

const signs: Readonly<Record<FindingLevel, string>> = {
  ok: ' ok ',
  note: 'note',
  warning: ' !  ',
  problem: ' !! ',
}

const codeOf = (finding: Finding): string =>
  finding.code === 'connection-problem' ? `${finding.code} ${finding.facts.problem}` : finding.code

const lineText = ({ id, finding }: DiagnosisLine, translator: FindingTranslator): string[] =>
  finding === null
    ? []
    : [
        `[${signs[finding.level]}] ${translator.t(`diagnose.check.${id}`)}: ${explainFinding(finding, translator)} [${id}: ${codeOf(finding)}]`,
      ]

/** All findings as text in the user's language, each with its codes for support. */
export const reportText = (diagnosis: Diagnosis, translator: FindingTranslator): string => {
  const { t, language, now } = translator
  return [
    `${t('frame.name')} · ${t('frame.diagnose')}`,
    t('diagnose.report.created', { time: exactTime(diagnosis.endedAt ?? now, language) }),
    ...checkGroups.flatMap((group) => [
      '',
      t(`diagnose.group.${group}`),
      ...diagnosis.lines
        .filter(({ id }) => checkGroupOf[id] === group)
        .flatMap((line) => lineText(line, translator)),
    ]),
    '',
    t('diagnose.report.done'),
    '',
  ].join('\n')
}

/** Removes the signed-in user: the clipboard may be pasted anywhere. */
export const withoutNames = (diagnosis: Diagnosis): Diagnosis => ({
  ...diagnosis,
  lines: diagnosis.lines.map((line) =>
    line.finding?.code === 'signed-in'
      ? { ...line, finding: { ...line.finding, facts: { ...line.finding.facts, user: '…' } } }
      : line,
  ),
})
