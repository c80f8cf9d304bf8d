import { computed, shallowRef } from 'vue'

const noText = (): string => ''

/** A message to show. It is set as a function of the texts, so that it follows the language; '' clears it. */
export const useMessage = () => {
  const text = shallowRef(noText)
  return computed<string, '' | (() => string)>({
    get: () => text.value(),
    set: (next) => void (text.value = next === '' ? noText : next),
  })
}
