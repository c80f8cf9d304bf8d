/** Moves the focus between the buttons of a list with the arrow keys, Home and End. */
export const moveFocusByKey = (event: KeyboardEvent): void => {
  const list = event.currentTarget
  if (!(list instanceof HTMLElement)) return
  const buttons = [...list.querySelectorAll<HTMLButtonElement>('button[data-row]')]
  const here = buttons.findIndex((button) => button === document.activeElement)
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: Math.min(here + 1, buttons.length - 1),
    ArrowUp: Math.max(here - 1, 0),
    Home: 0,
    End: buttons.length - 1,
  }
  const to = steps[event.key]
  if (to === undefined || here === -1) return
  event.preventDefault()
  buttons[to]?.focus()
}
