import { isDeepStrictEqual } from 'node:util'
import { fail } from '#shared/outcome'
import { initialDevices } from '#shared/model/locks/attached-device'
import type { AttachedDevices } from '#shared/model/locks/attached-device'
import type { PluggedLock } from '#shared/model/locks/plugged-lock'
import { attachedDevice } from '../hid/attached-device'
import { unlessAborted, withDeadline, withSignals } from '../../util/async'
import type { ProfileTester } from '../profile-tester'
import type { HidPort } from '../hid/hid-port'
import { newestFirst } from '../lock-source'
import type { LockSource, Recognition } from '../lock-source'
import type { Logger } from '../../util/logger'
import type { DeviceDeps } from '../hid/device-deps'
import { physicalDevices } from '../hid/physical-devices'
import type { PhysicalDevice } from '../hid/physical-devices'
import {
  isDifferentLock,
  isBlocked,
  lockOf,
  createPluggedDevice,
  recognizeAgain,
  setReading,
  isSameDevice,
} from './plugged-device'
import type { RecognizedLock, KnownDevice, PluggedDevice } from './plugged-device'
import { createDeviceTests } from './device-tests'
import { readNumber } from './read-number'
import type { NumberRead } from './read-number'
import { recognizeDevice } from './recognize'
import { includesDepth, createScanSequencer } from './scan-sequencer'
import type { ScanDepth } from './scan-sequencer'
import { createEmitter } from '../../util/emitter'

export interface ReaderDeps extends DeviceDeps {
  readonly port: HidPort
  readonly source: PluggedLock['source']
  readonly recognition: Recognition
  readonly log: Logger
  /** Devices of the previous process, which keep their cards. */
  readonly known?: readonly KnownDevice[]
}

/** The locks of one HID port, real or simulated. Scans only when `scan` is called. */
export interface Reader extends LockSource, ProfileTester {
  /** Lists the devices and starts reading new ones. Rejects if listing fails. */
  scan(depth: ScanDepth): Promise<void>
  /** The data a restarted process needs to keep the same cards. */
  known(): readonly KnownDevice[]
}

const listMs = 10_000

