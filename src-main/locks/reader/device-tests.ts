import { fail, succeed } from '#shared/outcome'
import type { Failure, Outcome } from '#shared/outcome'
import type { NoTrialReason } from '#shared/model/locks/attached-device'
import { unlessAborted, withSignals } from '../../util/async'
import { deviceIdOf } from '../hid/attached-device'
import type { PhysicalDevice } from '../hid/physical-devices'
import { protectedKind } from '../hid/protected-device'
import { collectSample } from '../learn/collect-sample'
import type { ProfileTester, SampleRead, TrialRead } from '../profile-tester'
import type { LockProfile } from '../profiles/profile'
import { createExchangeQueue } from './plugged-device'
import type { PluggedDevice } from './plugged-device'
import { interfaceToTry } from './recognize'
import { tryProfileOn } from './try-profile'

const notPluggedIn = fail({ code: 'gone' as const, message: 'This lock is no longer plugged in.' })
const cancelled = fail({ code: 'cancelled' as const, message: 'The test was stopped.' })
const protectedDevice = fail({
  code: 'protected-device' as const,
  message: 'Nothing is sent to keyboards, mice, security keys and card readers.',
})

/** Tests of profiles and samples of devices, each on a device that is listed again before. */
export const createDeviceTests = (
  deps: Parameters<typeof collectSample>[0],
  devices: {
    /** Lists the devices. Rejects if listing fails. */
    readonly scan: () => Promise<void>
    /** All listed devices, locks or not. */
    readonly attached: () => readonly PhysicalDevice[]
    readonly findPlugged: (device: PhysicalDevice) => PluggedDevice | undefined
    /** Aborts when the reader stops. */
    readonly stopped: AbortSignal
  },
): Pick<ProfileTester, 'tryProfile' | 'sample'> & { readonly idle: () => Promise<unknown> } => {
  /** Of devices without a card, which have no exchange queue. */
  const testQueue = createExchangeQueue()

  const find = (deviceId: string): PhysicalDevice | undefined =>
    devices.attached().find((each) => deviceIdOf(each) === deviceId)

  /** Never while the app reads the device. */
  const withDevice = async <Value>(
    device: PhysicalDevice,
    caller: AbortSignal,
    work: (signal: AbortSignal) => Promise<Value>,
  ): Promise<Value> => {
    const plugged = devices.findPlugged(device)
    return (plugged?.exchanges ?? testQueue).run(async () => {
      const signals = [caller, devices.stopped, ...(plugged === undefined ? [] : [plugged.pulledOut.signal])]
      return withSignals(signals, async (signal) => {
        signal.throwIfAborted()
        return work(signal)
      })
    })
  }

  const runSample = async (
    deviceId: string,
    asking: readonly LockProfile[],
    caller: AbortSignal,
  ): Promise<SampleRead> => {
    await devices.scan()
    const device = find(deviceId)
    if (device === undefined) return notPluggedIn
    return withDevice(device, caller, async (signal) => {
      const sample = await collectSample(deps, device, asking, signal)
      return sample === null ? protectedDevice : succeed(sample)
    })
  }

  const runTest = async (deviceId: string, profile: LockProfile, caller: AbortSignal): Promise<TrialRead> => {
    await devices.scan()
    const device = find(deviceId)
    const entry = device === undefined ? null : interfaceToTry(profile, device)
    if (device === undefined || entry === null) return notPluggedIn
    if (protectedKind(device) !== null && profile.read.by !== 'serial') return protectedDevice
    return withDevice(device, caller, async (signal) =>
      succeed(await tryProfileOn(deps, entry, profile, signal)),
    )
  }

  const testing = async <Value>(
    deviceId: string,
    signal: AbortSignal,
    work: () => Promise<Outcome<Value, Failure<NoTrialReason>>>,
  ): Promise<Outcome<Value, Failure<NoTrialReason>>> => {
    try {
      return await unlessAborted(signal, work())
    } catch (error) {
      if (signal.aborted) return cancelled
      return find(deviceId) === undefined
        ? notPluggedIn
        : fail({ code: 'not-done' as const, message: String(error) })
    }
  }

  return {
    tryProfile: (deviceId, profile, signal) =>
      testing(deviceId, signal, () => runTest(deviceId, profile, signal)),
    sample: (deviceId, asking, signal) =>
      testing(deviceId, signal, () => runSample(deviceId, asking, signal)),
    /** Resolves when no device without a card is tested any more. */
    idle: () => testQueue.idle(),
  }
}
