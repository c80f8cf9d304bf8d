import type { ChangeAction, ChangeState, JournalEntry } from '#shared/model/changes/change'
import type { SharedResult } from '#shared/model/branch/shared-results'
import type { Name } from '#shared/model/name'
import { plainDigits } from '#shared/model/locks/shell-number'
import { actionText } from '../../entities/change/action-text'
import { pastReason } from '../../entities/change/change-row'
import { pastReasonText } from '../../entities/work-order/row-texts'
import type { Translator } from '../../i18n/explain'
import { fullName } from '../../names/shown-name'
import { exactTime } from '../../i18n/times'
import type { OutColumn } from '../../ui/sheets/write/write-sheet'
import { employeeOf } from './subject'

/** Whose activity shows. */
export type ActivityPlace = 'own' | 'branch'

/** One change of a lock at a computer of the branch. */
export interface BranchRow {
  readonly entryId: string
  readonly at: number
  readonly computer: string
  readonly isOwn: boolean
  readonly action: ChangeAction
  /** Of this computer's assignments also whether locks were assigned or withdrawn; others do not share it. */
  readonly actionText: string
  /** What the platform got. */
  readonly key: string
  readonly number: string | null
  /** The employee, of a lending or an assignment. */
  readonly text: Name
  readonly enterpriseName: Name | null
  readonly state: ChangeState
  readonly reason: string
  readonly operatorIdentity: Name
}

/** The actions on locks, which the desks of a branch share. */
export const sharedActions: readonly ChangeAction[] = ['disable', 'enable', 'lend', 'assign']
const hasEmployee: ReadonlySet<ChangeAction> = new Set(['lend', 'assign'])

/** An assignment is of an employee: its key is no number of a lock. */
const numberOf = ({
  action,
  shellNumber,
  key,
}: Pick<JournalEntry, 'action' | 'key'> & { shellNumber: string | null }) =>
  action === 'assign' ? null : (shellNumber ?? key)

const ownRow = (entry: JournalEntry, endedAt: number, translator: Translator): BranchRow => ({
  entryId: entry.entryId,
  at: endedAt,
  computer: translator.t('journal.branch.own'),
  isOwn: true,
  action: entry.action,
  actionText: actionText(entry, translator),
  key: entry.key,
  number: numberOf(entry),
  text: hasEmployee.has(entry.action) ? employeeOf(entry) : '',
  enterpriseName: entry.enterpriseName,
  state: entry.state,
  reason: pastReason(entry, translator),
  operatorIdentity: entry.operatorIdentity,
})

const sharedRow = (result: SharedResult, translator: Translator): BranchRow => {
  const { action, key, memberName, state } = result
  return {
    entryId: result.entryId,
    at: result.endedAt,
    computer: result.computer ?? translator.t('journal.branch.other'),
    isOwn: false,
    action,
    actionText: translator.t(`common.action.${action}`),
    key,
    number: numberOf(result),
    text: hasEmployee.has(action) ? (memberName ?? '') : '',
    enterpriseName: result.enterpriseName,
    state,
    reason: state === 'done' ? '' : pastReasonText(result, translator),
    operatorIdentity: result.operatorIdentity,
  }
}

/** Of all computers, the last first. */
export const branchRows = (
  entries: readonly JournalEntry[],
  results: readonly SharedResult[],
  translator: Translator,
): readonly BranchRow[] => {
  const own = entries.flatMap((entry) =>
    entry.training || entry.endedAt === null || !sharedActions.includes(entry.action)
      ? []
      : [ownRow(entry, entry.endedAt, translator)],
  )
  const others = results.map((result) => sharedRow(result, translator))
  return [...own, ...others].sort((one, other) => other.at - one.at)
}

export const branchSearchText = (row: BranchRow): string => {
  const { computer, number, text, enterpriseName, operatorIdentity, reason } = row
  return [
    computer,
    number ?? '',
    plainDigits(number ?? ''),
    fullName(text),
    fullName(enterpriseName) ?? '',
    fullName(operatorIdentity),
    reason,
  ].join('\n')
}

export const branchExportColumns = ({ t, language }: Translator): readonly OutColumn<BranchRow>[] => [
  { title: t('common.column.response'), value: ({ at }) => exactTime(at, language), width: 22 },
  { title: t('journal.branch.computer'), value: ({ computer }) => computer, width: 20 },
  { title: t('common.column.action'), value: ({ actionText }) => actionText, width: 16 },
  { title: t('common.column.number'), value: ({ number }) => number ?? '', width: 18 },
  { title: t('common.column.item'), value: ({ text }) => text, width: 20 },
  { title: t('common.column.enterprise'), value: ({ enterpriseName }) => enterpriseName ?? '', width: 28 },
  {
    title: t('common.column.result'),
    value: ({ action, state }) => t(`common.outcome.${action}.${state}`),
    width: 20,
  },
  { title: t('common.column.reason'), value: ({ reason }) => reason, width: 40 },
  { title: t('common.column.operator'), value: ({ operatorIdentity }) => operatorIdentity, width: 18 },
]
