import type { AttachedDevices } from '#shared/model/locks/attached-device'
import type { PluggedLock } from '#shared/model/locks/plugged-lock'
import { attachedDevice } from '../hid/attached-device'
import { withDeadline } from '../../util/async'
import type { ProfileTester } from '../profile-tester'
import { createEmittedLists } from '../emitted-lists'
import type { HidPort } from '../hid/hid-port'
import { newestFirst } from '../lock-source'
import type { LockSource, Recognition } from '../lock-source'
import type { Logger } from '../../util/logger'
import type { DeviceDeps } from '../hid/device-deps'
import { physicalDevices } from '../hid/physical-devices'
import type { PhysicalDevice } from '../hid/physical-devices'
import { isBlocked, lockOf, createPluggedDevice, recognizeAgain, isSameDevice } from './plugged-device'
import type { RecognizedLock, KnownDevice, PluggedDevice } from './plugged-device'
import { createDeviceTests } from './device-tests'
import { createPluggedReads, notPluggedIn } from './plugged-reads'
import { recognizeDevice } from './recognize'
import { includesDepth, createScanSequencer } from './scan-sequencer'
import type { ScanDepth } from './scan-sequencer'

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

export const createReader = (deps: ReaderDeps): Reader => {
  const { port, source, clock, log } = deps
  let recognition = deps.recognition
  let knownDevices = [...(deps.known ?? [])]
  let pluggedDevices: readonly PluggedDevice[] = []
  let attached: readonly PhysicalDevice[] = []
  const emitted = createEmittedLists()
  const stopped = new AbortController()
  const findPlugged = (device: PhysicalDevice) => pluggedDevices.find((plugged) => plugged.device === device)

  const notifyDevices = (state: AttachedDevices['state'], problem: string | null = null) => {
    emitted.devices.update({
      state,
      problem,
      devices: attached.map((device) =>
        attachedDevice(device, { source, recognition, card: findPlugged(device) ?? null }),
      ),
    })
  }

  const notify = () => {
    notifyDevices('listed')
    emitted.locks.update(newestFirst(pluggedDevices.map((plugged) => lockOf(plugged, source))))
  }

  const reads = createPluggedReads(deps, { scan: () => scan('new'), onRead: notify })

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
      reads.start(plugged)
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
      reads.start(plugged)
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
    for (const plugged of arrived) reads.start(plugged)
    notify()
  })

  const request = (depth: ScanDepth) => {
    scan(depth).catch((error: unknown) => {
      if (!stopped.signal.aborted) log.warn(`the HID devices cannot be listed: ${String(error)}`)
    })
  }

  const tests = createDeviceTests(deps, {
    scan: () => scan('new'),
    attached: () => attached,
    findPlugged,
    stopped: stopped.signal,
  })

  return {
    list: emitted.locks.read,
    onChange: emitted.locks.onChange,
    devices: emitted.devices.read,
    onDevices: emitted.devices.onChange,
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
      return plugged === undefined ? notPluggedIn : reads.again(plugged, signal)
    },
    stop: async () => {
      stopped.abort(new Error('stopped'))
      emitted.locks.stop()
      emitted.devices.stop()
      for (const plugged of pluggedDevices) plugged.pulledOut.abort(new Error('stopped'))
      await Promise.all([tests.idle(), ...pluggedDevices.map(({ exchanges }) => exchanges.idle())])
    },
  }
}
