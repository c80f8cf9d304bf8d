import { app } from 'electron'
import { parseLaunchOptions } from '../app/launch-options'
import { withoutLinks } from '../app/lock-links'
import { hasCommand, parseCommandLine } from '../command-line/parse-arguments'
import { fileNameVariables, losesFileNames } from './file-name-locale'
import { findForbiddenSwitch } from './forbidden-switches'
import type { LaunchFacts } from './plan-launch'

/** Loaded only when the option is given. */
const problemOfDevices = async (files: readonly string[]): Promise<string | null> => {
  if (files.length === 0) return null
  const { readSimulatedDevices } = await import('../locks/simulator/simulated-device-file')
  const devices = readSimulatedDevices(files)
  return devices.ok ? null : devices.error.message
}

/** Loaded in packages only: a checkout has a data folder for each try. */
const decideFolder = async (chosen: string | null): Promise<LaunchFacts['folder']> => {
  const { decideAccountFolder } = await import('./account-data-folder')
  return decideAccountFolder(chosen, {
    home: app.getPath('home'),
    appData: app.getPath('appData'),
    userData: app.getPath('userData'),
    name: app.getName(),
  })
}

/** @param keys the credentials that were removed from the environment */
export const readLaunchFacts = async (
  args: readonly string[],
  keys: LaunchFacts['keys'],
): Promise<LaunchFacts> => {
  const { isPackaged } = app
  const { platform } = process
  const hasSwitch = (name: string) => app.commandLine.hasSwitch(name)
  // Without a link and what follows it.
  const ownArgs = withoutLinks(args)
  const options = parseLaunchOptions(ownArgs, isPackaged)
  const forbiddenSwitch = findForbiddenSwitch(
    { hasSwitch, args },
    { isPackaged, isRoot: platform === 'linux' && process.getuid?.() === 0 },
  )
  const isCommand = hasCommand(ownArgs, isPackaged)
  // A command reads files without Chromium.
  const isLosing = !isCommand && (await losesFileNames(process.env, platform))
  return {
    program: { platform, isPackaged, hasSwitch },
    keys,
    losesFileNames: isLosing,
    fileNameVariables: isLosing ? fileNameVariables(process.env) : null,
    isJson: ownArgs.includes('--json'),
    forbiddenSwitch,
    options,
    folder:
      isPackaged && options.ok && forbiddenSwitch === null
        ? await decideFolder(options.value.userData)
        : null,
    deviceProblem: options.ok ? await problemOfDevices(options.value.simulatedDeviceFiles) : null,
    command: isCommand ? parseCommandLine(ownArgs, isPackaged) : null,
  }
}
