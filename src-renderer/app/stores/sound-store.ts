import { defineStore } from 'pinia'
import { createSound } from '../../ui/sound'
import { useSettingsStore } from './settings-store'

/** The window's one sound, so that no two cues lie over each other; heard only where the person wants it. */
export const useSoundStore = defineStore('sound', () => {
  const settings = useSettingsStore()
  return createSound({ isOn: () => settings.settings.sound })
})
