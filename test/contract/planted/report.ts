import { operationIds } from '#shared/operations'
import { nameOf } from './mutant'
import type { Verdict } from './plant'
import { survivalReason } from './survivors'

const counted = (verdicts: readonly Verdict[]) => {
  const planted = verdicts.filter(({ outcome }) => outcome !== 'idle')
  return { planted: planted.length, caught: planted.filter(({ outcome }) => outcome === 'caught').length }
}

/** The detected share of the errors that made a difference. */
export const shareOf = (verdicts: readonly Verdict[]): number => {
  const { planted, caught } = counted(verdicts)
  return planted === 0 ? 0 : caught / planted
}

const line = (name: string, verdicts: readonly Verdict[]): string => {
  const { planted, caught } = counted(verdicts)
  const share = planted === 0 ? '–' : `${((100 * caught) / planted).toFixed(1)} %`
  return `${name.padEnd(36)}${String(planted).padStart(8)}${String(caught).padStart(8)}${share.padStart(9)}`
}

const grouped = (verdicts: readonly Verdict[], keyOf: (verdict: Verdict) => string) => {
  const groups = new Map<string, Verdict[]>()
  for (const verdict of verdicts) groups.set(keyOf(verdict), [...(groups.get(keyOf(verdict)) ?? []), verdict])
  return groups
}

/** By operation and kind: planted, detected, share; then each undetected error and its reason. */
export const reportOf = (verdicts: readonly Verdict[]): string => {
  const byOperation = grouped(verdicts, ({ mutant }) => mutant.operation)
  const byKind = grouped(verdicts, ({ mutant }) => mutant.kind)
  const survivors = verdicts.filter(({ outcome }) => outcome === 'survived')
  const idle = verdicts.length - counted(verdicts).planted
  return [
    `${'operation'.padEnd(36)} planted  caught    share`,
    ...operationIds.flatMap((id) => {
      const own = byOperation.get(id)
      return own === undefined ? [] : [line(id, own)]
    }),
    '',
    `${'kind of error'.padEnd(36)} planted  caught    share`,
    ...[...byKind].map(([kind, own]) => line(kind, own)),
    '',
    line('all', verdicts),
    `${idle} more had no effect on any response and are not counted.`,
    '',
    `not detected: ${survivors.length}`,
    ...survivors.map(({ mutant }) => `  ${nameOf(mutant)}\n      ${survivalReason(mutant)}`),
  ].join('\n')
}
