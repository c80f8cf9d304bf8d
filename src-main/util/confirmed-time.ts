import { uptime } from 'node:os'
import { z } from 'zod'
import type { JsonFile } from './files/json-file'

/** `confirmed-time.json`: times in ms since 1970. */
export const confirmedTimeSchema = z.object({
  version: z.literal(1),
  /** The latest time that a second witness confirmed. */
  confirmedAt: z.number(),
  /** Starts of the app, oldest first; `uptime` is how long the computer ran then, ms. */
  starts: z.array(z.object({ at: z.number(), uptime: z.number() })),
})
export type ConfirmedTimeContent = z.infer<typeof confirmedTimeSchema>

export const noConfirmedTime: ConfirmedTimeContent = { version: 1, confirmedAt: 0, starts: [] }

export interface ConfirmedTime {
  /** A time that has surely passed, ms since 1970; 0 before the first confirmation. Deletions compare with it. */
  readonly read: () => number
  /** A platform's clock, ms since 1970. */
  readonly report: (platformTime: number) => void
}

const dayMs = 24 * 3_600_000
const maxStarts = 16
/** Two clocks of one computer run apart by less, ms. */
const tolerance = 10 * 60_000
/** The file is not written for less progress, ms. */
const minStep = 3_600_000

type Start = ConfirmedTimeContent['starts'][number]

/** Whether the wall clock moved like the computer's other clock. After a restart of the computer they cannot be compared. */
const ranAlike = (from: Start, to: Start): boolean =>
  to.uptime < from.uptime || Math.abs(to.at - from.at - (to.uptime - from.uptime)) <= tolerance

/**
 * The wall clock alone proves nothing: it may be a year ahead for one start. A time counts as passed if a platform's clock
 * has passed it too, or if the app was started then and again a day later, by a clock that was not set in between.
 */
export const createConfirmedTime = async (deps: {
  readonly file: Pick<JsonFile<ConfirmedTimeContent>, 'read' | 'update'>
  readonly onError: (error: unknown) => void
  readonly now?: () => number
  readonly uptimeMs?: () => number
}): Promise<ConfirmedTime> => {
  const { file, onError } = deps
  const now = deps.now ?? Date.now
  const uptimeMs = deps.uptimeMs ?? (() => uptime() * 1000)

  let confirmedAt = file.read().confirmedAt
  const start: Start = { at: now(), uptime: uptimeMs() }
  // A start that is still to come was made by a clock that was ahead.
  const earlier = file.read().starts.filter(({ at }) => at <= start.at)
  for (const one of earlier) {
    if (start.at - one.at >= dayMs && ranAlike(one, start)) confirmedAt = Math.max(confirmedAt, one.at)
  }
  const last = earlier.at(-1)
  const isNew = last === undefined || start.at - last.at >= dayMs / 2 || !ranAlike(last, start)
  const starts = [...earlier, ...(isNew ? [start] : [])].slice(-maxStarts)
  const save = (change: Partial<ConfirmedTimeContent>) =>
    file.update((content) => ({ ...content, ...change })).catch(onError)
  const isChanged =
    isNew || earlier.length < file.read().starts.length || confirmedAt > file.read().confirmedAt
  if (isChanged) await save({ confirmedAt, starts })

  return {
    read: () => Math.min(confirmedAt, now()),
    report: (platformTime) => {
      const both = Math.min(platformTime, now())
      if (both <= confirmedAt) return
      const isStep = both - file.read().confirmedAt >= minStep
      confirmedAt = both
      if (isStep) void save({ confirmedAt })
    },
  }
}
