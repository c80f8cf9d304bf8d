import type { TestFact, TestProblem } from '#shared/model/environment'
import type { PlatformModule } from '#shared/operations'
import { fail } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import type { PlatformFailure } from '#shared/platform-failure'
import { probeConnection, probeName } from '../environments/probe-host'
import type { ProbedConnection } from '../environments/probe-host'
import type { Connected } from '../platform/environment'
import { askMemberCentre, askOrderModule } from '../platform/reach'
import type { DiagnoseParts } from './parts'
import { probeHttp } from './probe-http'
import type { HttpProbe } from './probe-http'

export interface ProbedName {
  readonly host: string
  readonly outcome: Outcome<readonly TestFact[], TestProblem>
}
export interface ProbedHost {
  readonly url: URL
  readonly tookMs: number
  readonly outcome: ProbedConnection
}

/** The way to the platform, step by step, as one run of the checks walks it; each step once, whoever asks. */
export interface WayLook {
  connected(): Promise<Outcome<Connected>>
  /** Of the platform and, where it is another, the user centre. */
  names(): Promise<readonly ProbedName[]>
  connections(): Promise<readonly ProbedHost[]>
  http(): Promise<HttpProbe>
  /** Asks one module what changes nothing. The client gets its tokens on the way. */
  ask(module: PlatformModule): Promise<PlatformFailure | null>
}

/** The same answer for whoever asks. */
const once = <Value>(work: () => Promise<Value>): (() => Promise<Value>) => {
  let asked: Promise<Value> | null = null
  return () => (asked ??= work())
}

const startPatienceMs = 10_000
const askDeadlineMs = 12_000

/** Waits for a platform that is still starting, but not for ever. */
const patiently = async (
  connected: Promise<Outcome<Connected>>,
  signal: AbortSignal,
): Promise<Outcome<Connected>> => {
  let stop: () => void = () => undefined
  const late = new Promise<Outcome<Connected>>((resolve) => {
    stop = () => resolve(fail({ code: 'late', message: 'the training service has not started' }))
    signal.addEventListener('abort', stop)
  })
  const timer = setTimeout(stop, startPatienceMs)
  try {
    return await Promise.race([connected, late])
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
  }
}

export const lookAtWay = (parts: DiagnoseParts, signal: AbortSignal): WayLook => {
  const { network } = parts
  const connected = once(() => patiently(parts.connected, signal))

  const origins = async (): Promise<URL[]> => {
    const platform = await connected()
    if (!platform.ok) return []
    const urls = [new URL(platform.value.baseUrl), new URL(platform.value.userCentreUrl)]
    return urls.filter((url, at) => urls.findIndex(({ origin }) => origin === url.origin) === at)
  }

  const ask = async (module: PlatformModule): Promise<PlatformFailure | null> => {
    const platform = await connected()
    if (!platform.ok) return { code: 'unreachable', message: platform.error.message, changed: 'no' }
    const { client } = platform.value
    const options = { signal, deadlineMs: askDeadlineMs }
    const answer =
      module === 'order'
        ? await askOrderModule(client, options)
        : await askMemberCentre(client, parts.enterpriseGlobalId(), options)
    return answer.ok ? null : answer.error
  }
  const asks = { order: once(() => ask('order')), member: once(() => ask('member')) }

  return {
    connected,
    names: once(async () => {
      const urls = await origins()
      return Promise.all(
        urls.map(async (url) => ({
          host: url.hostname,
          outcome: await probeName(url, network, signal),
        })),
      )
    }),
    connections: once(async () => {
      const urls = await origins()
      return Promise.all(
        urls.map(async (url) => {
          const from = performance.now()
          const outcome = await probeConnection(url, network, signal)
          return { url, tookMs: Math.round(performance.now() - from), outcome }
        }),
      )
    }),
    http: once(async () => {
      const [url] = await origins()
      return url === undefined ? { ok: false, message: 'no address' } : probeHttp(url, network, signal)
    }),
    ask: (module) => asks[module](),
  }
}
