import { mount } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import type { Component } from 'vue'
import { createTexts } from './texts'
import type { Language } from '../../../src-renderer/i18n/i18n'
import { createBridgeDouble } from './bridge-double'
import type { Answers } from './bridge-double'

/** A component with the texts and stores it expects. */
export const draw = (component: Component, props: Record<string, unknown>, language: Language = 'en') =>
  mount(component, {
    props,
    attachTo: document.body,
    global: { plugins: [createTexts(language), createPinia()] },
  })

/** A fresh set of stores over a double of the bridge. */
export const withBridge = (answers: Answers) => {
  const double = createBridgeDouble(answers)
  Object.defineProperty(window, 'lockDesk', { value: double.api, configurable: true })
  setActivePinia(createPinia())
  return double
}

/** Texts as a component gets them, outside of one. */
export const wordsIn = (language: Language) => {
  const { t } = createTexts(language).global
  return { t: t as unknown as (key: string, named?: Record<string, unknown>) => string, language }
}
