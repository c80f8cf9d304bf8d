import { shallowRef, watch } from 'vue'

/** As a field counts it: each line break is one character. */
const counted = (text: string): string => text.replaceAll('\r\n', '\n')

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
    const isField = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
    if (defaultPrevented || !isField) return
    const { selectionStart, selectionEnd, value } = field
    const kept = value.length - ((selectionEnd ?? 0) - (selectionStart ?? 0))
    // Spaces at the end may be cut; those at the beginning push out the last characters.
    const pasted = counted(clipboardData?.getData('text/plain') ?? '').trimEnd()
    isPasting = kept + pasted.length > maxLength()
    const isLonger = isPasting
    setTimeout(() => {
      // The page may have taken the text. A paste that leaves the field as it was is no part of the next change.
      isCut.value = isLonger && !event.defaultPrevented
      isPasting = false
    })
  }
  return { isCut, onPaste }
}
