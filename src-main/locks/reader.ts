import { isDeepStrictEqual } from 'node:util'
import { fail, succeed } from '#shared/outcome'
import { noDevicesYet } from '#shared/model/attached-device'
import type { AttachedDevices } from '#shared/model/attached-device'
import type { PluggedLock } from '#shared/model/plugged-lock'
import { attachedDevice, deviceIdOf } from './attached'
import { unlessAborted, withDeadline, withSignals } from './clock'
import type { DeviceBench, TrialRead } from './device-bench'
import type { HidPort } from './hid-port'
import { newestFirst } from './lock-source'
import type { LockSource, Recognition } from './lock-source'
import type { RoomLog } from './log'
import type { OutsideWorld } from './outside-world'
import { physicalDevices } from './physical-devices'
import type { PhysicalDevice } from './physical-devices'
import {
  createTurns,
  isAnotherLock,
  isBlocked,
  lockOf,
  plugIn,
  recogniseAnew,
  setReading,
  sitsOn,
} from './plug'
import type { KnownAs, KnownPlug, Plug } from './plug'
import type { LockProfile } from './profile'
import { readNumber } from './read-number'
import type { NumberRead } from './read-number'
import { interfaceToTry, isInputDevice, recogniseDevice } from './recognise'
import { reaches, takingTurns } from './scan-turns'
import type { ScanDepth } from './scan-turns'
import { sendsSomething, tryProfileOn } from './try-profile'
import { createListeners } from '../listeners'

export interface ReaderEdges extends OutsideWorld {
  readonly port: HidPort
  readonly source: PluggedLock['source']
  readonly recognition: Recognition
  readonly log: RoomLog
  /** Plugs of a reader that died: the same devices keep their cards. */
  readonly known?: readonly KnownPlug[]
}

/** The locks behind one HID port, real or simulated. It looks when it is told to: `scan`. */
export interface Reader extends LockSource, DeviceBench {
  /** Lists the devices and starts reading what is new. Rejects when they cannot be listed. */
  scan(depth: ScanDepth): Promise<void>
  /** What a successor needs to go on with the same cards. */
  known(): readonly KnownPlug[]
}

const listMs = 10_000

const gone = fail({ code: 'gone' as const, message: 'This lock is not plugged in any more.' })
const cancelled = fail({ code: 'cancelled' as const, message: 'The trial was ended.' })
const inputDevice = fail({
  code: 'input-device' as const,
  message: 'Nothing is sent to keyboards and mice.',
})

