/// <reference lib="dom" />
/* global DataTransfer, ClipboardEvent, KeyboardEvent, document -- these run in the page */

/**
 * What a paste gives the page; the system's clipboard is everybody's.
 * @param {string} text
 */
export function pasteInto(text) {
  const clipboardData = new DataTransfer()
  clipboardData.setData('text/plain', text)
  const told = { clipboardData, bubbles: true, cancelable: true }
  document.activeElement?.dispatchEvent(new ClipboardEvent('paste', told))
}

/**
 * A scanner's keys, 8 ms apart, under an input method that takes them: only the codes are true.
 * @param {string} digits
 */
export async function scanInto(digits) {
  const press = (/** @type {KeyboardEventInit} */ told) =>
    (document.activeElement ?? document.body).dispatchEvent(
      new KeyboardEvent('keydown', { ...told, bubbles: true, cancelable: true }),
    )
  for (const digit of digits) {
    press({ key: 'Process', code: `Digit${digit}`, isComposing: true })
    await new Promise((done) => setTimeout(done, 8))
  }
  press({ key: 'Enter', code: 'Enter' })
}
