/// <reference lib="dom" />
/* global DataTransfer, ClipboardEvent, KeyboardEvent, document -- these run in the page */

/**
 * Sends a paste event to the page, because all programs share the system clipboard.
 * @param {string} text
 */
export function pasteInto(text) {
  const clipboardData = new DataTransfer()
  clipboardData.setData('text/plain', text)
  const init = { clipboardData, bubbles: true, cancelable: true }
  document.activeElement?.dispatchEvent(new ClipboardEvent('paste', init))
}

/**
 * Simulates a scanner behind an input method: key presses 8 ms apart, of which only the codes are correct. Each
 * event has the time stamp of a real key press, so that a slow page does not change the scanner's speed.
 * @param {string} digits
 */
export async function scanInto(digits) {
  const gap = 8
  let timeStamp = performance.now()
  const press = (/** @type {KeyboardEventInit} */ init) => {
    const event = new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true })
    Object.defineProperty(event, 'timeStamp', { value: timeStamp })
    timeStamp += gap
    ;(document.activeElement ?? document.body).dispatchEvent(event)
  }
  for (const character of digits) {
    const code = `${/\d/.test(character) ? 'Digit' : 'Key'}${character}`
    press({ key: 'Process', code, isComposing: true })
    await new Promise((done) => setTimeout(done, gap))
  }
  press({ key: 'Enter', code: 'Enter' })
}
