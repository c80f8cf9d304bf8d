import { useRouter } from 'vue-router'
import { useConnectStore } from '../../entities/platform/connect-store'
import { useSavedPlatformsStore } from '../../entities/platform/saved-platforms-store'
import { lendRequestOf } from '../../entities/loan/lend-link'
import type { LendLinkKind } from '../../entities/loan/lend-link'
import { usePluggedStore } from '../../entities/lock/plugged-store'
import { useOperatorsStore } from '../../entities/operator/operators-store'
import { useTexts } from '../../i18n/use-texts'
import type { TargetLock } from '../../actions/actions-store'
import { nextRegion, pageSearch, primaryButton } from './page-regions'
import { useOpenPage } from '../../actions/open-page'
import { useAction } from '../../actions/use-action'
import { usePerform } from '../../actions/use-perform'
import { useAppStore } from '../../stores/app-store'
import { usePlatformStore } from '../../stores/platform-store'
import { useSettingsStore } from '../../stores/settings-store'

/** Registers the actions available on every page. */
export const useAppActions = (deps: {
  readonly focusInput: () => void
  readonly showKeys: () => void
  readonly openPalette: () => void
  readonly showPlatform: () => void
}): void => {
  const router = useRouter()
  const openPage = useOpenPage()
  const app = useAppStore()
  const settings = useSettingsStore()
  const platform = usePlatformStore()
  const savedPlatforms = useSavedPlatformsStore()
  const connect = useConnectStore()
  const operators = useOperatorsStore()
  const plugged = usePluggedStore()
  const perform = usePerform()
  const { t } = useTexts()

  useAction('palette', deps.openPalette)
  useAction('input', deps.focusInput)
  useAction('keys', deps.showKeys)

  useAction(
    'primary',
    () => {
      const button = primaryButton()
      // A dialog opened by the button returns the focus to it.
      button?.focus()
      button?.click()
    },
    { isEnabled: () => primaryButton() !== null, title: () => primaryButton()?.innerText.trim() ?? '' },
  )
  useAction(
    'find',
    () => {
      const field = pageSearch()
      field?.focus()
      if (field instanceof HTMLInputElement) field.select()
    },
    { isEnabled: () => pageSearch() !== null },
  )
  // A page with its own file import registers later and takes precedence; on other pages the lock desk's list
  // opens.
  useAction('open-file', () => perform('read-list'), { title: () => t('actions.openOnDesk') })
  useAction('next-region', () => nextRegion(1)?.focus())
  useAction('previous-region', () => nextRegion(-1)?.focus())

  useAction('lock-screen', operators.lock)
  useAction('rescan-locks', plugged.rescan)
  useAction('switch-platform', deps.showPlatform)
  useAction('connect', () => connect.begin())
  useAction('check-platform', platform.check)
  useAction('sign-out', () => perform('ask-sign-out'), {
    isEnabled: () => savedPlatforms.current !== null && savedPlatforms.current.userName !== null,
  })

  for (const theme of ['light', 'dark', 'system'] as const) {
    useAction(`theme-${theme}`, () => settings.change({ theme }), {
      isEnabled: () => settings.settings.theme !== theme && !app.isManaged('theme'),
    })
  }
  for (const language of ['en', 'zh'] as const) {
    useAction(`language-${language}`, () => settings.change({ language }), {
      isEnabled: () => settings.language !== language && !app.isManaged('language'),
    })
  }
  useAction('sound', () => settings.change({ sound: !settings.settings.sound }), {
    isEnabled: () => !app.isManaged('sound'),
  })
  useAction('hide-names', () => settings.change({ namesHidden: !settings.settings.namesHidden }), {
    title: () => t(settings.settings.namesHidden ? 'frame.names.show' : 'actions.title.hide-names'),
  })
  useAction('rail', () => settings.change({ railCollapsed: !settings.settings.railCollapsed }))

  useAction('print-labels', () => router.push({ name: 'labels', params: { jobId: '' } }), {
    isEnabled: () => !app.isPageHidden('shell-numbers'),
  })
  const openLendLink = (link: LendLinkKind, lock: TargetLock | null): unknown =>
    lock?.record == null ? null : openPage('lending', lendRequestOf(link, lock.record, lock.plugId))
  useAction('lend-lock', (lock) => openLendLink('lend', lock))
  useAction('show-loan', (lock) => openLendLink('show', lock))
}
