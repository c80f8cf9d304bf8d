import type { RegisteredEnterprise } from '#shared/bridge/enterprise-commands'
import { exactTime } from '../../i18n/times'
import type { Texts } from '../../i18n/use-texts'
import type { OutColumn } from '../../ui/sheets/write/write-sheet'
import type { Language } from '../../i18n/i18n'
import { fullName } from '../../names/shown-name'

/** The export columns; unknown values are empty. The import on this page reads them again. */
export const exportColumns = ({
  t,
  language,
}: Pick<Texts, 't'> & { readonly language: Language }): readonly OutColumn<RegisteredEnterprise>[] => [
  {
    title: t('customers.field.enterpriseName'),
    width: 36,
    value: ({ enterpriseName }) => enterpriseName ?? '',
  },
  { title: t('common.enterpriseId'), width: 24, value: ({ enterpriseGlobalId }) => enterpriseGlobalId },
  { title: t('customers.field.channelCode'), width: 16, value: ({ channelCode }) => channelCode ?? '' },
  {
    title: t('common.channelCustomerId'),
    width: 20,
    value: ({ channelCustomerId }) => channelCustomerId ?? '',
  },
  { title: t('common.assets'), width: 10, value: ({ assets }) => assets },
  {
    title: t('common.lastUpdated'),
    width: 24,
    value: ({ readAt }) => (readAt === null ? '' : exactTime(readAt, language)),
  },
]

/** All text by which a customer can be found. */
export const searchTextOf = (enterprise: RegisteredEnterprise): string =>
  [
    fullName(enterprise.enterpriseName),
    enterprise.enterpriseGlobalId,
    enterprise.channelCode,
    enterprise.channelCustomerId,
  ].join(' ')
