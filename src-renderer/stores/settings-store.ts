import { defineStore } from 'pinia'
import { computed, onScopeDispose, ref } from 'vue'
import type { CommandOutcome } from '#shared/bridge/commands'
import { defaultSettings } from '#shared/model/app/settings'
import type { Settings } from '#shared/model/app/settings'
import { plainName } from '#shared/model/visible-text'
import type { Name } from '#shared/model/name'
import { command, onEvent } from '../bridge'
import { useAppStore } from './app-store'
import { fullName } from '../names/shown-name'

export const useSettingsStore = defineStore('settings', () => {
  const settings = ref<Settings>(defaultSettings)
  const app = useAppStore()

  const darkSystem = window.matchMedia('(prefers-color-scheme: dark)')
  const systemIsDark = ref(darkSystem.matches)
  const onSystemThemeChange = (): void => void (systemIsDark.value = darkSystem.matches)
  darkSystem.addEventListener('change', onSystemThemeChange)

  /** An operator that could not be saved stays for this run: changes must not name the operator before. */
  let unsaved: Partial<Pick<Settings, 'operatorIdentity'>> = {}
  const apply = (update: Settings): void => void (settings.value = { ...update, ...unsaved })

  const load = async (): Promise<void> => {
    const outcome = await command('settings/read')
    if (outcome.ok) apply(outcome.value)
  }

  /**
   * Applied at once and, except for the operator, reverted if saving fails: waiting for the response would make the
   * theme switch feel slow.
   */
  const change = async (part: Partial<Settings>): Promise<CommandOutcome<'settings/change'>> => {
    const before = settings.value
    const { operatorIdentity } = part
    const unsavedBefore = unsaved
    if (operatorIdentity !== undefined) unsaved = {}
    settings.value = { ...before, ...part }
    const outcome = await command('settings/change', part)
    // A removal that fails leaves the operator chosen.
    if (operatorIdentity === '' && !outcome.ok) unsaved = unsavedBefore
    else if (operatorIdentity !== undefined) unsaved = outcome.ok ? {} : { operatorIdentity }
    apply(outcome.ok ? outcome.value : before)
    return outcome
  }

  onEvent('settings/changed', apply)
  onScopeDispose(() => darkSystem.removeEventListener('change', onSystemThemeChange))

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
    operator: computed((): Name => plainName(fullName(settings.value.operatorIdentity))),
    load,
    change,
  }
})
