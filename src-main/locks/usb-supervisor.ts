import { isDeepStrictEqual } from 'node:util'
import { noDevicesYet } from '#shared/model/attached-device'
import type { AttachedDevices } from '#shared/model/attached-device'
import { fail } from '#shared/outcome'
import type { PluggedLock } from '#shared/model/plugged-lock'
import { systemClock } from './clock'
import type { Clock } from './clock'
import type { DeviceBench, TrialRead } from './device-bench'
import type { LockSource, Recognition } from './lock-source'
import type { RoomLog } from './log'
import { createPendingAnswers } from './pending-answers'
import type { KnownPlug } from './plug'
import { writeProfile } from './profile'
import type { NumberRead } from './read-number'
import { watchOverChild } from './usb-child'
import type { UsbChild } from './usb-child'
import type { FromUsbProcess } from './usb-messages'
import { createListeners } from '../listeners'

export interface UsbLockSourceEdges {
  /** May throw; that counts as a process that ended at once. */
  readonly fork: () => UsbChild
  /** The first process is started when this has resolved; at once where it is not given. */
  readonly after?: Promise<void>
  readonly recognition: Recognition
  readonly log: RoomLog
  readonly clock?: Clock
}

/** How the USB process fares, for whoever looks for a cause. */
export interface UsbHealth {
  /** `starting` until it first says something; `down` between its end and its next start. */
  readonly state: 'starting' | 'running' | 'down'
  /** When the present process was started, ms since 1970. */
  readonly since: number
  /** How often it ended by itself since the app was started. */
  readonly restarts: number
  /** `how` is English, for support. */
  readonly lastEnd: { readonly at: number; readonly how: string } | null
}

const firstPauseMs = 250
const longestPauseMs = 30_000
/** A process that still says something after this time did not die of starting, or of the first lock it met. */
const healthyMs = 5000
/**
 * Seconds until the first sign of life. A busy computer may take long to load a program, and ending it makes it begin
 * anew: each one that said nothing at all leaves its successor twice the time.
 */
const firstPatience = 30
const longestPatience = 240
/** How long the cards of a process that died stay, while the next one starts. */
const keepCardsMs = 5000
const stopMs = 2000

const crossing = ({ profiles, models }: Recognition) => ({
  profiles: profiles.map(writeProfile),
  models: [...models],
})

const lost: NumberRead = fail({ code: 'gone', message: 'The USB process ended before the lock was read.' })
const lostTrial: TrialRead = fail({ code: 'not-done', message: 'The USB process ended during the trial.' })

/**
 * The locks of the USB process, which is started after `after` and again whenever it ends: with growing pauses, and never
 * given up. Locks that are still plugged in keep their plug ids across a restart.
 */
