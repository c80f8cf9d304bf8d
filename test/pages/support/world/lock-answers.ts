import type { PluggedLock, SimulatedLock } from '#shared/model/locks/plugged-lock'
import { succeed } from '#shared/outcome'
import { bundledSimulatorLocks } from '../../../../src-main/locks/simulator/simulator-file'
import { always } from '../../../renderer/support/bridge-double'
import type { Handlers } from '../../../renderer/support/bridge-double'
import { plugged } from '../../../renderer/support/samples'
import type { World } from './world'

const pluggedLocks = (world: World): PluggedLock[] =>
  [...world.plugged].map(([number, { plugId, pluggedAt }]) => plugged(number, pluggedAt, { plugId }))

const tray = (world: World): SimulatedLock[] =>
  bundledSimulatorLocks.flatMap((item) =>
    item.kind === 'lock'
      ? [
          {
            trayId: item.trayId,
            shellNumber: item.shellNumber,
            kind: 'lock',
            label: item.label,
            pluggedIn: world.plugged.has(item.shellNumber),
            condition: 'well',
          },
        ]
      : [],
  )

/** The lock simulator: its locks are read at once. */
export const lockAnswers = (world: World): Handlers => ({
  'locks/list': () => succeed(pluggedLocks(world)),
  'locks/ready': always<'locks/ready'>(null),
  'locks/rescan': always<'locks/rescan'>(null),
  'simulator/list': () => succeed(tray(world)),
  'simulator/act': ({ trayId, gesture }) => {
    const { shellNumber } = tray(world).find((lock) => lock.trayId === trayId) ?? {}
    if (shellNumber != null && gesture === 'plug-in') {
      world.plugIns += 1
      world.plugged.set(shellNumber, {
        plugId: `plug-${shellNumber}-${world.plugIns}`,
        pluggedAt: Date.now(),
      })
    }
    if (shellNumber != null && gesture === 'pull-out') world.plugged.delete(shellNumber)
    world.emit('simulator/changed', tray(world))
    world.emit('locks/changed', pluggedLocks(world))
    return succeed(null)
  },
})
