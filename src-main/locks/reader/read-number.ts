import { fail } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import type { ShellNumber } from '#shared/model/locks/shell-number'
import { DeadlineError, withDeadline } from '../../util/async'
import type { Clock } from '../../util/clock'
import { startExchange } from '../hid/exchange'
import type { ExchangeResult, Exchange } from '../hid/exchange'
import { agreesWith, extractShellNumber, onlyShellNumber } from '../profiles/extract'
import { HidError } from '../hid/hid-port'
import type { HidConnection, HidEntry, HidPort } from '../hid/hid-port'
import type { ReadingFailure } from '../lock-source'
import type { LockProfile } from '../profiles/profile'
import { deviceText, readPlaces } from './read-places'

/** Maximum attempts: another program may have taken the response, or the lock may still be starting. */
const attempts = 3
const pauseMs = 150
/** Opening and closing are native calls that a faulty device may block. */
export const openMs = 3000
export const closeMs = 2000

export interface ReadDeps {
  readonly port: HidPort
  readonly clock: Clock
  readonly randomBytes: (length: number) => Uint8Array
}

export type NumberRead = Outcome<ShellNumber, ReadingFailure>

const unreadable = (message: string) => fail({ code: 'unreadable' as const, message })

const extracted = async (
  data: Uint8Array,
  profile: LockProfile,
  places: () => Promise<readonly Uint8Array[]>,
): Promise<NumberRead> => {
  const { extract, check, also } = profile
  const found =
    extract === undefined
      ? onlyShellNumber(Buffer.from(data).toString('utf8'))
      : extractShellNumber(data, { extract, check })
  const agreed = found.ok && also !== undefined ? agreesWith(found.value, also, await places()) : found
  return agreed.ok ? agreed : unreadable(agreed.error.message)
}

const toNumber = async (
  response: ExchangeResult,
  profile: LockProfile,
  places: (data: Uint8Array) => Promise<readonly Uint8Array[]>,
): Promise<NumberRead> => {
  switch (response.kind) {
    case 'silent':
      return fail({ code: 'silent', message: 'The lock did not respond.' })
    case 'other-answers':
      return unreadable(`${response.count} reports were received, none of them a response to this request.`)
    case 'answer':
      if (profile.extract === undefined)
        return unreadable('The profile does not define the position of the number.')
      return extracted(response.data, profile, () => places(response.data))
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

/** A retry would give the same result. */
const isFinal = (read: NumberRead): boolean =>
  read.ok || read.error.code === 'gone' || read.error.code === 'no-permission'

/**
 * Reads a lock's shell number by its profile with limited retries. When `signal` aborts, throws its reason at
 * once. All device errors are returned as data.
 *
 * Closing takes up to 50 ms after the last report (node-hid, src/read.cc: its thread polls), so it is passed to
 * `onClosing`, if given, and must complete before the device is opened again.
 */
export const readNumber = async (
  deps: ReadDeps,
  entry: HidEntry,
  profile: LockProfile,
  signal: AbortSignal,
  onClosing?: (closing: Promise<void>) => void,
): Promise<NumberRead> => {
  const placesFrom = (connection: HidConnection | null) => (data: Uint8Array) =>
    readPlaces(profile, entry, data, { ...deps, connection }, signal)
  if (profile.read.by === 'serial') {
    const text = Buffer.from(deviceText(profile.read, entry), 'utf8')
    return extracted(text, profile, () => placesFrom(null)(text))
  }
  const { port, clock } = deps
  let open: { readonly connection: HidConnection; readonly exchange: Exchange } | null = null

  const close = async () => {
    const closing = open?.connection.close()
    open = null
    // Ignores a close that hangs or fails: a stuck port restarts the process.
    if (closing !== undefined) {
      await withDeadline(closeMs, null, () => closing, clock).catch(() => undefined)
    }
  }

  const attempt = async (): Promise<NumberRead> => {
    try {
      if (open === null) {
        const connection = await withDeadline(openMs, signal, (limit) => port.open(entry.path, limit), clock)
        open = { connection, exchange: startExchange(profile.read, { ...deps, connection }) }
      }
      return await toNumber(await open.exchange(signal), profile, placesFrom(open.connection))
    } catch (error) {
      // Reuses the handle only after a timeout: a handle that another program blocks keeps failing.
      await close()
      signal.throwIfAborted()
      return failureOf(error)
    }
  }

  try {
    let last = await attempt()
    for (let attemptNumber = 1; attemptNumber < attempts && !isFinal(last); attemptNumber += 1) {
      await clock.wait(pauseMs, signal)
      last = await attempt()
    }
    return last
  } finally {
    const closing = close()
    if (onClosing === undefined) await closing
    else onClosing(closing)
  }
}
