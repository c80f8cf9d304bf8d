import type { Clock } from './clock'
import type { RoomLog } from './log'
import { fromUsbProcess } from './usb-messages'
import type { FromUsbProcess, ToUsbProcess } from './usb-messages'

/** The USB process as its parent holds it. */
export interface UsbChild {
  send(message: ToUsbProcess): void
  onMessage(listener: (message: unknown) => void): void
  /** Called once, however it ended, with words for the log. */
  onExit(listener: (how: string) => void): void
  /** At once and for certain: a stuck native call hears no polite request. */
  kill(): void
}

const checkMs = 1000
/** Checks, not seconds: after the computer slept one check comes late, which proves nothing. */
const silentChecksUntilKilled = 6

/** Listens to a USB process and ends it when it gives no sign of life. Resolves, with how, when it has ended. */
export const watchOverChild = (
  child: UsbChild,
  {
    clock,
    log,
    hear,
    silentChecksAtStart,
  }: {
    readonly clock: Clock
    readonly log: RoomLog
    readonly hear: (message: FromUsbProcess) => void
    /** Checks until the first sign of life is missed. */
    readonly silentChecksAtStart: number
  },
): Promise<string> =>
  new Promise((resolve) => {
    const ended = new AbortController()
    let silentChecks = 0
    let patience = silentChecksAtStart

    child.onMessage((message) => {
      if (ended.signal.aborted) return
      silentChecks = 0
      patience = silentChecksUntilKilled
      const parsed = fromUsbProcess.safeParse(message)
      if (parsed.success) hear(parsed.data)
      else log.error(`a message of the USB process was not understood: ${parsed.error.message}`)
    })
    child.onExit((how) => {
      ended.abort()
      resolve(how)
    })

    const check = async () => {
      for (;;) {
        await clock.wait(checkMs, ended.signal)
        silentChecks += 1
        if (silentChecks < patience) continue
        log.warn('the USB process gives no sign of life and is ended')
        silentChecks = 0
        child.kill()
      }
    }
    check().catch(() => undefined)
  })
