const controls = 'button, a, input, select, textarea, label'

/**
 * Whether a press inside `event.currentTarget` was on a control. The path is that of the press: by the time an outer
 * listener runs, the control's own one may have replaced what was pressed.
 */
export const isOnControl = (event: MouseEvent): boolean => {
  const path = event.composedPath()
  const outer = event.currentTarget === null ? -1 : path.indexOf(event.currentTarget)
  return path.slice(0, Math.max(0, outer)).some((part) => part instanceof Element && part.matches(controls))
}