const notPluggedIn = fail({ code: 'gone' as const, message: 'This lock is no longer plugged in.' })
export const createReader = (deps: ReaderDeps): Reader => {
  const { port, source, clock, log } = deps
  let recognition = deps.recognition
  let knownDevices = [...(deps.known ?? [])]
  let pluggedDevices: readonly PluggedDevice[] = []
  let attached: readonly PhysicalDevice[] = []
  let lastEmitted: readonly PluggedLock[] = []
  let lastEmittedDevices: AttachedDevices = initialDevices
  const listeners = createEmitter<readonly PluggedLock[]>()
  const deviceListeners = createEmitter<AttachedDevices>()
  const stopped = new AbortController()
  const findPlugged = (device: PhysicalDevice) => pluggedDevices.find((plugged) => plugged.device === device)

  const notifyDevices = (state: AttachedDevices['state'], problem: string | null = null) => {
    const devices: AttachedDevices = {
      state,
      problem,
      devices: attached.map((device) =>
        attachedDevice(device, { source, recognition, reading: findPlugged(device)?.reading ?? null }),
      ),
    }
    if (isDeepStrictEqual(devices, lastEmittedDevices)) return
    lastEmittedDevices = devices
    deviceListeners.emit(devices)
  }

  const notify = () => {
    notifyDevices('listed')
    const locks = newestFirst(pluggedDevices.map((plugged) => lockOf(plugged, source)))
    if (isDeepStrictEqual(locks, lastEmitted)) return
    lastEmitted = locks
    listeners.emit(locks)
  }

  const applyRead = async (plugged: PluggedDevice, read: NumberRead) => {
    // A read failed with `gone`: scan first, because a removed card needs no error.
    if (!read.ok && read.error.code === 'gone') await scan('new').catch(() => undefined)
    if (plugged.pulledOut.signal.aborted) return
    if (read.ok && isDifferentLock(plugged, read.value)) {
      plugged.plugId = deps.newPlugId()
      plugged.pluggedAt = clock.now()
    }
    if (!read.ok) log.info(`lock ${plugged.plugId}: ${read.error.code}: ${read.error.message}`)
    setReading(plugged, read)
    notify()
  }

  /** Throws the signal's reason when it aborts; null if no profile matches the device. */
  const exchange = async (plugged: PluggedDevice, signal: AbortSignal): Promise<NumberRead | null> => {
    signal.throwIfAborted()
    if (plugged.recognized.kind !== 'profile') return null
    const { entry, profile } = plugged.recognized
    try {
      return await readNumber(deps, entry, profile, signal, (cleanup) => plugged.exchanges.delayNext(cleanup))
    } catch (error) {
      signal.throwIfAborted()
      log.error(`reading lock ${plugged.plugId} failed: ${String(error)}`)
      return fail({ code: 'unreadable', message: String(error) })
    }
  }

  const read = (plugged: PluggedDevice) => {
    const { signal } = plugged.pulledOut
    void plugged.exchanges
      .run(async () => {
        const outcome = await exchange(plugged, signal)
        if (outcome !== null) await applyRead(plugged, outcome)
      })
      .catch((error: unknown) => {
        if (!signal.aborted) log.error(String(error))
      })
  }

  const toPlugged = (device: PhysicalDevice, recognized: RecognizedLock): PluggedDevice => {
    const known = knownDevices.find(({ interfaceKeys }) => isSameDevice(interfaceKeys, device))
    return createPluggedDevice(
      device,
      recognized,
      known ?? { plugId: deps.newPlugId(), pluggedAt: clock.now(), reading: null },
    )
  }

  const update = (
    plugged: PluggedDevice,
    device: PhysicalDevice,
    recognized: RecognizedLock,
    depth: ScanDepth,
  ) => {
    plugged.device = device
    if (recognizeAgain(plugged, recognized)) {
      read(plugged)
      return
    }
    if (recognized.kind !== 'profile' || plugged.exchanges.waiting > 0) return
    const failed = plugged.reading.state === 'failed'
    if (failed && includesDepth(depth, 'failed')) plugged.reading = { state: 'reading' }
    if (
      (isBlocked(plugged) && includesDepth(depth, 'blocked')) ||
      (!device.distinguishesPlugIns && includesDepth(depth, 'verify')) ||
      (failed && includesDepth(depth, 'failed'))
    ) {
      read(plugged)
    }
  }

  const scan = createScanSequencer(async (depth) => {
    stopped.signal.throwIfAborted()
    let entries
    try {
      entries = await withDeadline(listMs, stopped.signal, (signal) => port.list(signal), clock)
    } catch (error) {
      if (!stopped.signal.aborted) notifyDevices('failed', String(error))
      throw error
    }
    const before = new Set(pluggedDevices)
    const arrived: PluggedDevice[] = []
    attached = physicalDevices(entries)
    pluggedDevices = attached.flatMap((device) => {
      const recognized = recognizeDevice(device, recognition)
      if (recognized.kind === 'not-a-lock') return []
      const plugged = [...before].find((known) => isSameDevice(known.device.interfaceKeys, device))
      if (plugged === undefined) {
        const created = toPlugged(device, recognized)
        arrived.push(created)
        return [created]
      }
      before.delete(plugged)
      update(plugged, device, recognized, depth)
      return [plugged]
    })
    knownDevices = []
    for (const plugged of before) plugged.pulledOut.abort(new Error('pulled out'))
    for (const plugged of arrived) read(plugged)
    notify()
  })

  const request = (depth: ScanDepth) => {
    scan(depth).catch((error: unknown) => {
      if (!stopped.signal.aborted) log.warn(`the HID devices cannot be listed: ${String(error)}`)
    })
  }

  /** Reads a device again after checking that it is still plugged in. */
  const readAgain = async (plugged: PluggedDevice, caller: AbortSignal): Promise<NumberRead> => {
    try {
      await scan('new')
    } catch (error) {
      return fail({ code: 'silent', message: `The HID devices cannot be listed: ${String(error)}` })
    }
    return plugged.exchanges.run(async () => {
      const outcome = await withSignals([caller, plugged.pulledOut.signal], (signal) =>
        exchange(plugged, signal),
      )
      if (outcome === null)
        return fail({ code: 'unknown-model', message: 'No lock profile matches this device.' })
      await applyRead(plugged, outcome)
      return outcome
    })
  }

  const tests = createDeviceTests(deps, {
    scan: () => scan('new'),
    attached: () => attached,
    findPlugged,
    stopped: stopped.signal,
  })

  return {
    list: () => lastEmitted,
    onChange: listeners.add,
    devices: () => lastEmittedDevices,
    onDevices: deviceListeners.add,
    tryProfile: tests.tryProfile,
    sample: tests.sample,
    scan,
    rescan: () => request('failed'),
    recognize: (changed) => {
      recognition = changed
      request('new')
    },
    known: () =>
      pluggedDevices.map(({ plugId, pluggedAt, device, reading }) => ({
        plugId,
        pluggedAt,
        interfaceKeys: device.interfaceKeys,
        reading,
      })),
    identify: async (plugId, signal) => {
      const plugged = pluggedDevices.find((each) => each.plugId === plugId)
      if (plugged === undefined) return notPluggedIn
      try {
        return await unlessAborted(signal, readAgain(plugged, signal))
      } catch (error) {
        if (plugged.pulledOut.signal.aborted) return notPluggedIn
        if (signal.aborted)
          return fail({ code: 'silent', message: 'Reading was stopped before the lock responded.' })
        return fail({ code: 'unreadable', message: String(error) })
      }
    },
    stop: async () => {
      stopped.abort(new Error('stopped'))
      listeners.clear()
      deviceListeners.clear()
      for (const plugged of pluggedDevices) plugged.pulledOut.abort(new Error('stopped'))
      await Promise.all([tests.idle(), ...pluggedDevices.map(({ exchanges }) => exchanges.idle())])
    },
  }
}
