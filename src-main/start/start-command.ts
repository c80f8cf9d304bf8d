import { resolve } from 'node:path'
import { app } from 'electron'
import { messageOf } from '#shared/error-message'
import { importSequentially } from '../util/async'
import { languageIn, systemLanguage } from './launch-language'
import type { PlanOf } from './plan-launch'
import type { PreparedProcess } from './prepare-process'
import { exitWithMessage } from './refuse-launch'
import { stopApp } from './stop-app'
import type { LaunchedProgram } from './stop-app'

/** Prints what needs no app. Returns the exit status. Loaded for commands only. */
export const answerCommand = async ({ command, isJson, options }: PlanOf<'answer'>): Promise<number> => {
  const { answerAtOnce } = await import('../command-line/answer-at-once')
  return answerAtOnce(command, {
    json: isJson,
    language: languageIn(options.userData === null ? app.getPath('userData') : resolve(options.userData)),
    version: app.getVersion(),
    stdout: process.stdout,
    stderr: process.stderr,
  })
}

/** A terminal, or a script, waits for the exit status of a command; nothing is shown. */
const runCommand = async (
  { command, options }: PlanOf<'command'>,
  launchedCredentials: PreparedProcess['credentials'],
  program: LaunchedProgram,
): Promise<void> => {
  app.dock?.hide()
  // Nothing is drawn.
  app.disableHardwareAcceleration()
  await app.whenReady()
  await importSequentially([() => import('#shared/bridge/commands'), () => import('../log/log')])
  const { runCommandLine } = await import('./run-command-line')
  const language = languageIn(app.getPath('userData'))
  const status = await runCommandLine({ options, launchedCredentials, ...program }, command, language)
  await stopApp(program)
  app.exit(status)
}

export const startCommand = (
  plan: PlanOf<'command'>,
  { credentials, unusable }: PreparedProcess,
  program: LaunchedProgram,
): void => {
  if (unusable !== null) exitWithMessage(unusable(systemLanguage()), 3)
  else runCommand(plan, credentials, program).catch((error: unknown) => exitWithMessage(messageOf(error), 1))
}
