import { computed, shallowRef, watch } from 'vue'

const noText = (): string => ''

const isSame = (now: unknown, before: unknown): boolean =>
  Array.isArray(now) && Array.isArray(before)
    ? now.length === before.length && now.every((part, at) => Object.is(part, before[at]))
    : Object.is(now, before)

/**
 * A message to show. It is set as a function of the texts, so that it follows the language; '' clears it.
 * @param subject what the message is about: when it changes, or one of its parts, the message is outdated and ends
 */
export const useMessage = (subject?: () => unknown) => {
  const text = shallowRef(noText)
  if (subject !== undefined)
    watch(subject, (now, before) => {
      if (!isSame(now, before)) text.value = noText
    })
  return computed<string, '' | (() => string)>({
    get: () => text.value(),
    set: (next) => void (text.value = next === '' ? noText : next),
  })
}
