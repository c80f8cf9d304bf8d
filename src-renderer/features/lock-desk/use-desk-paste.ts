import { onScopeDispose } from 'vue'
import { focusDeskInput } from './focus-desk-input'
import { hasSeveralNumbers } from './list/use-list-import'

const isField = (target: EventTarget | null): target is HTMLElement =>
  target instanceof HTMLElement &&
  target.matches('input:not([type=radio]):not([type=checkbox]), textarea, select')

/**
 * Handles a paste anywhere on the lock desk: several numbers or a copied file go to the list, one number to the
 * input. A paste into another field stays there.
 */
export const useDeskPaste = (deps: {
  readonly isBusy: () => boolean
  readonly onSeveral: (text: string) => void
  readonly onFile: (file: File) => void
  readonly onOne: (text: string) => void
}): void => {
  const listen = (event: ClipboardEvent): void => {
    const data = event.clipboardData
    if (data === null || deps.isBusy()) return
    const inInput = isField(event.target) && event.target.hasAttribute('data-takes-scans')
    if (isField(event.target) && !inInput) return
    const text = data.getData('text/plain')
    if (text.trim() !== '' && hasSeveralNumbers(text)) {
      deps.onSeveral(text)
    } else if (text.trim() === '' && data.files.length > 0) {
      for (const file of data.files) deps.onFile(file)
    } else if (text.trim() !== '' && !inInput) {
      deps.onOne(text.trim())
      focusDeskInput()
    } else {
      return
    }
    event.preventDefault()
  }
  window.addEventListener('paste', listen)
  onScopeDispose(() => window.removeEventListener('paste', listen))
}
