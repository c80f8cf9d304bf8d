import { restPagePointer } from '../button/resting-controls'
import { restPageKeys } from '../keyboard/guard-keys'

/** Called when a dialog above the page closes: what lies beneath it takes no press for a moment, by key or mouse. */
export const restPage = (): void => {
  restPageKeys()
  restPagePointer()
}

/** Within this time after the window regains focus (ms), a system dialog's result may still arrive. */
const recentFocusMs = 1000
let refocusedAt = Number.NEGATIVE_INFINITY
let restsOnReturn = false

/** A system dialog was closed: the page rests for a moment after the window regains focus. */
export const restPageAfterSystemDialog = (): void => {
  restsOnReturn = !document.hasFocus()
  if (restsOnReturn || performance.now() - refocusedAt < recentFocusMs) restPage()
}
const onWindowFocus = (): void => {
  refocusedAt = performance.now()
  if (restsOnReturn) restPage()
  restsOnReturn = false
}
export const watchWindowFocus = (): void => window.addEventListener('focus', onWindowFocus)
