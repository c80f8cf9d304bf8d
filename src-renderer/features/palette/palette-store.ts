import { defineStore } from 'pinia'
import { ref, shallowRef } from 'vue'
import type { PaletteEntry } from './palette-entry'

const kept = 5

/** Whether the palette is open, and what was chosen in it since the window was loaded; it is written nowhere. */
export const usePaletteStore = defineStore('palette', () => {
  const isOpen = ref(false)
  const recent = shallowRef<readonly PaletteEntry[]>([])

  return {
    isOpen,
    recent,
    open: () => void (isOpen.value = true),
    close: () => void (isOpen.value = false),
    note: (entry: PaletteEntry) =>
      void (recent.value = [entry, ...recent.value.filter(({ id }) => id !== entry.id)].slice(0, kept)),
  }
})
