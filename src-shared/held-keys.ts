/** How long an absent key is held, ms. */
const heldForMs = 5_000
/** How often `tick` is called, ms. */
export const heldTickMs = 500
const maxTicks = heldForMs / heldTickMs

/**
 * Remembers what was present until it was absent for five seconds: a hub that restarts shows its locks as new ones in less
 * than a second. Only ticks count, and none comes while the computer sleeps.
 */
export const createHeldKeys = () => {
  /** The ticks for which each held key was absent. */
  const absence = new Map<string, number>()
  let present: ReadonlySet<string> = new Set()
  let tickedAt: number | null = null

  return {
    hold: (keys: Iterable<string>): void => {
      for (const key of keys) absence.set(key, 0)
    },
    has: (key: string): boolean => absence.has(key),
    isEmpty: (): boolean => absence.size === 0,
    /** Called with the keys that are present, whenever they change. */
    update: (keys: ReadonlySet<string>): void => {
      present = keys
      for (const key of absence.keys()) if (present.has(key)) absence.set(key, 0)
    },
    /** Called every `heldTickMs`; `now` in milliseconds on the wall clock. */
    tick: (now: number): void => {
      // After a sleep the locks need time to come back.
      const hasSlept = tickedAt !== null && now - tickedAt > heldForMs
      tickedAt = now
      for (const [key, ticks] of absence) {
        if (present.has(key)) continue
        if (hasSlept) absence.set(key, 0)
        else if (ticks + 1 >= maxTicks) absence.delete(key)
        else absence.set(key, ticks + 1)
      }
    },
    clear: (): void => {
      absence.clear()
      tickedAt = null
    },
  }
}
