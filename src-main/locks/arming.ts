/** So long something may be sent to a device at the bench before the person says so again. */
export const armedMs = 60_000

/** Whether profiles under trial may send something, and to which device: one at a time, for a minute at most. */
export interface Arming {
  /** @returns for how many milliseconds from now */
  arm(deviceId: string): number
  disarm(): void
  isArmed(deviceId: string): boolean
}

/** `now` in milliseconds, monotonic: setting the computer's clock makes a minute no longer. */
export const createArming = (now: () => number = () => performance.now()): Arming => {
  let armed: { readonly deviceId: string; readonly until: number } | null = null
  return {
    arm: (deviceId) => {
      armed = { deviceId, until: now() + armedMs }
      return armedMs
    },
    disarm: () => {
      armed = null
    },
    isArmed: (deviceId) => armed !== null && armed.deviceId === deviceId && now() < armed.until,
  }
}
