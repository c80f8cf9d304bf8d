import { isDeepStrictEqual } from 'node:util'
import type { PluggedLock, Reading } from '#shared/model/plugged-lock'
import type { ShellNumber } from '#shared/model/shell-number'
import type { PhysicalDevice } from './physical-devices'
import type { NumberRead } from './read-number'
import type { Recognised } from './recognise'

/** What a device with a card is taken for. */
export type KnownAs = Exclude<Recognised, { readonly kind: 'not-a-lock' }>

/** A device that has a card: one plugging-in, until it is pulled out. */
export interface Plug {
  plugId: string
  /** Milliseconds since 1970. */
  pluggedAt: number
  device: PhysicalDevice
  recognised: KnownAs
  reading: Reading
  /** The number read last. Another one on the same seat is another lock. */
  lastNumber: ShellNumber | null
  /** Aborted when it is pulled out. */
  readonly pulledOut: AbortController
  readonly turns: Turns
}

/** What a new process must know of an old one's plugs, so that its cards stay the same. */
export interface KnownPlug {
  readonly plugId: string
  readonly pluggedAt: number
  readonly seats: readonly string[]
  readonly reading: Reading
}

/** Exchanges with one lock, one after another. */
export interface Turns {
  readonly waiting: number
  take<Value>(work: () => Promise<Value>): Promise<Value>
  /** The next turn begins after this, which never rejects: what the one that is on leaves behind. */
  hold(rest: Promise<void>): void
  over(): Promise<unknown>
}

export const createTurns = (): Turns => {
  let last: Promise<unknown> = Promise.resolve()
  let held: Promise<void> = Promise.resolve()
  let waiting = 0
  return {
    get waiting() {
      return waiting
    },
    take: async (work) => {
      waiting += 1
      const turn = last.then(() => held).then(work)
      last = turn.catch(() => undefined)
      try {
        return await turn
      } finally {
        waiting -= 1
      }
    },
    hold: (rest) => {
      held = rest
    },
    over: () => last.then(() => held),
  }
}

/** The reading of a device before anything is sent to it. */
const firstReading = (recognised: KnownAs): Reading =>
  recognised.kind === 'profile'
    ? { state: 'reading' }
    : {
        state: 'failed',
        reason: 'unknown-model',
        detail: 'No lock profile fits this device.',
        candidate: recognised.candidate,
      }

const numberIn = (reading: Reading): ShellNumber | null =>
  reading.state === 'read' ? reading.shellNumber : null

/** A plug for a device that came; one that sat there under another process keeps its card and the number shown. */
export const plugIn = (
  device: PhysicalDevice,
  recognised: KnownAs,
  { plugId, pluggedAt, reading }: Omit<KnownPlug, 'seats' | 'reading'> & { readonly reading: Reading | null },
): Plug => {
  const kept = recognised.kind === 'profile' && reading?.state === 'read' ? reading : null
  return {
    plugId,
    pluggedAt,
    device,
    recognised,
    reading: kept ?? firstReading(recognised),
    lastNumber: kept === null ? null : numberIn(kept),
    pulledOut: new AbortController(),
    turns: createTurns(),
  }
}

export const sitsOn = (seats: readonly string[], device: PhysicalDevice): boolean =>
  device.seats.some((seat) => seats.includes(seat))

/** The device is taken for something else from now on. False when it is not. */
export const recogniseAnew = (plug: Plug, recognised: KnownAs): boolean => {
  if (isDeepStrictEqual(plug.recognised, recognised)) return false
  plug.recognised = recognised
  plug.reading = firstReading(recognised)
  return true
}

/** What could not be read for a reason that passes by itself. */
export const isBlocked = ({ reading }: Plug): boolean =>
  reading.state === 'failed' && ['busy', 'no-permission', 'gone'].includes(reading.reason)

/** Whether the number read shows that another lock sits where this one was, put there unseen. */
export const isAnotherLock = ({ lastNumber }: Plug, number: ShellNumber): boolean =>
  lastNumber !== null && lastNumber !== number

export const setReading = (plug: Plug, read: NumberRead) => {
  plug.reading = read.ok
    ? { state: 'read', shellNumber: read.value }
    : { state: 'failed', reason: read.error.code, detail: read.error.message, candidate: null }
  if (read.ok) plug.lastNumber = read.value
}

export const lockOf = (plug: Plug, source: PluggedLock['source']): PluggedLock => ({
  plugId: plug.plugId,
  source,
  device: plug.device.facts,
  profile:
    plug.recognised.kind === 'profile'
      ? { id: plug.recognised.profile.id, name: plug.recognised.profile.name }
      : null,
  reading: plug.reading,
  pluggedAt: plug.pluggedAt,
})
