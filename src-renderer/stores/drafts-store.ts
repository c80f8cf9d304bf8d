import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { WritableComputedRef } from 'vue'

/** Texts that were typed into fields of pages and are not used yet, by field. They outlive the page, however it is left. */
export const useDraftsStore = defineStore('drafts', () => {
  const texts = shallowRef<ReadonlyMap<string, string>>(new Map())
  return {
    textOf: (field: string): string | null => texts.value.get(field) ?? null,
    keep: (field: string, text: string): void => void (texts.value = new Map(texts.value).set(field, text)),
    clear: (field: string): void =>
      void (texts.value = new Map([...texts.value].filter(([name]) => name !== field))),
  }
})

/** The text of a field: what was typed, else what is saved. No draft is kept of what is saved. Never for secrets. */
export const useDraft = (
  field: () => string,
  saved: () => string = () => '',
): WritableComputedRef<string> => {
  const drafts = useDraftsStore()
  return computed({
    get: () => drafts.textOf(field()) ?? saved(),
    set: (text) => {
      if (text === saved()) drafts.clear(field())
      else drafts.keep(field(), text)
    },
  })
}
