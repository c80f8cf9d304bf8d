/** The window's bounds when neither maximized nor minimized, and whether it is maximized. */
export interface WindowPlacement {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly isMaximized: boolean
}

/** Validates without the schema library, which is loaded after the window opens. */
export const isWindowPlacement = (value: unknown): value is WindowPlacement => {
  if (typeof value !== 'object' || value === null) return false
  const { x, y, width, height, isMaximized } = value as Record<string, unknown>
  return [x, y, width, height].every(Number.isSafeInteger) && typeof isMaximized === 'boolean'
}
