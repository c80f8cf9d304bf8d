import { defineStore } from 'pinia'
import { computed, onScopeDispose, ref, shallowRef, watch } from 'vue'
import type { LockAction } from '#shared/model/changes/change'
import type { PluggedLock } from '#shared/model/locks/plugged-lock'
import type { Name } from '#shared/model/name'
import { command, onEvent } from '../../../bridge'
import { oncePerSeries } from '../../../once-per-series'
import { useRequest } from '../../../use-command'
import { useJournalStore } from '../../../stores/journal-store'
import { useSettingsStore } from '../../../stores/settings-store'
import { useSoundStore } from '../../../stores/sound-store'
import { useDeskStore } from '../../../entities/lock/desk-store'
import { useOperatorsStore } from '../../../entities/operator/operators-store'
import { useChangesStore } from '../change/changes-store'
import { usePluggedStore } from '../../../entities/lock/plugged-store'
import { countsOf, cueOfRow, withRow } from './continuous-batch'
import type { BatchRow } from './continuous-batch'
import { createContinuousRun } from './continuous-run'
import type { ContinuousRun } from './continuous-run'
import { startCountdown } from './countdown'
import type { Countdown } from './countdown'
import { createLockIntake } from './lock-intake'

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

/** Whether the number was compared with the shell of a lock of this model. */
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

/**
 * Continuous mode: each lock that is plugged in or scanned is changed at once. The batch stays readable
 * afterwards.
 */
export const useContinuousStore = defineStore('continuous', () => {
  const batch = shallowRef<Batch | null>(null)
  const secondsLeft = ref<number | null>(null)
  /** The text in the bar of continuous mode, which also receives a scanner's keys. */
  const typed = ref('')

  const desk = useDeskStore()
  const settings = useSettingsStore()
  const operators = useOperatorsStore()
  const plugged = usePluggedStore()
  const changes = useChangesStore()
  const journal = useJournalStore()
  const sound = useSoundStore()

  let run: ContinuousRun | null = null
  let countdown: Countdown | null = null
  const intake = createLockIntake()

  const isActive = computed(() => batch.value !== null && batch.value.ended === null)

  const updateRow = (row: BatchRow): void => {
    if (batch.value === null) return
    batch.value = { ...batch.value, rows: withRow(batch.value.rows, row) }
    const cue = cueOfRow(row)
    if (cue !== null) sound.play(cue)
  }

  const stopParts = (): void => {
    run?.stop()
    countdown?.stop()
    intake.stop()
  }
  onScopeDispose(stopParts)
  const finishRun = (reason: StopReason): void => {
    if (batch.value === null || !isActive.value) return
    stopParts()
    countdown = null
    secondsLeft.value = null
    batch.value = { ...batch.value, ended: reason }
    // What was not submitted goes on in the field, where it only looks up or is listed.
    desk.typed = typed.value
  }

  const stop = (reason: StopReason): void => {
    if (!isActive.value) return
    finishRun(reason)
    void command('continuous/stop')
  }

  const begin = (action: LockAction, operatorIdentity: Name): void => {
    intake.start(plugged.locks)
    batch.value = { action, operatorIdentity, startedAt: Date.now(), rows: [], ended: null }
    desk.show('batch')
    typed.value = ''
    // The field gives way to the bar of continuous mode, which changes each number at once.
    desk.typed = ''
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
  const request = useRequest({ mayDecline: true })
  /** Main confirms in a system dialog; resolves to whether continuous mode is on. */
  const start = async (action: LockAction): Promise<boolean> => {
    const operatorIdentity = settings.operator
    if (request.isRunning.value || isActive.value || operatorIdentity === '') return false
    request.clear()
    const outcome = await request.run(() => askMain(action, operatorIdentity))
    if (!outcome.ok) return false
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
    typed.value = text
    if (!restartCountdown()) return
    typed.value = ''
    run?.scan(text)
  }

  const takeLock = (lock: PluggedLock): void => {
    const taken = intake.take(lock)
    if (taken === 'present-before') run?.skip(lock, taken)
    if (taken !== 'new' || !restartCountdown()) return
    if (plugged.isDouble(lock)) run?.skip(lock, 'two-devices')
    else run?.plug(lock)
  }

  watch(
    () => plugged.locks,
    (locks) => {
      if (!isActive.value) return
      intake.update(locks)
      for (const lock of locks) takeLock(lock)
    },
    { flush: 'sync' },
  )
  watch([() => settings.operator, () => operators.locked], () => stop('operator'), { flush: 'sync' })
  onEvent('continuous/stopped', ({ because: reason }) => finishRun(reason))

  const dismiss = (): void => {
    if (isActive.value) return
    batch.value = null
    run = null
  }

  return {
    batch,
    isActive,
    isConfirming: request.isRunning,
    failure: request.failure,
    secondsLeft,
    typed,
    action: computed(() => (isActive.value ? (batch.value?.action ?? null) : null)),
    counts: computed(() => countsOf(batch.value?.rows ?? [], journal.find)),
    start,
    stop,
    scan,
    dismiss,
    clearFailure: request.clear,
  }
})
