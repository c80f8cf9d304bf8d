import { onScopeDispose, watch } from 'vue'
import { useSettingsStore } from '../../app/stores/settings-store'
import { usePluggedStore } from '../lock-desk/plugged-store'
import { watchIdle } from './idle-watch'
import { useOperatorsStore } from './operators-store'

const minute = 60_000
const hands = ['pointerdown', 'pointermove', 'wheel', 'keydown', 'touchstart'] as const

/** What is being asked in an open sheet was asked by whoever has left: it is asked anew. */
const closeEverything = (): void => {
  for (const dialog of document.querySelectorAll('dialog[open]')) {
    dialog.dispatchEvent(new Event('cancel', { cancelable: true }))
  }
  for (const panel of document.querySelectorAll<HTMLElement>('[popover]:popover-open')) panel.hidePopover()
}

/** Covers the desk after the time in the settings without a hand at it. */
export const useIdleCover = (): void => {
  const settings = useSettingsStore()
  const operators = useOperatorsStore()
  const plugged = usePluggedStore()

  const idle = watchIdle({
    limitMs: () => settings.settings.idleLockMinutes * minute,
    onIdle: () => {
      closeEverything()
      operators.cover()
    },
  })
  const hand = (): void => {
    idle.hand()
  }
  const options = { capture: true, passive: true }
  for (const name of hands) window.addEventListener(name, hand, options)
  watch(() => plugged.locks, hand)
  // From “never” to ten minutes: they begin now.
  watch(() => settings.settings.idleLockMinutes, hand)
  onScopeDispose(() => {
    idle.stop()
    for (const name of hands) window.removeEventListener(name, hand, options)
  })
}
