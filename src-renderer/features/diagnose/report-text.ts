import { checkGroupOf, checkGroups } from '#shared/model/diagnosis'
import type { Diagnosis, DiagnosisLine, Finding, FindingLevel } from '#shared/model/diagnosis'
import { exactTime } from '../../i18n/times'
import { explainFinding } from './explain-finding'
import type { FindingWords } from './explain-finding'

const signs: Readonly<Record<FindingLevel, string>> = {
  ok: ' ok ',
  note: 'note',
  warning: ' !  ',
  problem: ' !! ',
}

const codeOf = (finding: Finding): string =>
  finding.code === 'way-trouble' ? `${finding.code} ${finding.facts.trouble}` : finding.code

const lineText = ({ id, finding }: DiagnosisLine, words: FindingWords): string[] =>
  finding === null
    ? []
    : [
        `[${signs[finding.level]}] ${words.t(`diagnose.check.${id}`)}: ${explainFinding(finding, words)} [${id}: ${codeOf(finding)}]`,
      ]

/** All lines as text: in the person's language, each with the codes that support reads in any. */
export const reportText = (diagnosis: Diagnosis, words: FindingWords): string => {
  const { t, language, now } = words
  return [
    `${t('frame.name')} · ${t('diagnose.title')}`,
    t('diagnose.report.made', { time: exactTime(diagnosis.endedAt ?? now, language) }),
    ...checkGroups.flatMap((group) => [
      '',
      t(`diagnose.group.${group}`),
      ...diagnosis.lines
        .filter(({ id }) => checkGroupOf[id] === group)
        .flatMap((line) => lineText(line, words)),
    ]),
    '',
    t('diagnose.report.done'),
    '',
  ].join('\n')
}

/** For the clipboard, which anybody may paste anywhere: without who is signed in. */
export const withoutPeople = (diagnosis: Diagnosis): Diagnosis => ({
  ...diagnosis,
  lines: diagnosis.lines.map((line) =>
    line.finding?.code === 'signed-in'
      ? { ...line, finding: { ...line.finding, facts: { ...line.finding.facts, user: '…' } } }
      : line,
  ),
})
