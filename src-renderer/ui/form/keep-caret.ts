import { nextTick } from 'vue'

/**
 * Lets `change` store what was typed. A field that then gets another text, such as a half-width sign for a full-width one,
 * would have its caret at the end: it stays before what follows it.
 */
export const keepCaret = (field: HTMLInputElement | null, change: () => void): void => {
  const typed = field?.value ?? ''
  const behind = typed.length - (field?.selectionEnd ?? typed.length)
  change()
  if (field === null || behind === 0) return
  void nextTick(() => {
    if (field.value === typed || document.activeElement !== field) return
    const caret = Math.max(0, field.value.length - behind)
    field.setSelectionRange(caret, caret)
  })
}
