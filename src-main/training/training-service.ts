import { fail, succeed } from '#shared/outcome'
import type { Failure, Outcome } from '#shared/outcome'
import enterprises from '../../resources/training/register.json'
import type { KnownEnterprise } from '../directory/enterprise-list'
import type { Credentials } from '../platform/auth/credentials'
import { serviceCredentials } from './generate-credentials'

/** The made-up enterprises of the training data; the service seeds its database from the same file. */
export const trainingEnterprises: readonly KnownEnterprise[] = enterprises

/** A running service program; adapters exist for Electron and plain Node. */
export interface ServiceProcess {
  onOutput(listener: (text: string) => void): void
  onExit(listener: (code: number | null) => void): void
  /** Asks the service to finish accepted requests and exit. */
  stop(): void
  kill(): void
  /** Lets the service return a borrowed lock; resolves to false if it is not lent. Only in the app. */
  readonly returnLock?: (assetNum: string) => Promise<boolean>
}

/** `input` is sent by standard input, because other processes can read arguments and environment variables. */
export type LaunchService = (args: readonly string[], input: string) => ServiceProcess

export interface TrainingService {
  /** Resolves to the base URL once the service accepts requests. */
  readonly ready: Promise<Outcome<string, Failure<'not-started'>>>
  /** What the API has no operation for: the platform gets a borrowed lock back. False if it is not lent. */
  readonly returnLock: (assetNum: string) => Promise<boolean>
  stop(): Promise<void>
}

const readyLine = /Licensing service ready at (http:\/\/\S+)/
/** The first start creates the database, which takes long on a busy computer. */
const startDeadlineMs = 90_000
const stopDeadlineMs = 5_000
const restartPauseMs = 1_000

export const tokenEndpointOf = (baseUrl: string): string => `${baseUrl}/oauth/token`

/**
 * Runs the licensing service as a separate process on a free port with its data in `dataFolder`. After a crash
 * it restarts on the same port, so that the base URL stays valid.
 */
export const startTrainingService = (deps: {
  launch: LaunchService
  dataFolder: string
  /** The only credentials that the service accepts. */
  credentials: Credentials
  /** The random seed of new data; null uses the default. */
  seed?: number | null
  /** Delays the launch: opening the database keeps a processor busy for about a second. */
  after?: Promise<void>
  onError: (what: string) => void
}): TrainingService => {
  const { launch, dataFolder, seed = null, onError } = deps
  const draw = seed === null ? [] : ['--random-seed', String(seed)]
  let current: ServiceProcess | null = null
  let isStopping = false
  let restart: NodeJS.Timeout | undefined
  let exited: Promise<void> = Promise.resolve()
  let port = 0

  const run = async (): Promise<Outcome<string, Failure<'not-started'>>> => {
    const input = await serviceCredentials(deps.credentials)
    return new Promise((resolve) => {
      const args = ['--port', String(port), '--data', dataFolder, '--credentials', '-', ...draw]
      const child = launch(args, input)
      current = child
      let output = ''
      let url: string | null = null
      const timer = setTimeout(() => {
        resolve(fail({ code: 'not-started', message: 'the training service did not start in time' }))
        child.kill()
      }, startDeadlineMs)
      child.onOutput((text) => {
        if (url !== null) return
        output = (output + text).slice(-4_000)
        url = readyLine.exec(output)?.[1] ?? null
        if (url === null) return
        clearTimeout(timer)
        resolve(succeed(url))
      })
      exited = new Promise((gone) => {
        child.onExit((code) => {
          clearTimeout(timer)
          current = null
          gone()
          const lastLine = output.trim().split('\n').at(-1) ?? ''
          resolve(
            fail({
              code: 'not-started',
              message: `the training service ended (${code ?? 'killed'}) ${lastLine}`,
            }),
          )
          // If the service was never ready, its port is unknown and the start has failed.
          if (url !== null) port = Number(new URL(url).port)
          if (isStopping || port === 0) return
          onError(`the training service ended (${code ?? 'killed'}) and is started again`)
          restart = setTimeout(() => void run(), restartPauseMs)
        })
      })
    })
  }

  const begin = async () => {
    await deps.after
    return isStopping
      ? fail({ code: 'not-started' as const, message: 'the training service was stopped' })
      : run()
  }
  const ready = begin()
  return {
    ready,
    returnLock: async (assetNum) => (await current?.returnLock?.(assetNum)) ?? false,
    stop: async () => {
      isStopping = true
      clearTimeout(restart)
      const child = current
      if (child === null) return
      child.stop()
      const timer = setTimeout(() => child.kill(), stopDeadlineMs)
      await exited
      clearTimeout(timer)
    },
  }
}
