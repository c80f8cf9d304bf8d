import { isDeepStrictEqual } from 'node:util'
import { initialDevices } from '#shared/model/locks/attached-device'
import type { AttachedDevices } from '#shared/model/locks/attached-device'
import { fail } from '#shared/outcome'
import type { PluggedLock } from '#shared/model/locks/plugged-lock'
import { createBackOff, createDeferred, unlessAborted } from '../../util/async'
import { systemClock } from '../../util/clock'
import type { Clock } from '../../util/clock'
import type { ProfileTester, SampleRead, TrialRead } from '../profile-tester'
import type { LockSource, Recognition } from '../lock-source'
import type { Logger } from '../../util/logger'
import type { KnownDevice } from '../reader/plugged-device'
import { writeProfile } from '../profiles/profile'
import type { NumberRead } from '../reader/read-number'
import { createPendingResponses, superviseChild } from './usb-child'
import type { UsbChild } from './usb-child'
import type { FromUsbProcess } from './usb-messages'
import { createEmitter } from '../../util/emitter'

export interface UsbLockSourceDeps {
  /** May throw, which counts as a process that ended at once. */
  readonly fork: () => UsbChild
  /** Delays the first process until it resolves. */
  readonly after?: Promise<void>
  readonly recognition: Recognition
  readonly log: Logger
  readonly clock?: Clock
}

/** The state of the USB process, for diagnostics. */
export interface UsbHealth {
  /** `starting` until its first message; `down` between its end and its next start. */
  readonly state: 'starting' | 'running' | 'down'
  /** When the current process started, in ms since 1970. */
  readonly since: number
  /** How often it ended unexpectedly since the app started. */
  readonly restarts: number
  /** `how` is an English text for support. */
  readonly lastEnd: { readonly at: number; readonly how: string } | null
}

const firstPauseMs = 250
const maxPauseMs = 30_000
/** A process alive after this time did not crash at the start or on its first lock. */
const healthyMs = 5000
/**
 * Seconds until the first heartbeat is required. Loading may be slow on a busy computer and killing restarts
 * it, so each silent start doubles the time.
 */
const defaultSilentChecks = 30
const maxSilentChecks = 240
/** How long cards stay visible while a crashed process restarts. */
const keepCardsMs = 5000
const stopMs = 2000

const toMessage = ({ profiles, models }: Recognition) => ({
  profiles: profiles.map(writeProfile),
  models: [...models],
})

const processEnded: NumberRead = fail({
  code: 'gone',
  message: 'The USB process ended before the lock was read.',
})
const processEndedTrial = fail({
  code: 'not-done' as const,
  message: 'The USB process ended during the test.',
})

/**
 * The locks of the USB process. It starts after `after` and restarts whenever it ends, with growing delays and
 * no limit. Plugged-in locks keep their plug IDs.
 */
