/** Turns vertical wheel movement into horizontal scrolling, for locks in one row. */
export const scrollAlong = (event: WheelEvent): void => {
  const line = event.currentTarget
  if (line instanceof HTMLElement && event.deltaX === 0) line.scrollLeft += event.deltaY
}
