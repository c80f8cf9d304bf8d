import { keyTargetOf } from './keyboard/key-press'

// Text is selected by drawing over it, or by pressing on it several times. Presses on a control are the control's, and
// beside a text they would select whatever is near.

const controls = 'button, a, summary, label, select, [role=row], [role=option], [data-opens]'

/** A press holds the pointer not quite still, px. */
const tremorPx = 4

const hasOwnText = (element: Element): boolean =>
  [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== '')

/** Whether the first press of a series was on a control: what comes under the pointer meanwhile is not selected. */
let isOfControl = false
let pressed = { x: 0, y: 0 }
const onPress = (event: MouseEvent): void => {
  const { target, detail, button, clientX: x, clientY: y } = event
  if (!(target instanceof Element) || button !== 0) return
  pressed = { x, y }
  if (detail <= 1) isOfControl = target.closest(controls) !== null
  else if (keyTargetOf(target) === 'control' && (isOfControl || !hasOwnText(target))) event.preventDefault()
}
export const guardTextSelection = (): void => window.addEventListener('mousedown', onPress, { capture: true })

/**
 * Whether a click on what opens by it is none of its own: a further one of a series, or the end of a selection in it.
 */
export const isNoOpeningClick = ({ detail, currentTarget, clientX, clientY }: MouseEvent): boolean => {
  if (detail > 1) return true
  // A press on selected text ends the selection, but only after its click.
  if (Math.hypot(clientX - pressed.x, clientY - pressed.y) <= tremorPx) return false
  const selection = getSelection()
  const { anchorNode = null, isCollapsed = true } = selection ?? {}
  return !isCollapsed && currentTarget instanceof Node && currentTarget.contains(anchorNode)
}
