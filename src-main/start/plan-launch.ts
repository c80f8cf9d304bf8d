import type { Failure, Outcome } from '#shared/outcome'
import type { LaunchOptions } from '../app/launch-options'
import type { UsageFailure } from '../command-line/command-form'
import type { CommandLine } from '../command-line/parse-arguments'
import type { FolderDecision } from './account-data-folder'
import { describeForbiddenSwitch } from './forbidden-switches'
import type { ForbiddenSwitch } from './forbidden-switches'
import { needsHeadless, shouldRelaunch } from './relaunch-without-secrets'

/** All that decides what this process is for. */
export interface LaunchFacts {
  readonly program: {
    readonly platform: NodeJS.Platform
    readonly isPackaged: boolean
    /** Of Chromium's command line. */
    readonly hasSwitch: (name: string) => boolean
  }
  /** The credentials of the environment variables, by name. */
  readonly keys: Readonly<Record<string, string>>
  /** Whether Chromium leaves out files whose names have other characters than ASCII. */
  readonly losesFileNames: boolean
  /** The variables of a start that reads them; null if there is no need, or that was tried. */
  readonly fileNameVariables: Readonly<Record<string, string>> | null
  /** Whether `--json` was given; not in `command` where that could not be parsed. */
  readonly isJson: boolean
  readonly forbiddenSwitch: ForbiddenSwitch | null
  readonly options: Outcome<LaunchOptions, Failure<'usage'>>
  readonly folder: FolderDecision
  /** Why the files of `--simulated-device` cannot be used, or null. */
  readonly deviceProblem: string | null
  /** The command of the command line; null if there is none and a window opens. */
  readonly command: Outcome<CommandLine, UsageFailure> | null
}

interface Start {
  readonly options: LaunchOptions
  /** Null uses Electron's. */
  readonly dataFolder: string | null
}

/**
 * `refuse`: nothing is started; `isShown` where an app without a terminal shows it, too · `answer`: help, the version and
 * wrong usage need no app · `relaunch`: another process does it · `command`: a command, without a window · `window`: the
 * app, unless another process has its data folder.
 */
export type LaunchPlan =
  | {
      readonly kind: 'refuse'
      /** In English. */
      readonly why: string
      readonly exitStatus: number
      readonly isShown: boolean
    }
  | {
      readonly kind: 'answer'
      readonly command: Outcome<CommandLine, UsageFailure>
      readonly isJson: boolean
      readonly options: LaunchOptions
    }
  | { readonly kind: 'relaunch'; readonly without: 'display' }
  | {
      readonly kind: 'relaunch'
      readonly without: 'secrets'
      /** Added to the environment. */
      readonly variables: Readonly<Record<string, string>>
    }
  | ({ readonly kind: 'command'; readonly command: CommandLine } & Start)
  | ({ readonly kind: 'window'; readonly losesFileNames: boolean } & Start)

export type PlanOf<Kind extends LaunchPlan['kind']> = Extract<LaunchPlan, { readonly kind: Kind }>

const usageStatus = 2
/** As on the command line: the policy forbids this. */
const notAllowed = 4

const isAnsweredAtOnce = (command: Outcome<CommandLine, UsageFailure>): boolean =>
  !command.ok || command.value.command.name === 'help' || command.value.command.name === 'version'

/** Decides what this process does. The first reason not to start counts. */
export const planLaunch = (facts: LaunchFacts): LaunchPlan => {
  const {
    command,
    deviceProblem,
    fileNameVariables,
    folder,
    forbiddenSwitch,
    isJson,
    keys,
    options,
    program,
  } = facts
  const refuse = (why: string, exitStatus: number, isShown: boolean): LaunchPlan => ({
    kind: 'refuse',
    why,
    exitStatus,
    isShown,
  })
  if (forbiddenSwitch !== null) return refuse(describeForbiddenSwitch(forbiddenSwitch), usageStatus, true)
  if (folder !== null && 'refused' in folder) return refuse(folder.refused, notAllowed, true)
  if (!options.ok) return refuse(options.error.message, usageStatus, false)
  if (deviceProblem !== null) return refuse(`--simulated-device ${deviceProblem}`, usageStatus, false)
  if (command !== null && isAnsweredAtOnce(command))
    return { kind: 'answer', command, isJson, options: options.value }
  if (command !== null && needsHeadless(program)) return { kind: 'relaunch', without: 'display' }
  if (shouldRelaunch(keys, fileNameVariables, program))
    return { kind: 'relaunch', without: 'secrets', variables: fileNameVariables ?? {} }
  const start = { options: options.value, dataFolder: folder?.folder ?? options.value.userData }
  return command?.ok === true
    ? { kind: 'command', command: command.value, ...start }
    : { kind: 'window', losesFileNames: facts.losesFileNames, ...start }
}
