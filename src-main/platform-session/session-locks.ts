import { succeed } from '#shared/outcome'
import { combineLockSources } from '../locks/lock-source'
import { combineProfileTesters } from '../locks/profile-tester'
import type { ProfileTester } from '../locks/profile-tester'
import { testerOnProbation, watchDoubleNumbers, withProbation } from '../locks/learn/probation'
import type { SourceOnProbation } from '../locks/learn/probation'
import { createLockSimulator } from '../locks/simulator/lock-simulator'
import type { LockSimulator } from '../locks/simulator/lock-simulator'
import { readSimulatedDevices, trainingModelLocks } from '../locks/simulator/simulated-device-file'
import type { AppContext } from './app-context'
import type { ConnectedPlatform } from './connect-platform'

export interface SessionLocks {
  readonly locks: SourceOnProbation
  readonly profileTester: ProfileTester
  /** Null if there are no simulated locks. */
  readonly simulator: LockSimulator | null
  /** Sends what changes to the page. Returns the functions that unsubscribe. */
  readonly show: () => readonly (() => void)[]
}

/** The plugged-in locks of a platform: USB locks stay across platforms; simulated locks belong to their platform. */
export const startSessionLocks = (
  app: Pick<AppContext, 'options' | 'usb' | 'profiles' | 'recognition' | 'notices' | 'emit' | 'log'>,
  { training }: Pick<ConnectedPlatform, 'training'>,
): SessionLocks => {
  const { usb, profiles, recognition, emit, log } = app
  const hasSimulator = training || app.options.simulatedLocks
  const modelFiles = hasSimulator ? readSimulatedDevices(app.options.simulatedDeviceFiles) : succeed([])
  if (!modelFiles.ok) log.error('simulated devices cannot be read', { error: modelFiles.error.message })
  const simulator = hasSimulator
    ? createLockSimulator({
        recognition: recognition(),
        log,
        modelLocks: [...trainingModelLocks(), ...(modelFiles.ok ? modelFiles.value : [])],
      })
    : null
  const plugged = simulator === null ? usb : combineLockSources(simulator.source, usb)
  const onSuspended = (id: string) => app.notices.add('profile-suspended', id)
  const locks = withProbation(plugged, profiles, onSuspended)
  const testers = simulator === null ? usb : combineProfileTesters(simulator.source, usb)
  const profileTester = testerOnProbation(testers, profiles)

  return {
    locks,
    profileTester,
    simulator,
    show: () => [
      locks.onChange((list) => emit('locks/changed', list)),
      watchDoubleNumbers({ source: plugged, profiles, onSuspended }),
      profiles.onChange(() => {
        locks.recognize(recognition())
        // A comparison changes what is shown of the same locks.
        emit('locks/changed', locks.list())
        emit('devices/changed', profileTester.devices())
      }),
      profileTester.onDevices((attached) => emit('devices/changed', attached)),
      ...(simulator === null
        ? []
        : [simulator.onChange((simulated) => emit('simulator/changed', simulated))]),
    ],
  }
}
