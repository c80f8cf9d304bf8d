import type { JournalEntry } from '#shared/model/changes/change'
import type { Texts } from '../../i18n/use-texts'
import { shownName } from '../../names/shown-name'
import type { TableColumn } from '../../ui/table/table-column'

type Change = Pick<JournalEntry, 'action' | 'state' | 'enterpriseName' | 'operatorIdentity'>

/** The columns that the log of this computer and that of the branch have in common, by their keys. */
export const activityColumns = ({ t }: Pick<Texts, 't'>) =>
  ({
    action: {
      key: 'action',
      title: t('common.column.action'),
      // The longest action, unless the details leave too little room.
      width: 'minmax(max(96px, min(172px, 18%)), 0.6fr)',
      value: ({ action }) => t(`common.action.${action}`),
      // The result names the action, too.
      hideBelow: 760,
    },
    enterprise: {
      key: 'enterprise',
      title: t('common.enterprise'),
      width: 'minmax(110px, 3.2fr)',
      name: ({ enterpriseName }) => enterpriseName,
      sharedText: ({ enterpriseName }) => shownName(enterpriseName) ?? '',
      hideBelow: 900,
    },
    outcome: {
      key: 'outcome',
      title: t('common.result'),
      width: 'minmax(164px, 2.4fr)',
      value: ({ action, state }) => t(`common.outcome.${action}.${state}`),
    },
    operator: {
      key: 'operator',
      title: t('common.operator'),
      width: 'minmax(72px, 0.6fr)',
      name: ({ operatorIdentity }) => operatorIdentity,
      sharedText: ({ operatorIdentity }) => shownName(operatorIdentity),
      hideBelow: 700,
    },
  }) as const satisfies Readonly<Record<string, TableColumn<Change>>>
