import { defineStore } from 'pinia'
import { computed, onScopeDispose, ref } from 'vue'
import type { CommandOutcome, Settings } from '#shared/commands'
import { queueHours } from '#shared/outbox-commands'
import { usualLabels } from '#shared/model/label'
import { freshOpening } from '#shared/model/opening'
import { command, onEvent } from '../../bridge'
import { useAppStore } from './app-store'

const beforeRead: Settings = {
  language: 'system',
  theme: 'system',
  railCollapsed: false,
  operatorIdentity: '',
  timeUnit: 'auto',
  operators: [],
  idleLockMinutes: 0,
  sound: true,
  chunkSize: 100,
  labels: usualLabels,
  queueHours: queueHours.usual,
  opening: freshOpening,
}

export const useSettingsStore = defineStore('settings', () => {
  const settings = ref<Settings>(beforeRead)
  const app = useAppStore()

  const darkSystem = window.matchMedia('(prefers-color-scheme: dark)')
  const systemIsDark = ref(darkSystem.matches)
  const follow = (): void => void (systemIsDark.value = darkSystem.matches)
  darkSystem.addEventListener('change', follow)

  const load = async (): Promise<void> => {
    const outcome = await command('settings/read')
    if (outcome.ok) settings.value = outcome.value
  }

  /** Shown at once and taken back if it could not be saved: a theme that answers late feels broken. */
  const change = async (part: Partial<Settings>): Promise<CommandOutcome<'settings/change'>> => {
    const before = settings.value
    settings.value = { ...before, ...part }
    const outcome = await command('settings/change', part)
    settings.value = outcome.ok ? outcome.value : before
    return outcome
  }

  const unsubscribe = onEvent('settings/changed', (told) => (settings.value = told))
  onScopeDispose(() => {
    unsubscribe()
    darkSystem.removeEventListener('change', follow)
  })

  return {
    settings,
    language: computed(() =>
      settings.value.language === 'system'
        ? (app.description?.systemLanguage ?? 'en')
        : settings.value.language,
    ),
    theme: computed(() => {
      if (settings.value.theme !== 'system') return settings.value.theme
      return systemIsDark.value ? 'dark' : 'light'
    }),
    operator: computed(() => settings.value.operatorIdentity.trim()),
    load,
    change,
  }
})
