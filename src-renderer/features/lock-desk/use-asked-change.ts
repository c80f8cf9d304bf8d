import { ref } from 'vue'
import type { LockAction } from '#shared/model/change'
import type { LockRecord } from '#shared/model/lock-record'
import { useSettingsStore } from '../../app/stores/settings-store'
import { askChange, requestOf } from './asked-change'
import type { AskedChange } from './asked-change'
import { oppositeOf, useChangesStore } from './changes-store'
import { useQueueStore } from './queue/queue-store'
import { usePluggedStore } from './plugged-store'
import { useRecordsStore } from './records-store'

/** From the button to the confirmation to the change. */
export const useAskedChange = () => {
  const asked = ref<AskedChange | null>(null)
  const settings = useSettingsStore()
  const changes = useChangesStore()
  const records = useRecordsStore()
  const plugged = usePluggedStore()
  const queue = useQueueStore()

  const isPlugged = (plugId: string): boolean => plugged.locks.some((lock) => lock.plugId === plugId)

  const ask = (
    action: LockAction,
    number: string,
    record: LockRecord | null,
    plugId: string | null,
  ): void => {
    const { answer } = records.of(number)
    asked.value = askChange(action, number, record, {
      plugId: plugId !== null && isPlugged(plugId) ? plugId : null,
      isStale: answer?.state === 'found' && answer.failure !== null,
    })
  }

  const confirm = async (operator: string): Promise<void> => {
    if (asked.value === null) return
    const request = requestOf(asked.value, operator)
    asked.value = null
    if (operator !== settings.operator) await settings.change({ operatorIdentity: operator })
    await changes.ask(request)
  }

  /** For when the connection is back: what is in the port now is not asked for then. */
  const putBy = async (operatorIdentity: string): Promise<void> => {
    if (asked.value === null) return
    const {
      plugId: _plugId,
      action,
      operatorIdentity: _who,
      ...row
    } = requestOf(asked.value, operatorIdentity)
    asked.value = null
    if (operatorIdentity !== settings.operator) await settings.change({ operatorIdentity })
    await queue.add({ action, operatorIdentity, rows: [row] })
  }

  /** The record a receipt's lock has now, if it is known. */
  const recordBehindReceipt = (): LockRecord | null => {
    const request = changes.last?.request
    if (request === undefined) return null
    const { answer } = records.of(request.shellNumber ?? request.assetNum)
    if (answer?.state === 'ambiguous') {
      return answer.records.find(({ assetNum }) => assetNum === request.assetNum) ?? null
    }
    return answer?.state === 'found' ? answer.record : null
  }

  const askReverse = (): void => {
    const request = changes.last?.request
    if (request === undefined) return
    const number = request.shellNumber ?? request.assetNum
    ask(oppositeOf(request.action), number, recordBehindReceipt(), request.plugId)
  }

  const close = (): void => void (asked.value = null)

  return { asked, ask, close, confirm, putBy, askReverse, recordBehindReceipt }
}
