// First, so that what a component says of itself comes after it.
import './app/theme/base.css'
import { createPinia } from 'pinia'
import { createApp } from 'vue'
import AppRoot from './app/AppRoot.vue'
import { createAppRouter } from './app/router'
import { useAppStore } from './app/stores/app-store'
import { usePlatformStore } from './app/stores/platform-store'
import { useSettingsStore } from './app/stores/settings-store'
import { hasBridge } from './bridge'
import { usePluggedStore } from './features/lock-desk/plugged-store'
import { createTexts, textsOf } from './i18n/i18n'
import { en } from './i18n/messages'
import { systemKind } from './ui/system'

// The schema library comes with the pages that read files. It would try out whether it may make functions of texts,
// which this page's policy reports as a violation; it looks here first, and does without.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

// For the faces of this system (base.css).
document.documentElement.dataset['system'] = systemKind()

const start = async (): Promise<void> => {
  const pinia = createPinia()
  const app = useAppStore(pinia)
  const settings = useSettingsStore(pinia)

  // Asked for at once and together: the window is drawn as soon as its language and theme are known, the locks
  // and the platform fill in.
  void usePluggedStore(pinia).load()
  void usePlatformStore(pinia).load()
  await Promise.all([app.load(), settings.load()])

  const texts = createTexts(settings.language, await textsOf(settings.language))

  createApp(AppRoot).use(pinia).use(texts).use(createAppRouter()).mount('#app')
}

// Without the preload script there is nobody to ask for the language.
if (hasBridge()) void start()
else document.body.textContent = en.frame.bridgeMissing
