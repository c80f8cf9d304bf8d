import { fail, succeed } from '#shared/outcome'
import type { Failure, Outcome } from '#shared/outcome'

/** A started service program; adapters for Electron and for plain Node give one. */
export interface ServiceProcess {
  onOutput(listener: (text: string) => void): void
  onExit(listener: (code: number | null) => void): void
  /** Asks it to finish what it has accepted and go. */
  stop(): void
  kill(): void
}

export type LaunchService = (args: readonly string[]) => ServiceProcess

export interface TrainingService {
  /** The base URL once it accepts calls. */
  readonly ready: Promise<Outcome<string, Failure<'not-started'>>>
  stop(): Promise<void>
}

const readyLine = /Licensing service ready at (http:\/\/\S+)/
/** A first start may have to make the database on a busy machine. */
const startDeadlineMs = 90_000
const stopDeadlineMs = 5_000
const restartPauseMs = 1_000

/** The training environment's own client, as service.md has it; these exist in a training service only. */
export const trainingCredentials = {
  applications: {
    order: { key: 'lock-desk', secret: 'lock-desk-secret' },
    member: { key: 'lock-desk', secret: 'lock-desk-secret' },
  },
  user: { name: 'counter', password: 'Counter-2026' },
} as const

export const tokenEndpointOf = (baseUrl: string): string => `${baseUrl}/oauth/token`

/**
 * Runs the licensing service as a process of its own on a free port, its data in `dataFolder`. Where it dies it is
 * started again on the same port, so that the base URL stays true.
 */
export const startTrainingService = (deps: {
  launch: LaunchService
  dataFolder: string
  /** The number its data are drawn from; null takes the usual ones. */
  seed?: number | null
  /** Not launched before it: a database that opens keeps a processor busy for a second. */
  after?: Promise<void>
  onFault: (what: string) => void
}): TrainingService => {
  const { launch, dataFolder, seed = null, onFault } = deps
  const draw = seed === null ? [] : ['--draw', String(seed)]
  let current: ServiceProcess | null = null
  let isStopping = false
  let restart: NodeJS.Timeout | undefined
  let exited: Promise<void> = Promise.resolve()
  let port = 0

  const run = (): Promise<Outcome<string, Failure<'not-started'>>> =>
    new Promise((resolve) => {
      const child = launch(['--port', String(port), '--data', dataFolder, ...draw])
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
          const said = output.trim().split('\n').at(-1) ?? ''
          resolve(
            fail({
              code: 'not-started',
              message: `the training service ended (${code ?? 'killed'}) ${said}`,
            }),
          )
          // Before it was ready once, its port is not known and the start has failed for good.
          if (url !== null) port = Number(new URL(url).port)
          if (isStopping || port === 0) return
          onFault(`the training service ended (${code ?? 'killed'}) and is started again`)
          restart = setTimeout(() => void run(), restartPauseMs)
        })
      })
    })

  const begin = async () => {
    await deps.after
    return isStopping
      ? fail({ code: 'not-started' as const, message: 'the training service was not wanted any more' })
      : run()
  }
  const ready = begin()
  return {
    ready,
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
