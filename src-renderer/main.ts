// First, so that component styles follow and override it.
import './ui/theme/base.css'
import './ui/theme/layout.css'
import { createPinia } from 'pinia'
import { createApp } from 'vue'
import AppRoot from './app/AppRoot.vue'
import { createAppRouter } from './app/router'
import { useAppStore } from './stores/app-store'
import { usePlatformStore } from './stores/platform-store'
import { useSettingsStore } from './stores/settings-store'
import { hasBridge, onEvent } from './bridge'
import { reportPageError } from './error-reports'
import { usePluggedStore } from './entities/lock/plugged-store'
import { createTexts, textsOf } from './i18n/i18n'
import { en } from './i18n/messages'
import { watchHiddenNames } from './names/names-hidden'
import { watchPointer } from './ui/button/resting-controls'
import { restPageAfterSystemDialog, watchWindowFocus } from './ui/dialog/rest-page'
import { guardAlt } from './ui/keyboard/guard-alt'
import { guardKeys } from './ui/keyboard/guard-keys'
import { guardSelectAll } from './ui/keyboard/select-all'
import { systemKind } from './ui/system'
import { guardTextSelection } from './ui/text-selection'

// The pages that read files load zod, which would test whether `Function` is allowed; the content security
// policy reports that as a violation. `jitless` skips the test.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

// Selects the system's fonts (base.css).
document.documentElement.dataset['system'] = systemKind()

guardAlt()
guardKeys()
watchPointer()
guardSelectAll()
guardTextSelection()
watchWindowFocus()
onEvent('window/dialog-closed', restPageAfterSystemDialog)
window.addEventListener('error', ({ error, message }) => reportPageError('script', error ?? message))
window.addEventListener('unhandledrejection', ({ reason }) => reportPageError('promise', reason))

const start = async (): Promise<void> => {
  const pinia = createPinia()
  const app = useAppStore(pinia)
  const settings = useSettingsStore(pinia)

  // Requested at once and in parallel: the window renders as soon as language and theme are known; locks and
  // platform follow.
  void usePluggedStore(pinia).load()
  void usePlatformStore(pinia).load()
  await Promise.all([app.load(), settings.load()])

  // Before the first component is there, so that no name is painted.
  watchHiddenNames(() => settings.settings.namesHidden)

  const texts = createTexts(settings.language, await textsOf(settings.language))

  const page = createApp(AppRoot)
  page.config.errorHandler = (error) => reportPageError('component', error)
  const router = createAppRouter(app.isPageHidden)
  router.onError((error) => reportPageError('router', error))
  page.use(pinia).use(texts).use(router).mount('#app')
}

// Without the preload script the settings cannot be read.
if (hasBridge()) start().catch((error: unknown) => reportPageError('start', error))
else document.body.textContent = en.frame.bridgeMissing
