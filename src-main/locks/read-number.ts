import { fail, succeed } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import type { ShellNumber } from '#shared/model/shell-number'
import { DeadlineError, withDeadline } from './clock'
import type { Clock } from './clock'
import { startExchange } from './exchange'
import type { Answer, Ask } from './exchange'
import { extractShellNumber, onlyShellNumber } from './extract'
import { HidError } from './hid-port'
import type { HidConnection, HidEntry, HidPort } from './hid-port'
import type { ReadingFailure } from './lock-source'
import type { LockProfile } from './profile'

/** Asked again at most this often: a reply may have been stolen by another program, or the lock still be waking up. */
const attempts = 3
const pauseMs = 150
/** Opening and closing are native calls that a sick device may hold up. */
export const openMs = 3000
export const closeMs = 2000

export interface ReadEdges {
  readonly port: HidPort
  readonly clock: Clock
  readonly randomBytes: (length: number) => Uint8Array
}

export type NumberRead = Outcome<ShellNumber, ReadingFailure>

const unreadable = (message: string) => fail({ code: 'unreadable' as const, message })

const readSerial = ({ extract, check }: LockProfile, serialNumber: string | null): NumberRead => {
  const found =
    extract === undefined
      ? onlyShellNumber(serialNumber)
      : extractShellNumber(Buffer.from(serialNumber ?? '', 'utf8'), { extract, check })
  return found.ok ? found : unreadable(found.error.message)
}

const judge = (answer: Answer, { extract, check }: LockProfile): NumberRead => {
  switch (answer.kind) {
    case 'silent':
      return fail({ code: 'silent', message: 'The lock did not answer.' })
    case 'other-answers':
      return unreadable(`${answer.count} reports came, none of them an answer to this request.`)
    case 'answer': {
      if (extract === undefined) return unreadable('The profile does not say where the number is.')
      const found = extractShellNumber(answer.data, { extract, check })
      return found.ok ? succeed(found.value) : unreadable(found.error.message)
    }
  }
}

const failureOf = (error: unknown): NumberRead => {
  if (error instanceof HidError) {
    return error.kind === 'failed'
      ? unreadable(error.message)
      : fail({ code: error.kind, message: error.message })
  }
  if (error instanceof DeadlineError)
    return fail({ code: 'silent', message: 'The lock could not be opened in time.' })
  throw error
}

/** Pointless to ask again at once: nothing changes by itself. */
const isFinal = (read: NumberRead): boolean =>
  read.ok || read.error.code === 'gone' || read.error.code === 'no-permission'

/**
 * Reads a lock's shell number as its profile says, with bounded retries. `signal` ends it at once: then it throws the
 * signal's reason. Everything a device can do comes back as an outcome.
 *
 * Closing takes up to 50 ms after the last report (node-hid, src/read.cc: its thread looks that often), which nobody
 * who waits for the number needs to wait for: it is left to `leave`, where there is one, and may not be overtaken.
 */
export const readNumber = async (
  edges: ReadEdges,
  entry: HidEntry,
  profile: LockProfile,
  signal: AbortSignal,
  leave?: (closing: Promise<void>) => void,
): Promise<NumberRead> => {
  if (profile.read.by === 'serial') return readSerial(profile, entry.serialNumber)
  const { port, clock } = edges
  let open: { readonly connection: HidConnection; readonly ask: Ask } | null = null

  const close = async () => {
    const closing = open?.connection.close()
    open = null
    // A close that hangs or fails leaves nothing to do: the process is restarted when the port is stuck.
    if (closing !== undefined) {
      await withDeadline(clock, closeMs, new AbortController().signal, () => closing).catch(() => undefined)
    }
  }

  const attempt = async (): Promise<NumberRead> => {
    try {
      if (open === null) {
        const connection = await withDeadline(clock, openMs, signal, (limit) => port.open(entry.path, limit))
        open = { connection, ask: startExchange(profile.read, { ...edges, connection }) }
      }
      return judge(await open.ask(signal), profile)
    } catch (error) {
      // Read on with the same handle only after a mere silence: a device held by another fails on it for ever.
      await close()
      signal.throwIfAborted()
      return failureOf(error)
    }
  }

  try {
    let last = await attempt()
    for (let again = 1; again < attempts && !isFinal(last); again += 1) {
      await clock.wait(pauseMs, signal)
      last = await attempt()
    }
    return last
  } finally {
    const closing = close()
    if (leave === undefined) await closing
    else leave(closing)
  }
}
