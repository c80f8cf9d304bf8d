import { join } from 'node:path'
import { powerMonitor } from 'electron'
import { withoutSuspended } from '../locks/learn/probation'
import { openProfileRepository } from '../locks/profiles/profile-repository'
import { forkUsbProcess } from '../locks/usb-process/electron-usb-process'
import { createUsbLockSource } from '../locks/usb-process/usb-supervisor'
import { createEmitter } from '../util/emitter'
import type { EarlyServices } from './early-services'

/** The locks that are plugged in, and whether the user is away from them. */
export const startDevices = async ({
  disposables,
  files,
  folder,
  log,
  notices,
  programFolder,
  window,
}: EarlyServices) => {
  const profiles = await openProfileRepository(join(folder, 'lock-profiles'))
  for (const { file } of profiles.broken) notices.add('profile-broken', file)
  const recognition = () => ({
    profiles: withoutSuspended(profiles.profiles),
    models: files.models.read().models,
  })
  const usb = disposables.add(
    createUsbLockSource({
      fork: forkUsbProcess(join(programFolder, 'usb-process.js')),
      // The USB process loads after the first paint, so that the page starts fast on a slow computer.
      after: window.firstPaint,
      recognition: recognition(),
      log,
    }),
  )
  powerMonitor.on('resume', () => usb.rescan())
  const away = createEmitter<null>()
  const emitAway = () => away.emit(null)
  // Also after waking: the message before it does not come on every system.
  powerMonitor.on('suspend', emitAway)
  powerMonitor.on('resume', emitAway)
  powerMonitor.on('lock-screen', emitAway)
  return {
    profiles,
    recognition,
    usb,
    /** The computer sleeps, wakes, or its screen is locked. */
    onAway: away.add,
  }
}