export const createUsbLockSource = (
  deps: UsbLockSourceDeps,
): LockSource & ProfileTester & { health(): UsbHealth } => {
  const { log } = deps
  const clock = deps.clock ?? systemClock
  const stopped = new AbortController()
  const listeners = createEmitter<readonly PluggedLock[]>()
  const deviceListeners = createEmitter<AttachedDevices>()
  const identifying = createPendingResponses<NumberRead>()
  const sampling = createPendingResponses<SampleRead>()
  const trying = createPendingResponses<TrialRead>()
  let recognition = deps.recognition
  let locks: readonly PluggedLock[] = []
  let known: readonly KnownDevice[] = []
  let devices = initialDevices
  let child: UsbChild | null = null
  let clearing = new AbortController()
  let lastId = 0
  const backOff = createBackOff(firstPauseMs, maxPauseMs)
  let silentChecksAtStart = defaultSilentChecks
  let isHealthy = false
  let health: UsbHealth = { state: 'starting', since: clock.now(), restarts: 0, lastEnd: null }

  const listed = createDeferred<undefined>()
  const resolveListed = () => listed.resolve(undefined)

  const updateLocks = (next: readonly PluggedLock[]) => {
    if (isDeepStrictEqual(next, locks)) return
    locks = next
    listeners.emit(locks)
  }

  const updateDevices = (next: AttachedDevices) => {
    if (isDeepStrictEqual(next, devices)) return
    devices = next
    deviceListeners.emit(devices)
  }

  const handleMessage = (message: FromUsbProcess) => {
    if (isHealthy) backOff.reset()
    switch (message.type) {
      case 'heartbeat':
        return
      case 'locks':
        clearing.abort()
        known = message.known
        updateLocks(message.locks)
        resolveListed()
        return
      case 'identified':
        return identifying.settle(message.id, message.outcome)
      case 'devices':
        updateDevices(message.devices)
        return
      case 'tried':
        return trying.settle(message.id, message.outcome)
      case 'sampled':
        return sampling.settle(message.id, message.outcome)
      case 'log': {
        log[message.level](`usb process: ${message.message}`)
        return
      }
    }
  }

  /** Without a process, nothing is known about plugged-in locks; a short gap keeps the cards to avoid flicker. */
  const clearLater = () => {
    clearing.abort()
    clearing = new AbortController()
    clock.wait(keepCardsMs, clearing.signal).then(
      () => {
        updateLocks([])
        resolveListed()
        updateDevices({ state: 'failed', problem: 'The USB process does not start.', devices: [] })
      },
      () => undefined,
    )
  }

  /** Starts a process; resolves to the reason when it has ended. */
  const runOnce = async (): Promise<string> => {
    let started: UsbChild
    health = { ...health, state: 'starting', since: clock.now() }
    try {
      started = deps.fork()
    } catch (error) {
      return `it could not be started: ${String(error)}`
    }
    const processState = { hasResponded: false }
    const listen = (message: FromUsbProcess) => {
      processState.hasResponded = true
      if (health.state === 'starting') health = { ...health, state: 'running' }
      handleMessage(message)
    }
    const end = superviseChild(started, {
      clock,
      log,
      onMessage: listen,
      silentChecksAtStart,
    })
    child = started
    started.send({ type: 'start', recognition: toMessage(recognition), known: [...known] })
    const reason = await end
    child = null
    silentChecksAtStart = processState.hasResponded
      ? defaultSilentChecks
      : Math.min(2 * silentChecksAtStart, maxSilentChecks)
    identifying.settleAll(processEnded)
    trying.settleAll(processEndedTrial)
    sampling.settleAll(processEndedTrial)
    return reason
  }

  const supervise = async () => {
    for (;;) {
      isHealthy = false
      const healthTimer = new AbortController()
      clock.wait(healthyMs, healthTimer.signal).then(
        () => {
          isHealthy = true
        },
        () => undefined,
      )
      const reason = await runOnce()
      healthTimer.abort()
      if (stopped.signal.aborted) return
      health = {
        ...health,
        state: 'down',
        restarts: health.restarts + 1,
        lastEnd: { at: clock.now(), how: reason },
      }
      const pause = backOff.next()
      log.warn(`the USB process ended: ${reason}; restart in ${pause} ms`)
      clearLater()
      await clock.wait(pause, stopped.signal)
    }
  }
  const start = async () => {
    if (deps.after !== undefined) await unlessAborted(stopped.signal, deps.after)
    await supervise()
  }
  const supervised = start().catch((error: unknown) => {
    if (!stopped.signal.aborted) log.error(`the USB supervisor stopped: ${String(error)}`)
  })

  return {
    health: () => health,
    listed: listed.promise,
    list: () => locks,
    onChange: listeners.add,
    rescan: () => child?.send({ type: 'rescan' }),
    recognize: (changed) => {
      recognition = changed
      child?.send({ type: 'recognize', recognition: toMessage(changed) })
    },
    identify: async (plugId, signal) => {
      const current = child
      if (current === null) return processEnded
      const id = (lastId += 1)
      return identifying.request(id, {
        signal,
        send: () => current.send({ type: 'identify', id, plugId }),
        cancel: () => child?.send({ type: 'cancel', id }),
        ended: fail({ code: 'silent', message: 'Reading was stopped before the lock responded.' }),
      })
    },
    devices: () => devices,
    onDevices: deviceListeners.add,
    tryProfile: async (deviceId, profile, signal) => {
      const current = child
      if (current === null) return processEndedTrial
      const id = (lastId += 1)
      return trying.request(id, {
        signal,
        send: () => current.send({ type: 'try', id, deviceId, profile: writeProfile(profile) }),
        cancel: () => child?.send({ type: 'cancel', id }),
        ended: fail({ code: 'cancelled', message: 'The test was stopped.' }),
      })
    },
    sample: async (deviceId, asking, signal) => {
      const current = child
      if (current === null) return processEndedTrial
      const id = (lastId += 1)
      return sampling.request(id, {
        signal,
        send: () => current.send({ type: 'sample', id, deviceId, asking: asking.map(writeProfile) }),
        cancel: () => child?.send({ type: 'cancel', id }),
        ended: fail({ code: 'cancelled', message: 'The test was stopped.' }),
      })
    },
    stop: async () => {
      stopped.abort(new Error('stopped'))
      resolveListed()
      clearing.abort()
      listeners.clear()
      deviceListeners.clear()
      const limit = new AbortController()
      child?.send({ type: 'stop' })
      const timeout = clock.wait(stopMs, limit.signal).then(
        () => child?.kill(),
        () => undefined,
      )
      await supervised
      limit.abort()
      await timeout
    },
  }
}
