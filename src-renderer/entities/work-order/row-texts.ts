import { isBusinessCode, businessCodes } from '#shared/model/api/business-codes'
import type { OrderResultRow, ReportedState } from '#shared/model/changes/work-order'
import { failure, reason as reasons } from '#shared/texts/explanations-en'
import { en } from '../../i18n/messages'
import { asOfThen } from '../../i18n/explain'
import type { Translator } from '../../i18n/explain'

const ownReasons = en.workOrders.reason
const isIn = <Table extends object>(table: Table, name: string): name is keyof Table & string =>
  Object.hasOwn(table, name)

/** The state of a row of a running order: its file has no words for what has not ended. */
export type RunningState = ReportedState | 'waiting' | 'sending'

/** Rows that wait are in the file as not sent, and rows that are being sent as unconfirmed. */
export const runningStateOf = ({ state, reason, ended }: OrderResultRow): RunningState => {
  if (state === 'not-sent' && reason === 'waiting') return 'waiting'
  return state === 'unconfirmed' && reason === null && ended === null ? 'sending' : state
}

/** The state of a row, in the words of every other result. */
export const reportedText = (state: RunningState, { t }: Translator): string => {
  if (state === 'completed') return t('common.results.done')
  return t(`common.results.${state === 'unconfirmed' ? 'unknown' : state}`)
}

/** Why a row has its state; '' without a reason. Files of other programs may have unknown names, which stay as they are. */
export const reasonText = (
  { reason, businessCode }: Pick<OrderResultRow, 'reason' | 'businessCode'>,
  { t, language }: Translator,
): string => {
  if (businessCode !== null && isBusinessCode(businessCode)) return businessCodes[businessCode][language].what
  if (reason === null) return ''
  if (isIn(ownReasons, reason)) return t(`workOrders.reason.${reason}`)
  if (isIn(reasons, reason)) return t(`common.reason.${reason}.what`, { operator: '' })
  return isIn(failure, reason) ? t(`common.failure.${reason}.what`) : reason
}

/** The same of a result that is read later. */
export const pastReasonText = (
  result: Pick<OrderResultRow, 'reason' | 'businessCode'>,
  translator: Translator,
): string => {
  const text = reasonText(result, translator)
  const isOfCode = result.businessCode !== null && isBusinessCode(result.businessCode)
  return isOfCode ? asOfThen(text, translator) : text
}
