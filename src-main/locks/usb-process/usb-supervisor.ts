import { createBackOff, unlessAborted } from '../../util/async'
import { systemClock } from '../../util/clock'
import type { Clock } from '../../util/clock'
import type { ProfileTester } from '../profile-tester'
import type { LockSource, Recognition } from '../lock-source'
import type { Logger } from '../../util/logger'
import type { KnownDevice } from '../reader/plugged-device'
import { writeProfile } from '../profiles/profile'
import { createShownLocks } from './shown-locks'
import { superviseChild } from './usb-child'
import type { UsbChild } from './usb-child'
import type { FromUsbProcess } from './usb-messages'
import { createUsbRequests } from './usb-requests'

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
const stopMs = 2000

const toMessage = ({ profiles, models }: Recognition) => ({
  profiles: profiles.map(writeProfile),
  models: [...models],
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
  const shown = createShownLocks(clock)
  let child: UsbChild | null = null
  const requests = createUsbRequests(() => child)
  let recognition = deps.recognition
  let known: readonly KnownDevice[] = []
  const backOff = createBackOff(firstPauseMs, maxPauseMs)
  let silentChecksAtStart = defaultSilentChecks
  let isHealthy = false
  let health: UsbHealth = { state: 'starting', since: clock.now(), restarts: 0, lastEnd: null }

  const handleMessage = (message: FromUsbProcess) => {
    if (isHealthy) backOff.reset()
    switch (message.type) {
      case 'heartbeat':
        return
      case 'locks':
        known = message.known
        shown.updateLocks(message.locks)
        return
      case 'devices':
        shown.updateDevices(message.devices)
        return
      case 'identified':
      case 'tried':
      case 'sampled':
        requests.settle(message)
        return
      case 'log': {
        log[message.level](`usb process: ${message.message}`)
        return
      }
    }
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
    requests.settleAll()
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
      shown.clearLater()
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
    listed: shown.listed,
    list: shown.list,
    onChange: shown.onChange,
    devices: shown.devices,
    onDevices: shown.onDevices,
    rescan: () => child?.send({ type: 'rescan' }),
    recognize: (changed) => {
      recognition = changed
      child?.send({ type: 'recognize', recognition: toMessage(changed) })
    },
    identify: requests.identify,
    tryProfile: requests.tryProfile,
    sample: requests.sample,
    stop: async () => {
      stopped.abort(new Error('stopped'))
      shown.stop()
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