export const createReader = (edges: ReaderEdges): Reader => {
  const { port, source, clock, log } = edges
  let recognition = edges.recognition
  let orphans = [...(edges.known ?? [])]
  let plugs: readonly Plug[] = []
  let attached: readonly PhysicalDevice[] = []
  let told: readonly PluggedLock[] = []
  let toldDevices: AttachedDevices = noDevicesYet
  const listeners = createListeners<readonly PluggedLock[]>()
  const deviceListeners = createListeners<AttachedDevices>()
  const stopped = new AbortController()
  /** Trials on devices that have no card, and so no turns of their own. */
  const trials = createTurns()

  const plugOf = (device: PhysicalDevice) => plugs.find((plug) => plug.device === device)

  const tellDevices = (state: AttachedDevices['state'], problem: string | null = null) => {
    const devices: AttachedDevices = {
      state,
      problem,
      devices: attached.map((device) =>
        attachedDevice(device, { source, recognition, reading: plugOf(device)?.reading ?? null }),
      ),
    }
    if (isDeepStrictEqual(devices, toldDevices)) return
    toldDevices = devices
    deviceListeners.tell(devices)
  }

  const tell = () => {
    tellDevices('listed')
    const locks = newestFirst(plugs.map((plug) => lockOf(plug, source)))
    if (isDeepStrictEqual(locks, told)) return
    told = locks
    listeners.tell(locks)
  }

  const take = async (plug: Plug, read: NumberRead) => {
    // It says that it is gone: it may be, and then no card needs to say so.
    if (!read.ok && read.error.code === 'gone') await scan('new').catch(() => undefined)
    if (plug.pulledOut.signal.aborted) return
    if (read.ok && isAnotherLock(plug, read.value)) {
      plug.plugId = edges.newPlugId()
      plug.pluggedAt = clock.now()
    }
    if (!read.ok) log.info(`lock ${plug.plugId}: ${read.error.code}: ${read.error.message}`)
    setReading(plug, read)
    tell()
  }

  /** Throws the signal's reason when that ended it; null when no profile reads the device. */
  const exchange = async (plug: Plug, signal: AbortSignal): Promise<NumberRead | null> => {
    signal.throwIfAborted()
    if (plug.recognised.kind !== 'profile') return null
    const { entry, profile } = plug.recognised
    try {
      return await readNumber(edges, entry, profile, signal, (rest) => plug.turns.hold(rest))
    } catch (error) {
      signal.throwIfAborted()
      log.error(`reading lock ${plug.plugId} failed: ${String(error)}`)
      return fail({ code: 'unreadable', message: String(error) })
    }
  }

  const read = (plug: Plug) => {
    const { signal } = plug.pulledOut
    void plug.turns
      .take(async () => {
        const outcome = await exchange(plug, signal)
        if (outcome !== null) await take(plug, outcome)
      })
      .catch((error: unknown) => {
        if (!signal.aborted) log.error(String(error))
      })
  }

  const arrive = (device: PhysicalDevice, recognised: KnownAs): Plug => {
    const orphan = orphans.find(({ seats }) => sitsOn(seats, device))
    return plugIn(
      device,
      recognised,
      orphan ?? { plugId: edges.newPlugId(), pluggedAt: clock.now(), reading: null },
    )
  }

  const lookAgain = (plug: Plug, device: PhysicalDevice, recognised: KnownAs, depth: ScanDepth) => {
    plug.device = device
    if (recogniseAnew(plug, recognised)) {
      read(plug)
      return
    }
    if (recognised.kind !== 'profile' || plug.turns.waiting > 0) return
    const failed = plug.reading.state === 'failed'
    if (failed && reaches(depth, 'failed')) plug.reading = { state: 'reading' }
    if (
      (isBlocked(plug) && reaches(depth, 'blocked')) ||
      (!device.tellsPlugs && reaches(depth, 'verify')) ||
      (failed && reaches(depth, 'failed'))
    ) {
      read(plug)
    }
  }

  const scan = takingTurns(async (depth) => {
    stopped.signal.throwIfAborted()
    let entries
    try {
      entries = await withDeadline(clock, listMs, stopped.signal, (signal) => port.list(signal))
    } catch (error) {
      if (!stopped.signal.aborted) tellDevices('failed', String(error))
      throw error
    }
    const before = new Set(plugs)
    const arrived: Plug[] = []
    attached = physicalDevices(entries)
    plugs = attached.flatMap((device) => {
      const recognised = recogniseDevice(device, recognition)
      if (recognised.kind === 'not-a-lock') return []
      const plug = [...before].find((known) => sitsOn(known.device.seats, device))
      if (plug === undefined) {
        const fresh = arrive(device, recognised)
        arrived.push(fresh)
        return [fresh]
      }
      before.delete(plug)
      lookAgain(plug, device, recognised, depth)
      return [plug]
    })
    orphans = []
    for (const plug of before) plug.pulledOut.abort(new Error('pulled out'))
    for (const plug of arrived) read(plug)
    tell()
  })

  const request = (depth: ScanDepth) => {
    scan(depth).catch((error: unknown) => {
      if (!stopped.signal.aborted) log.warn(`the HID devices cannot be listed: ${String(error)}`)
    })
  }

  /** Reads one plug again, after a look whether it is still there. */
  const readAgain = async (plug: Plug, caller: AbortSignal): Promise<NumberRead> => {
    try {
      await scan('new')
    } catch (error) {
      return fail({ code: 'silent', message: `The HID devices cannot be listed: ${String(error)}` })
    }
    return plug.turns.take(async () => {
      const outcome = await withSignals([caller, plug.pulledOut.signal], (signal) => exchange(plug, signal))
      if (outcome === null)
        return fail({ code: 'unknown-model', message: 'No lock profile fits this device.' })
      await take(plug, outcome)
      return outcome
    })
  }

  const tryOn = async (deviceId: string, profile: LockProfile, caller: AbortSignal): Promise<TrialRead> => {
    await scan('new')
    const device = attached.find((each) => deviceIdOf(each) === deviceId)
    const entry = device === undefined ? null : interfaceToTry(profile, device)
    if (device === undefined || entry === null) return gone
    if (isInputDevice(device) && sendsSomething(profile)) return inputDevice
    const plug = plugOf(device)
    return (plug?.turns ?? trials).take(async () => {
      const ends = [caller, stopped.signal, ...(plug === undefined ? [] : [plug.pulledOut.signal])]
      return withSignals(ends, async (signal) => {
        signal.throwIfAborted()
        return succeed(await tryProfileOn(edges, entry, profile, signal))
      })
    })
  }

  return {
    list: () => told,
    onChange: listeners.add,
    devices: () => toldDevices,
    onDevices: deviceListeners.add,
    tryProfile: async (deviceId, profile, signal) => {
      try {
        return await unlessAborted(signal, tryOn(deviceId, profile, signal))
      } catch (error) {
        if (signal.aborted) return cancelled
        return attached.some((each) => deviceIdOf(each) === deviceId)
          ? fail({ code: 'not-done' as const, message: String(error) })
          : gone
      }
    },
    scan,
    rescan: () => request('failed'),
    recognise: (changed) => {
      recognition = changed
      request('new')
    },
    known: () =>
      plugs.map(({ plugId, pluggedAt, device, reading }) => ({
        plugId,
        pluggedAt,
        seats: device.seats,
        reading,
      })),
    identify: async (plugId, signal) => {
      const plug = plugs.find((each) => each.plugId === plugId)
      if (plug === undefined) return gone
      try {
        return await unlessAborted(signal, readAgain(plug, signal))
      } catch (error) {
        if (plug.pulledOut.signal.aborted) return gone
        if (signal.aborted)
          return fail({ code: 'silent', message: 'Reading was ended before the lock answered.' })
        return fail({ code: 'unreadable', message: String(error) })
      }
    },
    stop: async () => {
      stopped.abort(new Error('stopped'))
      listeners.clear()
      deviceListeners.clear()
      for (const plug of plugs) plug.pulledOut.abort(new Error('stopped'))
      await Promise.all([trials, ...plugs.map(({ turns }) => turns)].map((turns) => turns.over()))
    },
  }
}
