import { defineStore } from 'pinia'
import { computed, onScopeDispose, ref, shallowRef, watch } from 'vue'
import type { CommandFailure } from '#shared/bridge/commands'
import type { LockAction } from '#shared/model/changes/change'
import type { PluggedLock } from '#shared/model/locks/plugged-lock'
import type { Name } from '#shared/model/name'
import { command, onEvent } from '../../../bridge'
import { oncePerSeries } from '../../../once-per-series'
import { useJournalStore } from '../../../stores/journal-store'
import { useSettingsStore } from '../../../stores/settings-store'
import { useSoundStore } from '../../../stores/sound-store'
import { cueOfState } from '../../../ui/feedback/sound-choice'
import { useDeskStore } from '../../../entities/lock/desk-store'
import { useOperatorsStore } from '../../../entities/operator/operators-store'
import { useChangesStore } from '../change/changes-store'
import { usePluggedStore } from '../../../entities/lock/plugged-store'
import { countsOf } from './continuous-batch'
import type { BatchRow } from './continuous-batch'
import { createContinuousRun } from './continuous-run'
import type { ContinuousRun } from './continuous-run'
import { startCountdown } from './countdown'
import { createLocksBefore } from './locks-before'
import type { Countdown } from './countdown'

/**
 * Why continuous mode ended: stopped by the operator, a minute without a lock, another operator, another page, or the
 * computer slept or was locked.
 */
export type StopReason = 'requested' | 'idle' | 'operator' | 'page-changed' | 'away' | 'look-only'

export interface Batch {
  readonly action: LockAction
  readonly operatorIdentity: Name
  readonly startedAt: number
  /** Newest first. */
  readonly rows: readonly BatchRow[]
  /** Null while continuous mode is on. */
  readonly ended: StopReason | null
}

/**
 * Continuous mode: each lock that is plugged in or scanned is changed at once. The batch stays readable
 * afterwards.
 */
