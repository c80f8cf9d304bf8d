import { defineStore } from 'pinia'
import { createSound } from '../ui/feedback/sound'
import { useSettingsStore } from './settings-store'

/** The window's only sound player, so that cues do not overlap; silent if sounds are off in settings. */
export const useSoundStore = defineStore('sound', () => {
  const settings = useSettingsStore()
  return createSound({ isOn: () => settings.settings.sound })
})
