/** Whether another key was pressed since Alt went down. */
let isCombined = false

const onDown = ({ key }: KeyboardEvent): void => {
  isCombined = key !== 'Alt'
}
const onUp = (event: KeyboardEvent): void => {
  if (event.key === 'Alt' && isCombined) event.preventDefault()
}

/**
 * Keeps the menu bar as it is after Alt ← or a scanner that sends Alt codes. The window shows or hides it when Alt is
 * released, unless it saw another key meanwhile; it sees no key that the page used.
 */
export const guardAlt = (): void => {
  window.addEventListener('keydown', onDown, { capture: true })
  window.addEventListener('keyup', onUp, { capture: true })
}