export const createUsbLockSource = (
  edges: UsbLockSourceEdges,
): LockSource & DeviceBench & { health(): UsbHealth } => {
  const { log } = edges
  const clock = edges.clock ?? systemClock
  const stopped = new AbortController()
  const listeners = createListeners<readonly PluggedLock[]>()
  const deviceListeners = createListeners<AttachedDevices>()
  const identifying = createPendingAnswers<NumberRead>()
  const trying = createPendingAnswers<TrialRead>()
  let recognition = edges.recognition
  let locks: readonly PluggedLock[] = []
  let known: readonly KnownPlug[] = []
  let devices = noDevicesYet
  let child: UsbChild | null = null
  let clearing = new AbortController()
  let lastId = 0
  let pause = firstPauseMs
  let patience = firstPatience
  let isOld = false
  let health: UsbHealth = { state: 'starting', since: clock.now(), restarts: 0, lastEnd: null }

  const show = (next: readonly PluggedLock[]) => {
    if (isDeepStrictEqual(next, locks)) return
    locks = next
    listeners.tell(locks)
  }

  const showDevices = (next: AttachedDevices) => {
    if (isDeepStrictEqual(next, devices)) return
    devices = next
    deviceListeners.tell(devices)
  }

  const hear = (message: FromUsbProcess) => {
    if (isOld) pause = firstPauseMs
    switch (message.type) {
      case 'beat':
        return
      case 'locks':
        clearing.abort()
        known = message.known
        {
          show(message.locks)
          return
        }
      case 'identified':
        return identifying.settle(message.id, message.outcome)
      case 'devices':
        showDevices(message.devices)
        return
      case 'tried':
        return trying.settle(message.id, message.outcome)
      case 'log': {
        log[message.level](`usb process: ${message.message}`)
        return
      }
    }
  }

  /** Nothing is known of what is plugged in while there is no process; a short gap is not worth a flicker. */
  const clearLater = () => {
    clearing.abort()
    clearing = new AbortController()
    clock.wait(keepCardsMs, clearing.signal).then(
      () => {
        show([])
        showDevices({ state: 'failed', problem: 'The USB process does not start.', devices: [] })
      },
      () => undefined,
    )
  }

  /** Starts a process and resolves, with how, when it has ended. */
  const runOnce = async (): Promise<string> => {
    let started: UsbChild
    health = { ...health, state: 'starting', since: clock.now() }
    try {
      started = edges.fork()
    } catch (error) {
      return `it could not be started: ${String(error)}`
    }
    const life = { spoke: false }
    const listen = (message: FromUsbProcess) => {
      life.spoke = true
      if (health.state === 'starting') health = { ...health, state: 'running' }
      hear(message)
    }
    const end = watchOverChild(started, { clock, log, hear: listen, silentChecksAtStart: patience })
    child = started
    started.send({ type: 'start', recognition: crossing(recognition), known: [...known] })
    const how = await end
    child = null
    patience = life.spoke ? firstPatience : Math.min(2 * patience, longestPatience)
    identifying.settleAll(lost)
    trying.settleAll(lostTrial)
    return how
  }

  const supervise = async () => {
    for (;;) {
      isOld = false
      const living = new AbortController()
      clock.wait(healthyMs, living.signal).then(
        () => {
          isOld = true
        },
        () => undefined,
      )
      const how = await runOnce()
      living.abort()
      if (stopped.signal.aborted) return
      health = {
        ...health,
        state: 'down',
        restarts: health.restarts + 1,
        lastEnd: { at: clock.now(), how },
      }
      log.warn(`the USB process ended: ${how}; the next one starts in ${pause} ms`)
      clearLater()
      await clock.wait(pause, stopped.signal)
      pause = Math.min(2 * pause, longestPauseMs)
    }
  }
  const untilStopped = new Promise<void>((done) => {
    stopped.signal.addEventListener('abort', () => done(), { once: true })
  })

  const begin = async () => {
    if (edges.after !== undefined) await Promise.race([edges.after, untilStopped])
    if (!stopped.signal.aborted) await supervise()
  }
  const supervised = begin().catch((error: unknown) => {
    if (!stopped.signal.aborted) log.error(`the USB process is not looked after any more: ${String(error)}`)
  })

  return {
    health: () => health,
    list: () => locks,
    onChange: listeners.add,
    rescan: () => child?.send({ type: 'rescan' }),
    recognise: (changed) => {
      recognition = changed
      child?.send({ type: 'recognise', recognition: crossing(changed) })
    },
    identify: async (plugId, signal) => {
      const asked = child
      if (asked === null) return lost
      const id = (lastId += 1)
      return identifying.ask(id, {
        signal,
        send: () => asked.send({ type: 'identify', id, plugId }),
        cancel: () => child?.send({ type: 'cancel', id }),
        ended: fail({ code: 'silent', message: 'Reading was ended before the lock answered.' }),
      })
    },
    devices: () => devices,
    onDevices: deviceListeners.add,
    tryProfile: async (deviceId, profile, signal) => {
      const asked = child
      if (asked === null) return lostTrial
      const id = (lastId += 1)
      return trying.ask(id, {
        signal,
        send: () => asked.send({ type: 'try', id, deviceId, profile: writeProfile(profile) }),
        cancel: () => child?.send({ type: 'cancel', id }),
        ended: fail({ code: 'cancelled', message: 'The trial was ended.' }),
      })
    },
    stop: async () => {
      stopped.abort(new Error('stopped'))
      clearing.abort()
      listeners.clear()
      deviceListeners.clear()
      const limit = new AbortController()
      child?.send({ type: 'stop' })
      const impatient = clock.wait(stopMs, limit.signal).then(
        () => child?.kill(),
        () => undefined,
      )
      await supervised
      limit.abort()
      await impatient
    },
  }
}
