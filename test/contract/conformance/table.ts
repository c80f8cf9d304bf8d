import { operationIds } from '#shared/operations'
import { aspects } from './check'
import type { Aspect, Subject } from './check'
import type { Result } from './run'

const subjects: readonly Subject[] = ['user center', ...operationIds]

const cell = (results: readonly Result[]): string => {
  const count = (outcome: Result['outcome']) => results.filter((result) => result.outcome === outcome).length
  const [passed, failed, skipped] = [count('passed'), count('failed'), count('not applicable')]
  if (results.length === 0) return '·'
  if (failed > 0) return `${failed} FAILED of ${passed + failed}`
  return passed === 0 ? `n/a ${skipped}` : `${passed} ok${skipped === 0 ? '' : ` n/a ${skipped}`}`
}

const line = (name: string, cells: readonly string[]): string =>
  (name.padEnd(28) + cells.map((text) => text.padStart(14)).join('')).trimEnd()

const reasons = (results: readonly Result[]): string[] => {
  const byReason = new Map<string, number>()
  for (const { reason } of results) byReason.set(reason, (byReason.get(reason) ?? 0) + 1)
  return [...byReason].map(([reason, count]) => `  ${count} × ${reason}`)
}

/** A table with operations as rows and aspects as columns, followed by failures and reasons for skipped checks. */
export const tableOf = (results: readonly Result[]): string => {
  const at = (subject: Subject, aspect: Aspect) =>
    results.filter(({ check }) => check.subject === subject && check.aspect === aspect)
  const failed = results.filter(({ outcome }) => outcome === 'failed')
  const skipped = results.filter(({ outcome }) => outcome === 'not applicable')
  const passed = results.length - failed.length - skipped.length
  return [
    line('', aspects),
    ...subjects.map((subject) =>
      line(
        subject,
        aspects.map((aspect) => cell(at(subject, aspect))),
      ),
    ),
    '',
    ...failed.flatMap(({ check, reason }) => [
      `FAILED ${check.id} (${check.level}; ${check.source})`,
      `       ${reason}`,
    ]),
    ...(skipped.length === 0 ? [] : ['not applicable:', ...reasons(skipped)]),
    `${passed} passed, ${failed.length} failed, ${skipped.length} not applicable`,
  ].join('\n')
}
