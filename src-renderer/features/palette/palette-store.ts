import { defineStore } from 'pinia'
import { ref, shallowRef } from 'vue'
import type { PaletteEntry } from './palette-entry'

const maxRecent = 5

/** Whether the palette is open, and the entries chosen since the window was loaded; nothing is stored. */
export const usePaletteStore = defineStore('palette', () => {
  const isOpen = ref(false)
  const recent = shallowRef<readonly PaletteEntry[]>([])

  return {
    isOpen,
    recent,
    open: () => void (isOpen.value = true),
    close: () => void (isOpen.value = false),
    addRecent: (entry: PaletteEntry) =>
      void (recent.value = [entry, ...recent.value.filter(({ id }) => id !== entry.id)].slice(0, maxRecent)),
  }
})
