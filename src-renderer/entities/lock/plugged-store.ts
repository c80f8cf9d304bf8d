import { defineStore } from 'pinia'
import { computed, onScopeDispose, ref, shallowRef } from 'vue'
import type { CommandFailure } from '#shared/bridge/commands'
import { doubleNumbersOf } from '#shared/model/locks/double-numbers'
import type { PluggedLock } from '#shared/model/locks/plugged-lock'
import { usbId } from '#shared/usb-id'
import { command, onEvent } from '../../bridge'

/** An unplugged lock stays as a thin line for this long, so that the last lock can still be read, ms. */
const unpluggedShownMs = 10_000

export interface PluggedRow {
  readonly lock: PluggedLock
  /** When it was unplugged, ms since 1970; null while it is plugged in. */
  readonly unpluggedAt: number | null
}

export const shellNumberOf = (lock: PluggedLock) =>
  lock.reading.state === 'read' ? lock.reading.shellNumber : null

/** The text that identifies an unplugged lock's line. */
const lineOf = (lock: PluggedLock): string => shellNumberOf(lock) ?? usbId(lock.device)

/** The plugged-in locks and, for ten seconds, the unplugged ones. */
export const usePluggedStore = defineStore('plugged', () => {
  const locks = shallowRef<readonly PluggedLock[]>([])
  const unplugged = shallowRef<readonly { readonly lock: PluggedLock; readonly unpluggedAt: number }[]>([])
  const state = ref<'loading' | 'ready' | 'failed'>('loading')
  /** The USB ports have not been read since the app started, so an empty list does not mean “no locks” yet. */
  const isScanning = ref(true)
  const failure = ref<CommandFailure | null>(null)
  const timers = new Set<ReturnType<typeof setTimeout>>()

  const addUnplugged = (removed: readonly PluggedLock[]): void => {
    const unpluggedAt = Date.now()
    // Lines with the same text are merged; the newest stays.
    const byText = new Map(unplugged.value.map((entry) => [lineOf(entry.lock), entry]))
    for (const lock of removed) {
      byText.delete(lineOf(lock))
      byText.set(lineOf(lock), { lock, unpluggedAt })
    }
    unplugged.value = [...byText.values()]
    const timer = setTimeout(() => {
      timers.delete(timer)
      unplugged.value = unplugged.value.filter((entry) => entry.unpluggedAt !== unpluggedAt)
    }, unpluggedShownMs)
    timers.add(timer)
  }

  const setLocks = (current: readonly PluggedLock[]): void => {
    const removed = locks.value.filter(({ plugId }) => current.every((lock) => lock.plugId !== plugId))
    locks.value = current
    state.value = 'ready'
    // A lock that is plugged in again loses its “unplugged” line.
    const present = new Set(current.map(shellNumberOf).filter((number) => number !== null))
    unplugged.value = unplugged.value.filter(({ lock }) => {
      const number = shellNumberOf(lock)
      return number === null || !present.has(number)
    })
    const newlyUnplugged = removed.filter((lock) => {
      const number = shellNumberOf(lock)
      return number === null || !present.has(number)
    })
    if (newlyUnplugged.length > 0) addUnplugged(newlyUnplugged)
  }

  const load = async (): Promise<void> => {
    const outcome = await command('locks/list')
    if (outcome.ok) setLocks(outcome.value)
    else if (state.value === 'loading') {
      failure.value = outcome.error
      state.value = 'failed'
    }
    // A failure is ignored: the list is then shown as it is.
    await command('locks/ready')
    isScanning.value = false
  }

  const doubleNumbers = computed<ReadonlySet<string>>(() => doubleNumbersOf(locks.value))
  const isDouble = (lock: PluggedLock): boolean => doubleNumbers.value.has(shellNumberOf(lock) ?? '')

  /** The plugged-in locks that look the same as this one: of its model, without a number. */
  const alike = (lock: PluggedLock): readonly PluggedLock[] =>
    locks.value.filter((other) => shellNumberOf(other) === null && usbId(other.device) === usbId(lock.device))

  const rescan = () => command('locks/rescan')

  onEvent('locks/changed', setLocks)
  onScopeDispose(() => {
    for (const timer of timers) clearTimeout(timer)
  })

  const rows = computed<readonly PluggedRow[]>(() =>
    [...locks.value.map((lock) => ({ lock, unpluggedAt: null })), ...unplugged.value].sort(
      (a, b) => b.lock.pluggedAt - a.lock.pluggedAt,
    ),
  )

  return {
    locks,
    rows,
    doubleNumbers,
    isDouble,
    alike,
    state,
    isScanning: computed(() => isScanning.value && locks.value.length === 0),
    failure,
    load,
    rescan,
  }
})
