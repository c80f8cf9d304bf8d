import type { Clock } from '../../util/clock'
import type { Logger } from '../../util/logger'
import { fromUsbProcess } from './usb-messages'
import type { FromUsbProcess, ToUsbProcess } from './usb-messages'

/** The parent's handle of the USB process. */
export interface UsbChild {
  send(message: ToUsbProcess): void
  onMessage(listener: (message: unknown) => void): void
  /** Called once when the process has ended, with the reason for the log. */
  onExit(listener: (reason: string) => void): void
  /** Kills the process immediately: a stuck native call ignores a polite request. */
  kill(): void
}

const checkMs = 1000
/** A message may have thousands of invalid parts. */
const maxLoggedLength = 1000
/** Counts checks, not seconds: after sleep a single late check proves nothing. */
const silentChecksUntilKilled = 6

/**
 * Between two checks. Ten locks plugged in at once cause some dozens; a flood would leave main no time for
 * anything else.
 */
const maxMessagesPerCheck = 2000

/**
 * Monitors a USB process and kills it when its heartbeat stops or when it floods main with messages. Resolves to
 * the reason when it has ended.
 */
export const superviseChild = (
  child: UsbChild,
  {
    clock,
    log,
    onMessage,
    silentChecksAtStart,
  }: {
    readonly clock: Clock
    readonly log: Logger
    readonly onMessage: (message: FromUsbProcess) => void
    /** Checks before the first heartbeat is required. */
    readonly silentChecksAtStart: number
  },
): Promise<string> =>
  new Promise((resolve) => {
    const ended = new AbortController()
    let silentChecks = 0
    let silentChecksAllowed = silentChecksAtStart
    let messages = 0

    child.onMessage((message) => {
      if (ended.signal.aborted || messages > maxMessagesPerCheck) return
      messages += 1
      if (messages > maxMessagesPerCheck) {
        log.warn('the USB process sends too many messages and is killed')
        child.kill()
        return
      }
      silentChecks = 0
      silentChecksAllowed = silentChecksUntilKilled
      const parsed = fromUsbProcess.safeParse(message)
      if (parsed.success) onMessage(parsed.data)
      else
        log.error(`invalid message from the USB process: ${parsed.error.message.slice(0, maxLoggedLength)}`)
    })
    child.onExit((reason) => {
      ended.abort()
      resolve(reason)
    })

    const check = async () => {
      for (;;) {
        await clock.wait(checkMs, ended.signal)
        silentChecks += 1
        // After a flood, what is still on its way is ignored until the process has ended.
        if (messages <= maxMessagesPerCheck) messages = 0
        if (silentChecks < silentChecksAllowed) continue
        log.warn('the USB process does not respond and is killed')
        silentChecks = 0
        child.kill()
      }
    }
    check().catch(() => undefined)
  })
