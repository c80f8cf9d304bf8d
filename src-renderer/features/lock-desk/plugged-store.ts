import { defineStore } from 'pinia'
import { computed, onScopeDispose, ref, shallowRef } from 'vue'
import type { CommandFailure } from '#shared/commands'
import type { PluggedLock } from '#shared/model/plugged-lock'
import { command, onEvent } from '../../bridge'

/** So long a pulled-out lock stays as a thin line, so that the last one handled can still be read. */
const linger = 10_000

export interface PluggedRow {
  readonly lock: PluggedLock
  /** When it was pulled out, ms since 1970; null while it is plugged in. */
  readonly leftAt: number | null
}

export const shellNumberOf = (lock: PluggedLock) =>
  lock.reading.state === 'read' ? lock.reading.shellNumber : null

/** The locks in the ports, and for ten seconds those that were. */
export const usePluggedStore = defineStore('plugged', () => {
  const locks = shallowRef<readonly PluggedLock[]>([])
  const left = shallowRef<readonly { readonly lock: PluggedLock; readonly leftAt: number }[]>([])
  const state = ref<'loading' | 'ready' | 'failed'>('loading')
  const failure = ref<CommandFailure | null>(null)
  const timers = new Set<ReturnType<typeof setTimeout>>()

  const keepForAWhile = (gone: readonly PluggedLock[]): void => {
    const leftAt = Date.now()
    left.value = [...left.value, ...gone.map((lock) => ({ lock, leftAt }))]
    const timer = setTimeout(() => {
      timers.delete(timer)
      left.value = left.value.filter((entry) => entry.leftAt !== leftAt)
    }, linger)
    timers.add(timer)
  }

  const take = (told: readonly PluggedLock[]): void => {
    const gone = locks.value.filter(({ plugId }) => told.every((lock) => lock.plugId !== plugId))
    locks.value = told
    state.value = 'ready'
    // A lock that came back needs no line that says it is gone.
    const present = new Set(told.map(shellNumberOf).filter((number) => number !== null))
    left.value = left.value.filter(({ lock }) => {
      const number = shellNumberOf(lock)
      return number === null || !present.has(number)
    })
    const missed = gone.filter((lock) => {
      const number = shellNumberOf(lock)
      return number === null || !present.has(number)
    })
    if (missed.length > 0) keepForAWhile(missed)
  }

  const load = async (): Promise<void> => {
    const outcome = await command('locks/list')
    if (outcome.ok) take(outcome.value)
    else if (state.value === 'loading') {
      failure.value = outcome.error
      state.value = 'failed'
    }
  }

  const rescan = () => command('locks/rescan')

  const unsubscribe = onEvent('locks/changed', take)
  onScopeDispose(() => {
    unsubscribe()
    for (const timer of timers) clearTimeout(timer)
  })

  const rows = computed<readonly PluggedRow[]>(() =>
    [...locks.value.map((lock) => ({ lock, leftAt: null })), ...left.value].sort(
      (one, other) => other.lock.pluggedAt - one.lock.pluggedAt,
    ),
  )

  return { locks, rows, state, failure, load, rescan }
})
