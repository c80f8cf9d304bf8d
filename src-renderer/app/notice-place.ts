/** Between the notice and what it must not cover, and the edge of the window, px. */
const gap = 8
/** What is narrower breaks each word onto a line of its own, px. */
const minWidth = 160

/**
 * Where a notice is read beside an open dialog: above it, next to it, or, in a dialog that fills the window, at the end of
 * its content. Its title and its buttons stay free.
 */
export const noticePlace = (dialog: Element, notice: HTMLElement): Readonly<Record<string, string>> => {
  const { top, right, bottom, width } = dialog.getBoundingClientRect()
  if (notice.offsetHeight + 2 * gap <= top)
    return { insetBlockStart: `${Math.min(16, top - notice.offsetHeight - gap)}px` }
  const room = window.innerWidth - right - 2 * gap
  if (room >= minWidth)
    return {
      insetInlineStart: `${right + gap}px`,
      maxWidth: `${room}px`,
      transform: 'none',
    }
  const end = dialog.querySelector('footer')?.getBoundingClientRect().top ?? bottom
  return {
    insetBlock: `auto ${window.innerHeight - end + gap}px`,
    maxWidth: `${width - 6 * gap}px`,
  }
}
