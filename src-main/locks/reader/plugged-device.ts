import { isDeepStrictEqual } from 'node:util'
import type { PluggedLock, Reading } from '#shared/model/locks/plugged-lock'
import type { ShellNumber } from '#shared/model/locks/shell-number'
import { createSequencer } from '../../util/async'
import type { PhysicalDevice } from '../hid/physical-devices'
import type { NumberRead } from './read-number'
import type { Recognized } from './recognize'

/** What a device with a lock card is recognized as. */
export type RecognizedLock = Exclude<Recognized, { readonly kind: 'not-a-lock' }>

/** A device with a lock card, from plug-in until it is pulled out. */
export interface PluggedDevice {
  plugId: string
  /** Milliseconds since 1970. */
  pluggedAt: number
  device: PhysicalDevice
  recognized: RecognizedLock
  reading: Reading
  /** The last number read. A different number on the same port is another lock. */
  lastNumber: ShellNumber | null
  /** Aborted when the device is pulled out. */
  readonly pulledOut: AbortController
  readonly exchanges: ExchangeQueue
}

/** What a restarted USB process needs to keep the cards of plugged-in devices. */
export interface KnownDevice {
  readonly plugId: string
  readonly pluggedAt: number
  readonly interfaceKeys: readonly string[]
  readonly reading: Reading
}

/** Serializes exchanges with one lock. */
export interface ExchangeQueue {
  readonly waiting: number
  run<Value>(work: () => Promise<Value>): Promise<Value>
  /** Delays the next exchange until `cleanup` of the current one resolves; `cleanup` must not reject. */
  delayNext(cleanup: Promise<void>): void
  idle(): Promise<unknown>
}

export const createExchangeQueue = (): ExchangeQueue => {
  const sequencer = createSequencer()
  let delay: Promise<void> = Promise.resolve()
  let waiting = 0
  return {
    get waiting() {
      return waiting
    },
    run: async (work) => {
      waiting += 1
      try {
        return await sequencer.queue(async () => {
          await delay
          return work()
        })
      } finally {
        waiting -= 1
      }
    },
    delayNext: (cleanup) => {
      delay = cleanup
    },
    idle: () => sequencer.settled().then(() => delay),
  }
}

/** The initial state before anything is sent to the device. */
const firstReading = (recognized: RecognizedLock): Reading =>
  recognized.kind === 'profile'
    ? { state: 'reading' }
    : {
        state: 'failed',
        reason: 'unknown-model',
        detail: 'No lock profile matches this device.',
        candidate: recognized.candidate,
      }

const numberIn = (reading: Reading): ShellNumber | null =>
  reading.state === 'read' ? reading.shellNumber : null

/** Creates a plugged-in device; one known from the previous process keeps its card and number. */
export const createPluggedDevice = (
  device: PhysicalDevice,
  recognized: RecognizedLock,
  {
    plugId,
    pluggedAt,
    reading,
  }: Omit<KnownDevice, 'interfaceKeys' | 'reading'> & { readonly reading: Reading | null },
): PluggedDevice => {
  const previousReading = recognized.kind === 'profile' && reading?.state === 'read' ? reading : null
  return {
    plugId,
    pluggedAt,
    device,
    recognized,
    reading: previousReading ?? firstReading(recognized),
    lastNumber: previousReading === null ? null : numberIn(previousReading),
    pulledOut: new AbortController(),
    exchanges: createExchangeQueue(),
  }
}

export const isSameDevice = (interfaceKeys: readonly string[], device: PhysicalDevice): boolean =>
  device.interfaceKeys.some((key) => interfaceKeys.includes(key))

/** Recognizes the device as something else; returns false if nothing changed. */
export const recognizeAgain = (plugged: PluggedDevice, recognized: RecognizedLock): boolean => {
  if (isDeepStrictEqual(plugged.recognized, recognized)) return false
  plugged.recognized = recognized
  plugged.reading = firstReading(recognized)
  return true
}

/** Whether the read failed for a temporary reason. */
export const isBlocked = ({ reading }: PluggedDevice): boolean =>
  reading.state === 'failed' && ['busy', 'no-permission', 'gone'].includes(reading.reason)

/** Whether the number shows that the lock was swapped undetected. */
export const isDifferentLock = ({ lastNumber }: PluggedDevice, number: ShellNumber): boolean =>
  lastNumber !== null && lastNumber !== number

export const setReading = (plugged: PluggedDevice, read: NumberRead) => {
  plugged.reading = read.ok
    ? { state: 'read', shellNumber: read.value }
    : { state: 'failed', reason: read.error.code, detail: read.error.message, candidate: null }
  if (read.ok) plugged.lastNumber = read.value
}

export const lockOf = (plugged: PluggedDevice, source: PluggedLock['source']): PluggedLock => ({
  plugId: plugged.plugId,
  source,
  device: plugged.device.facts,
  profile:
    plugged.recognized.kind === 'profile'
      ? { id: plugged.recognized.profile.id, name: plugged.recognized.profile.name }
      : null,
  reading: plugged.reading,
  pluggedAt: plugged.pluggedAt,
})
