import { watch } from 'vue'
import type { LockRecord } from '#shared/model/locks/lock-record'
import { useLicensesStore } from '../../../entities/license/licenses-store'
import { useOpenedStore } from '../../../entities/lock/opened-store'
import { shellNumberOf, usePluggedStore } from '../../../entities/lock/plugged-store'
import { useRecordsStore } from '../../../entities/lock/records-store'

/**
 * Looks every lock up as soon as its number is read, and loads the products of every record found. A card does
 * not wait for this: it shows its number first.
 */
export const usePluggedRecords = (): void => {
  const plugged = usePluggedStore()
  const records = useRecordsStore()
  const licenses = useLicensesStore()
  const opened = useOpenedStore()

  const tracked = new Set<string>()
  watch(
    () => plugged.locks,
    (locks) => {
      const present = new Set(locks.map(({ plugId }) => plugId))
      for (const plugId of tracked) if (!present.has(plugId)) tracked.delete(plugId)
      for (const lock of locks) {
        const number = shellNumberOf(lock)
        if (number === null || tracked.has(lock.plugId)) continue
        tracked.add(lock.plugId)
        void records.track(number)
      }
    },
    { immediate: true },
  )

  const shownRecords = (): LockRecord[] => {
    const numbers = plugged.locks.map(shellNumberOf).filter((number) => number !== null)
    const shown = opened.opened === null ? numbers : [...numbers, opened.opened.number]
    return shown.flatMap((number) => {
      const { answer } = records.of(number)
      if (answer?.state === 'found') return [answer.record]
      return answer?.state === 'ambiguous' ? answer.records : []
    })
  }
  watch(shownRecords, (shown) => shown.forEach((record) => void licenses.loadFor(record)), {
    immediate: true,
  })
}
