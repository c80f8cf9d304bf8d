import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import type { CommandFailure } from '#shared/bridge/commands'
import type { AddOutcome, LearnState } from '#shared/model/locks/learned-model'
import type { ShellNumber } from '#shared/model/locks/shell-number'
import { command } from '../../../bridge'

/** The guide that learns a lock model from locks whose numbers are known. Main keeps the locks while the app runs. */
export const useLearnStore = defineStore('learn', () => {
  /** Null until the guide was opened. */
  const learning = shallowRef<LearnState | null>(null)
  const isOpen = ref(false)
  /** Whether the person wants to use requests; main asks before it sends any. */
  const wantsRequests = ref(false)
  const isLooking = ref(false)
  const isSaving = ref(false)
  /** Why the last lock was not added. */
  const rejected = shallowRef<Exclude<AddOutcome, { state: 'added' }> | null>(null)
  const failure = shallowRef<{ readonly what: 'add' | 'save'; readonly failure: CommandFailure } | null>(null)
  const savedId = ref<string | null>(null)

  /** Without requests to send, as after a lock was removed, locks are read as before. */
  const asks = computed(() => {
    const { isAsking = false, requests = [] } = learning.value ?? {}
    return isAsking || (wantsRequests.value && requests.length > 0)
  })

  const load = async (): Promise<void> => {
    const outcome = await command('learn/state')
    failure.value = outcome.ok ? null : { what: 'add', failure: outcome.error }
    if (outcome.ok) learning.value = outcome.value
  }

  const start = async (): Promise<void> => {
    const outcome = await command('learn/start')
    failure.value = outcome.ok ? null : { what: 'add', failure: outcome.error }
    if (!outcome.ok) return
    learning.value = outcome.value
    wantsRequests.value = false
    rejected.value = null
    savedId.value = null
  }

  const open = async (): Promise<void> => {
    await (savedId.value === null ? load() : start())
    isOpen.value = true
  }

  const add = async (deviceId: string, number: ShellNumber): Promise<boolean> => {
    if (isLooking.value) return false
    isLooking.value = true
    const outcome = await command('learn/add', { deviceId, number, asks: asks.value })
    isLooking.value = false
    failure.value = outcome.ok ? null : { what: 'add', failure: outcome.error }
    if (!outcome.ok) return false
    // Stopped by “Start over”.
    const isStopped = outcome.value.state === 'not-read' && outcome.value.reason === 'cancelled'
    rejected.value = outcome.value.state === 'added' || isStopped ? null : outcome.value
    if (outcome.value.state !== 'added') return false
    learning.value = outcome.value.learning
    return true
  }

  const remove = async (number: ShellNumber): Promise<void> => {
    const outcome = await command('learn/remove', { number })
    failure.value = outcome.ok ? null : { what: 'add', failure: outcome.error }
    rejected.value = null
    if (outcome.ok) learning.value = outcome.value
  }

  const save = async (): Promise<boolean> => {
    if (isSaving.value) return false
    isSaving.value = true
    const outcome = await command('learn/save')
    isSaving.value = false
    // A canceled dialog is not an error.
    const isFailed = !outcome.ok && outcome.error.code !== 'not-confirmed'
    failure.value = isFailed ? { what: 'save', failure: outcome.error } : null
    savedId.value = outcome.ok ? outcome.value.id : null
    return outcome.ok
  }

  return {
    learning,
    isOpen,
    wantsRequests,
    asks,
    isLooking,
    isSaving,
    rejected,
    failure,
    savedId,
    load,
    start,
    open,
    add,
    remove,
    save,
    close: () => (isOpen.value = false),
  }
})
