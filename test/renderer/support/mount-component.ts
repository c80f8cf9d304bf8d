import { mount } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import type { Component } from 'vue'
import { createTexts } from './texts'
import type { Language } from '../../../src-renderer/i18n/i18n'
import { marked, spaced } from '../../../src-renderer/i18n/spacing'
import { groupedNumber } from '../../../src-renderer/i18n/times'
import { createBridgeDouble } from './bridge-double'
import type { Handlers } from './bridge-double'

/** Mounts a component with its texts and stores. */
export const mountComponent = (
  component: Component,
  props: Record<string, unknown>,
  language: Language = 'en',
) =>
  mount(component, {
    props,
    attachTo: document.body,
    global: { plugins: [createTexts(language), createPinia()] },
  })

/** New stores over a double of the bridge. */
export const withBridge = (handlers: Handlers) => {
  const double = createBridgeDouble(handlers)
  Object.defineProperty(window, 'lockDesk', { value: double.api, configurable: true })
  setActivePinia(createPinia())
  return double
}

type Named = Readonly<Record<string, string | number>>

/** Texts as in a component, for use outside of one. */
export const translatorIn = (language: Language) => {
  const translate = createTexts(language).global.t as unknown as (
    key: string,
    named?: Named,
    options?: { readonly plural: number },
  ) => string
  const t = (key: string, named?: Named): string =>
    named === undefined || language === 'en' ? translate(key, named) : spaced(translate(key, marked(named)))
  const tn = (key: string, n: number, named?: Named): string => {
    const values = { ...named, n: groupedNumber(n, language) }
    const text = translate(key, language === 'en' ? values : marked(values), { plural: n })
    return language === 'en' ? text : spaced(text)
  }
  return { t, tn, language }
}
