import { shallowRef, watch } from 'vue'

/**
 * Whether the last paste into a field was longer than the field: the browser cuts such a text without a word. The next change
 * of the text ends it.
 */
export const useCutPaste = (text: () => string, maxLength: () => number) => {
  const isCut = shallowRef(false)
  let isPasting = false
  watch(text, () => {
    isCut.value = isPasting
    isPasting = false
  })
  const onPaste = (event: ClipboardEvent): void => {
    const { target: field, clipboardData, defaultPrevented } = event
    if (defaultPrevented || !(field instanceof HTMLInputElement)) return
    const { selectionStart, selectionEnd, value } = field
    const kept = value.length - ((selectionEnd ?? 0) - (selectionStart ?? 0))
    const pasted = clipboardData?.getData('text/plain').trim() ?? ''
    isPasting = kept + pasted.length > maxLength()
    isCut.value = isPasting
    // A paste that leaves the text as it was is no part of the next change.
    setTimeout(() => void (isPasting = false))
  }
  return { isCut, onPaste }
}
