import type { TestFact, TestProblem } from '#shared/model/app/saved-platform'
import type { PlatformModule } from '#shared/operations'
import { fail } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import type { PlatformFailure } from '#shared/model/api/platform-failure'
import { probeConnection, probeName } from '../saved-platforms/probe-host'
import type { ProbedConnection } from '../saved-platforms/probe-host'
import type { ConnectedClient } from '../platform/connected-client'
import { pingMemberCenter, pingOrderModule } from '../platform/ping'
import { isTimeout, withDeadline } from '../util/async'
import type { DiagnosisSources } from './sources'
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

/** The network steps to the platform during one run; each step runs once and its result is shared. */
export interface RouteCheck {
  connected(): Promise<Outcome<ConnectedClient>>
  /** The first invalid address of the platform; null if all are valid. */
  findInvalidAddress(): Promise<string | null>
  /** Hosts of the platform and, if different, the user center. */
  names(): Promise<readonly ProbedName[]>
  connections(): Promise<readonly ProbedHost[]>
  http(): Promise<HttpProbe>
  /** Sends one read request to a module. The client requests tokens as needed. */
  ping(module: PlatformModule): Promise<PlatformFailure | null>
}

/** Runs the work once and returns the same promise to all callers. */
const memoize = <Value>(work: () => Promise<Value>): (() => Promise<Value>) => {
  let result: Promise<Value> | null = null
  return () => (result ??= work())
}

const isWebAddress = (text: string): boolean =>
  URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol)

const startTimeoutMs = 10_000
const pingDeadlineMs = 12_000

/** Waits a limited time for a platform that is still starting. */
const withStartTimeout = async (
  connected: Promise<Outcome<ConnectedClient>>,
  signal: AbortSignal,
): Promise<Outcome<ConnectedClient>> => {
  try {
    return await withDeadline(startTimeoutMs, signal, () => connected)
  } catch (error) {
    if (!isTimeout(error) && !signal.aborted) throw error
    return fail({ code: 'timeout', message: 'the training service has not started' })
  }
}

export const checkRoute = (sources: DiagnosisSources, signal: AbortSignal): RouteCheck => {
  const { network } = sources
  const connected = memoize(() => withStartTimeout(sources.connected, signal))

  const origins = async (): Promise<URL[]> => {
    const platform = await connected()
    if (!platform.ok) return []
    const addresses = [platform.value.baseUrl, platform.value.userCentreUrl]
    if (!addresses.every(isWebAddress)) return []
    const urls = addresses.map((address) => new URL(address))
    return urls.filter((url, index) => urls.findIndex(({ origin }) => origin === url.origin) === index)
  }

  const ping = async (module: PlatformModule): Promise<PlatformFailure | null> => {
    const platform = await connected()
    if (!platform.ok) return { code: 'unreachable', message: platform.error.message, changed: 'no' }
    const { client } = platform.value
    const options = { signal, deadlineMs: pingDeadlineMs }
    const answer =
      module === 'order'
        ? await pingOrderModule(client, options)
        : await pingMemberCenter(client, sources.enterpriseGlobalId(), options)
    return answer.ok ? null : answer.error
  }
  const pings = { order: memoize(() => ping('order')), member: memoize(() => ping('member')) }

  return {
    connected,
    findInvalidAddress: async () => {
      const platform = await connected()
      if (!platform.ok) return null
      const { baseUrl, userCentreUrl } = platform.value
      return [baseUrl, userCentreUrl].find((address) => !isWebAddress(address)) ?? null
    },
    names: memoize(async () => {
      const urls = await origins()
      return Promise.all(
        urls.map(async (url) => ({
          host: url.hostname,
          outcome: await probeName(url, network, signal),
        })),
      )
    }),
    connections: memoize(async () => {
      const urls = await origins()
      return Promise.all(
        urls.map(async (url) => {
          const from = performance.now()
          const outcome = await probeConnection(url, network, signal)
          return { url, tookMs: Math.round(performance.now() - from), outcome }
        }),
      )
    }),
    http: memoize(async () => {
      const [url] = await origins()
      return url === undefined ? { ok: false, message: 'no address' } : probeHttp(url, network, signal)
    }),
    ping: (module) => pings[module](),
  }
}
