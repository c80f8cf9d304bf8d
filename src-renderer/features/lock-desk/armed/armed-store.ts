import { defineStore } from 'pinia'
import { computed, onScopeDispose, ref, shallowRef, watch } from 'vue'
import type { CommandFailure } from '#shared/commands'
import type { LockAction } from '#shared/model/change'
import type { PluggedLock } from '#shared/model/plugged-lock'
import { command, onEvent } from '../../../bridge'
import { useJournalStore } from '../../../app/stores/journal-store'
import { useSettingsStore } from '../../../app/stores/settings-store'
import { useSoundStore } from '../../../app/stores/sound-store'
import { cueOfState } from '../../../ui/sound-choice'
import { useOperatorsStore } from '../../operators/operators-store'
import { useChangesStore } from '../changes-store'
import { usePluggedStore } from '../plugged-store'
import { countsOf } from './armed-batch'
import type { BatchRow } from './armed-batch'
import { createArmedRun } from './armed-run'
import type { ArmedRun } from './armed-run'
import { startCountdown } from './countdown'
import type { Countdown } from './countdown'

/** Why it is armed no more: the person's key, time without a lock, somebody else at the desk, another page. */
export type Disarmed = 'asked' | 'idle' | 'operator' | 'left'

export interface Batch {
  readonly action: LockAction
  readonly operatorIdentity: string
  readonly beganAt: number
  /** Newest first. */
  readonly rows: readonly BatchRow[]
  /** Null while armed. */
  readonly ended: Disarmed | null
}

/** Armed: each lock that is plugged in or scanned is changed at once. The batch stays readable after it. */
export const useArmedStore = defineStore('armed', () => {
  const batch = shallowRef<Batch | null>(null)
  const secondsLeft = ref<number | null>(null)
  /** What stands in the armed bar. A scanner's keys end up there too. */
  const typed = ref('')
  const asking = ref(false)
  const failure = ref<CommandFailure | null>(null)
  /** Something else was opened since it ended; a line tells of the batch then. */
  const isAside = ref(false)

  const settings = useSettingsStore()
  const operators = useOperatorsStore()
  const plugged = usePluggedStore()
  const changes = useChangesStore()
  const journal = useJournalStore()
  const sound = useSoundStore()

  let run: ArmedRun | null = null
  let countdown: Countdown | null = null
  /** Plug ids that had their turn, or were there before. */
  const seen = new Set<string>()
  const failedSeen = new Set<string>()

  const isArmed = computed(() => batch.value !== null && batch.value.ended === null)

  const keepRow = (row: BatchRow): void => {
    if (batch.value === null) return
    const { rows } = batch.value
    const isKnown = rows.some(({ id }) => id === row.id)
    batch.value = {
      ...batch.value,
      rows: isKnown ? rows.map((one) => (one.id === row.id ? row : one)) : [row, ...rows],
    }
    const { state } = row
    const cue =
      state.is === 'answered'
        ? cueOfState(state.entry.state)
        : state.is === 'called-out' || state.is === 'failed'
    // What was waiting when the person disarmed is no news to them.
    if (state.is === 'called-out' && state.why === 'disarmed') return
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

  const endRun = (because: Disarmed): void => {
    if (batch.value === null || !isArmed.value) return
    run?.stop()
    countdown?.stop()
    countdown = null
    secondsLeft.value = null
    batch.value = { ...batch.value, ended: because }
  }

  const disarm = (because: Disarmed): void => {
    if (!isArmed.value) return
    endRun(because)
    void command('desk/disarm')
  }

  const begin = (action: LockAction, operatorIdentity: string): void => {
    seen.clear()
    failedSeen.clear()
    // Whatever is in a port now was put there for something else.
    for (const { plugId } of plugged.locks) seen.add(plugId)
    batch.value = { action, operatorIdentity, beganAt: Date.now(), rows: [], ended: null }
    isAside.value = false
    typed.value = ''
    const begun = createArmedRun({
      action,
      operatorIdentity,
      lookUp: (number, freshness) => command('desk/look-up', { number, freshness }),
      change: async (request) => {
        const change = await changes.send(request)
        return change.state === 'answered'
          ? { ok: true, value: change.entry }
          : { ok: false, error: change.failure }
      },
      isCompared,
      // A batch put away takes no more rows, though its last answer may still come.
      onRow: (row) => run === begun && keepRow(row),
    })
    run = begun
    countdown?.stop()
    countdown = startCountdown({
      onSeconds: (seconds) => (secondsLeft.value = seconds),
      onOver: () => disarm('idle'),
      isHeld: () => begun.isBusy(),
    })
  }

  /** Asks in the system's own dialog; answers whether the desk is armed now. */
  const arm = async (action: LockAction): Promise<boolean> => {
    const operatorIdentity = settings.operator
    if (asking.value || isArmed.value || operatorIdentity === '') return false
    asking.value = true
    failure.value = null
    const outcome = await command('desk/arm', { action, operatorIdentity })
    asking.value = false
    if (!outcome.ok) {
      // Who says no in the dialog knows it.
      if (outcome.error.code !== 'not-confirmed') failure.value = outcome.error
      return false
    }
    // Meanwhile somebody else may have come to the desk, or nobody be there any more.
    if (operators.covered || settings.operator !== operatorIdentity) {
      void command('desk/disarm')
      return false
    }
    begin(action, operatorIdentity)
    return true
  }

  const scan = (text: string): void => {
    if (!isArmed.value) return
    typed.value = ''
    countdown?.restart()
    run?.scan(text)
  }

  watch(
    () => plugged.locks,
    (locks) => {
      if (!isArmed.value) return
      for (const lock of locks) {
        const { plugId, reading } = lock
        if (seen.has(plugId)) continue
        if (reading.state === 'failed' && failedSeen.has(plugId)) continue
        countdown?.restart()
        if (reading.state === 'read') seen.add(plugId)
        if (reading.state === 'failed') failedSeen.add(plugId)
        run?.plug(lock)
      }
    },
    { flush: 'sync' },
  )
  watch([() => settings.operator, () => operators.covered], () => disarm('operator'), { flush: 'sync' })
  const unsubscribe = onEvent('desk/disarmed', ({ because }) => endRun(because))
  onScopeDispose(() => {
    unsubscribe()
    countdown?.stop()
    run?.stop()
  })

  const putAway = (): void => {
    if (isArmed.value) return
    batch.value = null
    run = null
  }

  return {
    batch,
    isArmed,
    asking,
    failure,
    secondsLeft,
    typed,
    isAside,
    action: computed(() => (isArmed.value ? (batch.value?.action ?? null) : null)),
    counts: computed(() => countsOf(batch.value?.rows ?? [], journal.find)),
    arm,
    disarm,
    scan,
    putAway,
    setAside: () => void (isAside.value = !isArmed.value),
    show: () => void (isAside.value = false),
    forgetFailure: () => void (failure.value = null),
  }
})
