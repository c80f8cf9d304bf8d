import { useRouter } from 'vue-router'
import { useConnectStore } from '../features/connect/connect-store'
import { useEnvironmentsStore } from '../features/connect/environments-store'
import { lendDoorTo } from '../features/lending/lend-door'
import type { LendDoorKind } from '../features/lending/lend-door'
import { usePluggedStore } from '../features/lock-desk/plugged-store'
import { useOperatorsStore } from '../features/operators/operators-store'
import type { MeantLock } from './actions/actions-store'
import { nextRegion, pageSearch, primaryButton } from './actions/page-places'
import { useAction } from './actions/use-action'
import { usePerform } from './actions/use-perform'
import { usePlatformStore } from './stores/platform-store'
import { useSettingsStore } from './stores/settings-store'

/** What can be done from every page. */
export const useAppActions = (deps: {
  readonly toInput: () => void
  readonly showKeys: () => void
  readonly openPalette: () => void
  readonly showPlatform: () => void
}): void => {
  const router = useRouter()
  const settings = useSettingsStore()
  const platform = usePlatformStore()
  const environments = useEnvironmentsStore()
  const connect = useConnectStore()
  const operators = useOperatorsStore()
  const plugged = usePluggedStore()
  const perform = usePerform()

  useAction('palette', deps.openPalette)
  useAction('input', deps.toInput)
  useAction('keys', deps.showKeys)

  useAction(
    'primary',
    () => {
      const button = primaryButton()
      // A sheet that it opens gives the focus back to it.
      button?.focus()
      button?.click()
    },
    { may: () => primaryButton() !== null, title: () => primaryButton()?.innerText.trim() ?? '' },
  )
  useAction(
    'find',
    () => {
      const field = pageSearch()
      field?.focus()
      if (field instanceof HTMLInputElement) field.select()
    },
    { may: () => pageSearch() !== null },
  )
  useAction('next-region', () => nextRegion(1)?.focus())
  useAction('previous-region', () => nextRegion(-1)?.focus())

  useAction('cover', operators.cover)
  useAction('rescan-locks', plugged.rescan)
  useAction('switch-platform', deps.showPlatform)
  useAction('connect', () => connect.begin())
  useAction('check-platform', platform.check)
  useAction('sign-out', () => perform('ask-sign-out'), {
    may: () => environments.current !== null && environments.current.userName !== null,
  })

  for (const theme of ['light', 'dark', 'system'] as const) {
    useAction(`theme-${theme}`, () => settings.change({ theme }), {
      may: () => settings.settings.theme !== theme,
    })
  }
  for (const language of ['en', 'zh'] as const) {
    useAction(`language-${language}`, () => settings.change({ language }), {
      may: () => settings.language !== language,
    })
  }
  useAction('sound', () => settings.change({ sound: !settings.settings.sound }))
  useAction('rail', () => settings.change({ railCollapsed: !settings.settings.railCollapsed }))

  useAction('print-labels', () => router.push({ name: 'labels', params: { jobId: '' } }))
  const throughDoor = (door: LendDoorKind, lock: MeantLock | null): unknown =>
    lock?.record == null ? null : router.push(lendDoorTo(door, lock.record, lock.plugId))
  useAction('lend-lock', (lock) => throughDoor('lend', lock))
  useAction('show-loan', (lock) => throughDoor('show', lock))
}
