import type { Loan } from '#shared/model/changes/loan'
import type { Translator } from '../../../i18n/explain'
import { exactTime } from '../../../i18n/times'
import type { OutColumn } from '../../../ui/sheets/write/write-sheet'
import { daysSince } from '../../../entities/loan/due'
import { fullName } from '../../../names/shown-name'

/** The export columns; days such as `2026-11-30`, which all spreadsheets read the same. */
export const loanColumns = (now: number, { t, language }: Translator): readonly OutColumn<Loan>[] => [
  {
    title: t('lending.column.state'),
    width: 20,
    value: (loan) => {
      const late = loan.state === 'active' && loan.dueOn !== null ? daysSince(loan.dueOn, now) : 0
      return late > 0 ? t('lending.overdueState') : t(`lending.state.${loan.state}`)
    },
  },
  { title: t('lending.column.due'), width: 12, value: ({ dueOn }) => dueOn ?? '' },
  {
    title: t('lending.column.lock'),
    width: 16,
    value: ({ shellNumber, borrowedUsbKey }) => shellNumber ?? borrowedUsbKey,
  },
  { title: t('lending.column.employee'), width: 20, value: ({ memberName }) => memberName ?? '' },
  {
    title: t('lending.column.enterprise'),
    width: 32,
    value: ({ enterpriseName, enterpriseGlobalId }) => enterpriseName ?? enterpriseGlobalId,
  },
  {
    title: t('lending.column.assets'),
    width: 32,
    value: ({ assets }) => assets.map(({ assetNum }) => assetNum).join(' '),
  },
  {
    title: t('lending.column.since'),
    width: 24,
    value: ({ lentHere }) => (lentHere === null ? '' : exactTime(lentHere.since, language)),
  },
  {
    title: t('lending.column.operator'),
    width: 20,
    value: ({ lentHere }) => lentHere?.operatorIdentity ?? '',
  },
  { title: t('lending.column.note'), width: 40, value: ({ note }) => note },
  {
    title: t('lending.column.returned'),
    width: 24,
    value: ({ returned }) =>
      returned === null ? '' : `${exactTime(returned.at, language)} ${fullName(returned.operatorIdentity)}`,
  },
  {
    title: t('lending.column.closed'),
    width: 24,
    value: ({ closed }) =>
      closed === null ? '' : `${exactTime(closed.at, language)} ${fullName(closed.operatorIdentity)}`,
  },
]
