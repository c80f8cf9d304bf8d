import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { PluggedLock } from '#shared/model/locks/plugged-lock'
import { usePluggedStore } from '../../../entities/lock/plugged-store'

const isNotCompared = ({ reading }: PluggedLock): boolean =>
  reading.state === 'failed' && reading.reason === 'not-compared'

/**
 * Which lock of a learned model is asked for. Its cards show no numbers, so a person can tell the locks apart only by
 * when they were plugged in: the last one is asked for, and plugging a lock in again makes it the last.
 */
export const useCompareStore = defineStore('compare', () => {
  const plugged = usePluggedStore()
  /** What was typed for a lock. It stays asked for while another is plugged in. */
  const started = shallowRef<{ readonly plugId: string; readonly text: string } | null>(null)

  const waiting = computed(() =>
    plugged.locks.filter(isNotCompared).toSorted((a, b) => a.pluggedAt - b.pluggedAt),
  )
  /** The locks of the same profile that wait for a comparison, in the order they were plugged in. */
  const group = ({ profile }: PluggedLock): readonly PluggedLock[] =>
    waiting.value.filter((other) => other.profile?.id === profile?.id)

  const askedFor = (lock: PluggedLock): PluggedLock | undefined => {
    const locks = group(lock)
    const typedFor = started.value?.text === '' ? null : started.value?.plugId
    return locks.find(({ plugId }) => plugId === typedFor) ?? locks.at(-1)
  }

  return {
    started,
    group,
    isAskedFor: (lock: PluggedLock): boolean => askedFor(lock)?.plugId === lock.plugId,
  }
})
