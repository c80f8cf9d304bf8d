import { onScopeDispose, watch } from 'vue'
import { useSettingsStore } from '../../stores/settings-store'
import { usePluggedStore } from '../../entities/lock/plugged-store'
import { watchIdle } from './idle-watch'
import { useOperatorsStore } from '../../entities/operator/operators-store'

const minute = 60_000
const activityEvents = ['pointerdown', 'pointermove', 'wheel', 'keydown', 'touchstart'] as const

/** Open dialogs are closed: they belong to the operator who left. */
const closeDialogs = (): void => {
  for (const dialog of document.querySelectorAll('dialog[open]')) {
    dialog.dispatchEvent(new Event('cancel', { cancelable: true }))
  }
  for (const panel of document.querySelectorAll<HTMLElement>('[popover]:popover-open')) panel.hidePopover()
}

/** Locks the app after the idle time in the settings. */
export const useIdleLock = (): void => {
  const settings = useSettingsStore()
  const operators = useOperatorsStore()
  const plugged = usePluggedStore()

  const idle = watchIdle({
    limitMs: () => settings.settings.idleLockMinutes * minute,
    onIdle: () => {
      closeDialogs()
      operators.lock()
    },
  })
  const recordActivity = (): void => {
    idle.recordActivity()
  }
  const options = { capture: true, passive: true }
  for (const name of activityEvents) window.addEventListener(name, recordActivity, options)
  watch(() => plugged.locks, recordActivity)
  // A new idle time starts now.
  watch(() => settings.settings.idleLockMinutes, recordActivity)
  onScopeDispose(() => {
    idle.stop()
    for (const name of activityEvents) window.removeEventListener(name, recordActivity, options)
  })
}
