import { computed, toRaw } from 'vue'
import type { ComputedRef } from 'vue'
import { useI18n } from 'vue-i18n'
import type { Language } from './i18n'
import type { Messages, TextKey } from './messages'
import { plainText } from './plain-text'
import { groupedNumber } from './times'

type Named = Readonly<Record<string, string | number>>

export interface Texts {
  readonly language: ComputedRef<Language>
  /** The text of a key, with what stands in its braces. */
  readonly t: (key: TextKey, named?: Named) => string
  /** The text of a key that counts: `n` chooses the form and fills `{n}`. */
  readonly tn: (key: TextKey, n: number, named?: Named) => string
}

/** vue-i18n's own `t` takes any text for a key; this one takes only those there are. */
export const useTexts = (): Texts => {
  const i18n = useI18n({ useScope: 'global' })
  const { t, locale } = i18n
  const language = computed<Language>(() => (locale.value === 'zh' ? 'zh' : 'en'))
  const here = () => toRaw(i18n.getLocaleMessage<Messages>(locale.value))
  return {
    language,
    t: (key, named) => (named === undefined ? (plainText(here(), key) ?? t(key)) : t(key, named)),
    tn: (key, n, named) => t(key, { ...named, n: groupedNumber(n, language.value) }, { plural: n }),
  }
}
