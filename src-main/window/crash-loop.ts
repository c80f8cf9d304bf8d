const windowMs = 60_000
/** Crashes during or right after loading that count as a loop. */
const maxEarlyCrashes = 3
/** Crashes after a while of normal use that count as a loop. */
const maxCrashes = 20

/** Decides whether a crashed page is reloaded or is in a crash loop. */
export const createCrashLoop = (now: () => number = () => performance.now()) => {
  let crashes: readonly { readonly at: number; readonly isEarly: boolean }[] = []
  return {
    /** @param isEarly the page had not loaded, or only just loaded */
    isLooping: (isEarly: boolean): boolean => {
      crashes = [...crashes, { at: now(), isEarly }].filter(({ at }) => now() - at < windowMs)
      return crashes.filter((one) => one.isEarly).length >= maxEarlyCrashes || crashes.length >= maxCrashes
    },
  }
}
export type CrashLoop = ReturnType<typeof createCrashLoop>
