import { defineStore } from 'pinia'
import { ref, shallowRef } from 'vue'
import type { PaletteEntry } from './palette-entry'

const maxRecent = 5

/** Whether the palette is open, and the entries chosen since the window was loaded; nothing is stored. */
export const usePaletteStore = defineStore('palette', () => {
  const isOpen = ref(false)
  /** The text that was typed elsewhere and is searched for; empty if the palette opened by itself. */
  const asked = ref('')
  /** Whether the palette's text is an action with a lock's number, such as “enable 8000000018”. */
  const hasLockCommand = ref(false)
  const recent = shallowRef<readonly PaletteEntry[]>([])

  return {
    isOpen,
    recent,
    asked,
    hasLockCommand,
    open: (text = '') => {
      asked.value = text
      isOpen.value = true
    },
    close: () => void (isOpen.value = false),
    addRecent: (entry: PaletteEntry) =>
      void (recent.value = [entry, ...recent.value.filter(({ id }) => id !== entry.id)].slice(0, maxRecent)),
  }
})
