import { businessCodeOf, failureNameOf, isPlatformFailure } from '#shared/texts/explanation-name'
import { lookOnly } from '#shared/outcome'
import type { AppServices } from '../app/app-services'
import type { StartFailure } from '../changes/jobs/job-runner'
import type { PlatformSession } from '../platform-session/open-session'
import { errorLine, exitStatus } from './protocol'
import type { Emit, ExitStatus } from './protocol'

/** What commands need of the app. */
export interface CommandServices {
  readonly app: Pick<
    AppServices,
    | 'branch'
    | 'claimsOf'
    | 'files'
    | 'journal'
    | 'policy'
    | 'settings'
    | 'vault'
    | 'verifier'
    | 'signedOrders'
    | 'workOrders'
  >
  /** Called before lists or devices are read. */
  readonly start: () => void
  /** The open platform; null while platforms are switched. */
  readonly session: () => Pick<PlatformSession, 'changeService' | 'platform' | 'locks'> | null
}

export type CommandSession = NonNullable<ReturnType<CommandServices['session']>>

export interface Running {
  readonly emit: Emit
  /** Aborts when the command is to send no more. */
  readonly signal: AbortSignal
}

/** How a command ended, and the job that it started. */
export interface CommandResult {
  readonly status: ExitStatus
  readonly jobId: string | null
}
export const endedWith = (status: ExitStatus, jobId: string | null = null): CommandResult => ({
  status,
  jobId,
})

const notAllowedCodes = new Set<StartFailure['code']>([
  'not-allowed',
  'work-order-required',
  'changes-limited',
  'policy-unreadable',
  'look-only',
  'loan-too-long',
  'too-many-loans',
  'loans-unknown',
])

export const reportFailure = (
  failure: StartFailure,
  { emit }: Running,
  app: CommandServices['app'],
): ExitStatus => {
  const businessCode = businessCodeOf(failure)
  const isMissing = isPlatformFailure(failure) && failure.missing !== undefined
  const vault = app.vault.status().state
  // Without them the platform is not asked, whatever the reason.
  if (isMissing && (vault.endsWith('-locked') || vault === 'keyring-changed')) {
    emit(errorLine('credentials-locked', `the saved credentials cannot be read (${vault})`))
    return exitStatus.missing
  }
  emit(errorLine(failureNameOf(failure, true), failure.message, { businessCode }))
  if (isMissing || (isPlatformFailure(failure) && failure.proxy?.startsWith('proxy-sign-in') === true))
    return exitStatus.missing
  if (notAllowedCodes.has(failure.code)) return exitStatus.notAllowed
  return exitStatus.failed
}

/** Why no change may be sent to the open platform; reported, with its exit status. Null if it may. */
export const refuseWhileLookOnly = (
  { platform }: Pick<CommandSession, 'platform'>,
  running: Running,
  app: CommandServices['app'],
): ExitStatus | null => (platform.isLookOnly() ? reportFailure(lookOnly().error, running, app) : null)

/** Why commands may not change anything on this computer; reported, with its exit status. Null if they may. */
export const refuseChanges = (
  { policy, settings }: CommandServices['app'],
  { emit }: Running,
): ExitStatus | null => {
  if (policy.state.state !== 'unreadable' && settings.read().commandLineChanges) return null
  emit(errorLine('changes-off', 'changes by the command line are not allowed on this computer'))
  return exitStatus.notAllowed
}
