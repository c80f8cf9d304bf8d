import { isDeepStrictEqual } from 'node:util'
import { createRunOnceScheduler, createSequencer } from '../util/async'
import type { WindowPlacement } from '../settings/window-placement'

type Area = Omit<WindowPlacement, 'isMaximized'>

export const minimumSize = { width: 720, height: 480 } as const
const defaultSize = { width: 1280, height: 800 } as const

const clamp = (value: number, from: number, to: number): number => Math.max(from, Math.min(value, to))
const overlap = (one: Area, other: Area): number => {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x)
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y)
  return Math.max(0, width) * Math.max(0, height)
}

/**
 * The bounds for a new window: inside the display with the largest part of the saved bounds. If no display shows
 * them, only the size is returned and the window is centered.
 */
export const fitToDisplays = (
  saved: WindowPlacement | null,
  /** Work areas without task bars; the main display's comes first. */
  areas: readonly [Area, ...Area[]],
): { width: number; height: number; x?: number; y?: number } => {
  const requested = saved ?? { ...defaultSize, x: 0, y: 0 }
  const [main] = areas
  const area = areas.reduce(
    (best, next) => (overlap(requested, next) > overlap(requested, best) ? next : best),
    main,
  )
  const width = clamp(requested.width, minimumSize.width, Math.max(area.width, minimumSize.width))
  const height = clamp(requested.height, minimumSize.height, Math.max(area.height, minimumSize.height))
  if (saved === null || overlap(saved, area) === 0) return { width, height }
  const x = clamp(saved.x, area.x, Math.max(area.x, area.x + area.width - width))
  const y = clamp(saved.y, area.y, Math.max(area.y, area.y + area.height - height))
  return { width, height, x, y }
}

/** Dragging a window emits many events. */
const intervalMs = 1_000

/** Saves the window's bounds at most once a second; `stop` saves the saved ones. */
export const createPlacementKeeper = (
  first: WindowPlacement | null,
  deps: {
    readonly write: (placement: WindowPlacement) => Promise<void>
    readonly onError: (error: unknown) => void
  },
) => {
  let written = first
  let latest = first
  const sequencer = createSequencer()
  const save = (): Promise<void> => {
    scheduler.cancel()
    return sequencer.queue(async () => {
      const next = latest
      if (next === null || isDeepStrictEqual(next, written)) return
      try {
        await deps.write(next)
        written = next
      } catch (error) {
        deps.onError(error)
      }
    })
  }
  const scheduler = createRunOnceScheduler(() => void save())
  return {
    note: (placement: WindowPlacement): void => {
      latest = placement
      scheduler.schedule(intervalMs)
    },
    stop: save,
  }
}