export const useContinuousStore = defineStore('continuous', () => {
  const batch = shallowRef<Batch | null>(null)
  const secondsLeft = ref<number | null>(null)
  /** The text in the bar of continuous mode, which also receives a scanner's keys. */
  const typed = ref('')
  const isConfirming = ref(false)
  const failure = ref<CommandFailure | null>(null)

  const desk = useDeskStore()
  const settings = useSettingsStore()
  const operators = useOperatorsStore()
  const plugged = usePluggedStore()
  const changes = useChangesStore()
  const journal = useJournalStore()
  const sound = useSoundStore()

  let run: ContinuousRun | null = null
  let countdown: Countdown | null = null
  /** Plug IDs that were processed or plugged in before the start. */
  const seenPlugIds = new Set<string>()
  const seenFailures = new Set<string>()
  const before = createLocksBefore()
  onScopeDispose(before.stop)

  const isActive = computed(() => batch.value !== null && batch.value.ended === null)

  const updateRow = (row: BatchRow): void => {
    if (batch.value === null) return
    const { rows } = batch.value
    const isKnown = rows.some(({ id }) => id === row.id)
    batch.value = {
      ...batch.value,
      rows: isKnown ? rows.map((other) => (other.id === row.id ? row : other)) : [row, ...rows],
    }
    const { state } = row
    const cue =
      state.kind === 'responded'
        ? cueOfState(state.entry.state)
        : state.kind === 'skipped' || state.kind === 'failed'
    // Locks skipped by the operator's own Stop play no cue.
    if (state.kind === 'skipped' && state.reason === 'stopped') return
    if (cue === true) sound.play('attention')
    else if (cue !== false && cue !== null) sound.play(cue)
  }

  const isCompared = async ({ device, reading }: PluggedLock): Promise<boolean> => {
    const models = await command('locks/models')
    return (
      models.ok &&
      models.value.enabled.some(
        ({ vendorId, productId, comparedNumber }) =>
          vendorId === device.vendorId &&
          productId === device.productId &&
          reading.state === 'read' &&
          comparedNumber === reading.shellNumber,
      )
    )
  }

  const finishRun = (reason: StopReason): void => {
    if (batch.value === null || !isActive.value) return
    run?.stop()
    countdown?.stop()
    countdown = null
    before.stop()
    secondsLeft.value = null
    batch.value = { ...batch.value, ended: reason }
  }

  const stop = (reason: StopReason): void => {
    if (!isActive.value) return
    finishRun(reason)
    void command('continuous/stop')
  }

  const begin = (action: LockAction, operatorIdentity: Name): void => {
    seenPlugIds.clear()
    seenFailures.clear()
    // Locks already plugged in must not be changed, nor when their hub restarts.
    for (const { plugId } of plugged.locks) seenPlugIds.add(plugId)
    before.start(plugged.locks)
    batch.value = { action, operatorIdentity, startedAt: Date.now(), rows: [], ended: null }
    desk.show('batch')
    typed.value = ''
    const newRun = createContinuousRun({
      action,
      operatorIdentity,
      lookUp: (number, freshness) => command('locks/look-up', { number, freshness }),
      change: async (request) => {
        const change = await changes.send(request)
        return change.state === 'responded'
          ? { ok: true, value: change.entry }
          : { ok: false, error: change.failure }
      },
      isCompared,
      // A dismissed batch accepts no more rows, although its last response may still arrive.
      onRow: (row) => run === newRun && updateRow(row),
    })
    run = newRun
    countdown?.stop()
    countdown = startCountdown({
      onSeconds: (seconds) => (secondsLeft.value = seconds),
      onEnd: () => stop('idle'),
      isPaused: () => newRun.isBusy(),
    })
  }

  const askMain = oncePerSeries(
    (action: LockAction, operatorIdentity: Name) => command('continuous/start', { action, operatorIdentity }),
    { endsSeries: (outcome) => !outcome.ok && outcome.error.code === 'not-confirmed' },
  )
  /** Main confirms in a system dialog; resolves to whether continuous mode is on. */
  const start = async (action: LockAction): Promise<boolean> => {
    const operatorIdentity = settings.operator
    if (isConfirming.value || isActive.value || operatorIdentity === '') return false
    isConfirming.value = true
    failure.value = null
    const outcome = await askMain(action, operatorIdentity)
    isConfirming.value = false
    if (!outcome.ok) {
      // A canceled dialog is not an error.
      if (outcome.error.code !== 'not-confirmed') failure.value = outcome.error
      return false
    }
    // The operator may have changed or the app may have locked during the dialog.
    if (operators.locked || settings.operator !== operatorIdentity) {
      void command('continuous/stop')
      return false
    }
    begin(action, operatorIdentity)
    return true
  }

  /** Returns false where the time was over, for example while the computer slept. */
  const restartCountdown = (): boolean => {
    countdown?.restart()
    return isActive.value
  }
  const scan = (text: string): void => {
    if (!isActive.value) return
    typed.value = ''
    if (restartCountdown()) run?.scan(text)
  }

  const takeLock = (lock: PluggedLock): void => {
    const { plugId, reading } = lock
    if (seenPlugIds.has(plugId) || (reading.state === 'failed' && seenFailures.has(plugId))) return
    if (before.has(lock)) {
      seenPlugIds.add(plugId)
      if (before.isFirst(lock)) run?.skip(lock, 'present-before')
      return
    }
    if (!restartCountdown()) return
    if (reading.state === 'read') seenPlugIds.add(plugId)
    if (reading.state === 'failed') seenFailures.add(plugId)
    if (plugged.isDouble(lock)) run?.skip(lock, 'two-devices')
    else run?.plug(lock)
  }

  watch(
    () => plugged.locks,
    (locks) => {
      if (!isActive.value) return
      before.update(locks)
      for (const lock of locks) takeLock(lock)
    },
    { flush: 'sync' },
  )
  watch([() => settings.operator, () => operators.locked], () => stop('operator'), { flush: 'sync' })
  onEvent('continuous/stopped', ({ because: reason }) => finishRun(reason))
  onScopeDispose(() => {
    countdown?.stop()
    run?.stop()
  })

  const dismiss = (): void => {
    if (isActive.value) return
    batch.value = null
    run = null
  }

  return {
    batch,
    isActive,
    isConfirming,
    failure,
    secondsLeft,
    typed,
    action: computed(() => (isActive.value ? (batch.value?.action ?? null) : null)),
    counts: computed(() => countsOf(batch.value?.rows ?? [], journal.find)),
    start,
    stop,
    scan,
    dismiss,
    clearFailure: () => void (failure.value = null),
  }
})
