import type { TestProblemCode } from '#shared/model/app/saved-platform'
import { isLoopbackHost } from '#shared/model/app/saved-platform'
import type { TestFact, TestProblem } from '#shared/model/app/saved-platform'
import type { Finding } from '#shared/model/app/diagnosis'
import { createFinding, openPage, skippedAfter } from '../check'
import type { Check, CheckContext } from '../check'
import type { DiagnosisSources } from '../sources'

/** Problems fixed in the platform's address and credentials; the others concern the network or the platform. */
const configurationProblems: ReadonlySet<TestProblemCode> = new Set([
  'name-not-found',
  'not-tls',
  'certificate-wrong-name',
  'secret-missing',
  'application-refused',
  'no-token-endpoint',
  'scope-missing',
  'sign-in-refused',
  'user-not-accepted',
  'no-platform',
  'connection-refused',
])

const isConfigurationProblem = (code: TestProblemCode): boolean => configurationProblems.has(code)

const day = 86_400_000
const longLatencyMs = 1_000
/** Signatures and tokens are valid for a minute; with more than five minutes, certificates and sign-ins fail. */
const clockLimitsMs = { note: 60_000, problem: 300_000 }
const certificateLimitsMs = { warning: 30 * day, problem: 3 * day }

/** The finding for a failed step. In training, the platform is a part of this app and starts with it. */
export const connectionProblem = (
  sources: DiagnosisSources,
  { code, subject, message }: TestProblem,
): Finding =>
  sources.training
    ? createFinding('problem', 'training-down', {}, { kind: 'restart' })
    : createFinding(
        'problem',
        'connection-problem',
        { problem: code, subject, detail: message },
        isConfigurationProblem(code) ? openPage('settings#environments') : { kind: 'again' },
      )

const firstFailed = <Outcome extends { readonly ok: boolean }>(
  probes: readonly { readonly outcome: Outcome }[],
): Extract<Outcome, { ok: false }> | null =>
  (probes.find(({ outcome }) => !outcome.ok)?.outcome as Extract<Outcome, { ok: false }> | undefined) ?? null

const factOf = <Kind extends TestFact['kind']>(facts: readonly TestFact[], kind: Kind) =>
  facts.find((fact): fact is Extract<TestFact, { kind: Kind }> => fact.kind === kind)

const noAddress = (sources: DiagnosisSources): Finding =>
  sources.training
    ? createFinding('problem', 'training-down', {}, { kind: 'restart' })
    : createFinding('problem', 'no-address', {}, openPage('settings#environments'))

const name: Check['run'] = async (sources, { route }) => {
  const invalidAddress = await route.findInvalidAddress()
  if (invalidAddress !== null)
    return createFinding(
      'problem',
      'address-invalid',
      { address: invalidAddress },
      openPage('settings#environments'),
    )
  const names = await route.names()
  const [first] = names
  if (first === undefined) return noAddress(sources)
  const failed = firstFailed(names)
  if (failed !== null) return connectionProblem(sources, failed.error)
  const addresses = names.flatMap(({ outcome }) => (outcome.ok ? outcome.value : []))
  const address = factOf(addresses, 'address')
  return address === undefined
    ? createFinding('ok', 'name-not-needed', { host: first.host })
    : createFinding('ok', 'name-found', { host: address.host, address: address.address })
}

const hasNameFailed = async ({ route }: CheckContext): Promise<boolean> => {
  const names = await route.names()
  return names.length === 0 || firstFailed(names) !== null
}

/** Certificate errors have their own line. */
const isCertificateProblem = ({ code }: TestProblem) => code.startsWith('certificate-')

const connection: Check['run'] = async (sources, context) => {
  if (await hasNameFailed(context)) return skippedAfter('name')
  const hosts = await context.route.connections()
  const failed = firstFailed(hosts)
  if (failed !== null && !isCertificateProblem(failed.error)) return connectionProblem(sources, failed.error)
  const [slowest] = [...hosts].sort((one, other) => other.tookMs - one.tookMs)
  return slowest === undefined
    ? skippedAfter('name')
    : createFinding('ok', 'connection-ok', { host: slowest.url.host, took: slowest.tookMs })
}

const certificate: Check['run'] = async (sources, context) => {
  if (await hasNameFailed(context)) return skippedAfter('name')
  const hosts = await context.route.connections()
  const failed = firstFailed(hosts)
  if (failed !== null) {
    return isCertificateProblem(failed.error)
      ? connectionProblem(sources, failed.error)
      : skippedAfter('connection')
  }
  const facts = hosts.flatMap(({ outcome }) => (outcome.ok ? outcome.value : outcome.facts))
  const plain = facts.filter((fact) => fact.kind === 'plain-http')
  const remote = plain.find(({ host }) => !isLoopbackHost(host))
  if (remote !== undefined) {
    return createFinding('warning', 'plain-http', { host: remote.host }, openPage('settings#environments'))
  }
  const certificates = facts.filter((fact) => fact.kind === 'certificate')
  const byExpiry = [...certificates].sort(
    (one, other) => (one.expiresAt ?? Infinity) - (other.expiresAt ?? Infinity),
  )
  const [next] = byExpiry
  if (next === undefined) {
    const [firstHost] = hosts
    return firstHost === undefined
      ? skippedAfter('connection')
      : createFinding('ok', 'http-loopback', { host: firstHost.url.host })
  }
  const { host, issuer, expiresAt: until } = next
  if (until === null) return createFinding('ok', 'certificate-without-expiry', { host, issuer })
  const remainingMs = until - sources.now()
  if (remainingMs > certificateLimitsMs.warning)
    return createFinding('ok', 'certificate-valid', { host, issuer, until })
  const level = remainingMs > certificateLimitsMs.problem ? 'warning' : 'problem'
  return createFinding(level, 'certificate-expiring', { host, issuer, until }, { kind: 'copy-line' })
}

const proxy: Check['run'] = async ({ network }, { route }) => {
  const platform = await route.connected()
  if (!platform.ok || (await route.findInvalidAddress()) !== null) return skippedAfter('name')
  const url = new URL(platform.value.baseUrl)
  const proxies = (await network.routesFor(url.href)).filter((proxyRoute) => proxyRoute !== null)
  return proxies.length === 0
    ? createFinding('ok', 'proxy-none', {})
    : createFinding('ok', 'proxy-used', {
        host: url.hostname,
        proxy: proxies.map((proxy) => new URL(proxy).host).join(', '),
      })
}

const hasConnectionFailed = async (context: CheckContext): Promise<boolean> =>
  (await hasNameFailed(context)) || firstFailed(await context.route.connections()) !== null

const latency: Check['run'] = async (_sources, context) => {
  if (await hasConnectionFailed(context)) return skippedAfter('connection')
  const probe = await context.route.http()
  if (!probe.ok) return createFinding('warning', 'no-http-response', { detail: probe.message })
  const { tookMs: took } = probe
  return took > longLatencyMs
    ? createFinding('warning', 'latency-high', { took })
    : createFinding('ok', 'latency-ok', { took })
}

const clock: Check['run'] = async (_sources, context) => {
  const hosts = (await hasNameFailed(context)) ? [] : await context.route.connections()
  const failed = firstFailed(hosts)
  // The clock may be the cause of a certificate that is not valid yet.
  if (failed?.error.code === 'certificate-not-yet-valid') return skippedAfter('certificate')
  if (hosts.length === 0 || failed !== null) return skippedAfter('connection')
  const probe = await context.route.http()
  if (!probe.ok || probe.clockAheadMs === null) return createFinding('note', 'clock-not-reported', {})
  const ahead = probe.clockAheadMs
  const off = Math.abs(ahead)
  if (off < clockLimitsMs.note) return createFinding('ok', 'clock-ok', { off })
  const level = off < clockLimitsMs.problem ? 'warning' : 'problem'
  return createFinding(level, ahead > 0 ? 'clock-ahead' : 'clock-behind', { off })
}

const hourMs = 3_600_000

const failures = ({ failures: log, status, now }: DiagnosisSources): Finding => {
  const recent = log.list().filter(({ at }) => now() - at < hourMs)
  const last = recent.at(-1)
  if (last === undefined) return createFinding('ok', 'failures-none', {})
  const level = status().state === 'reachable' ? 'note' : 'warning'
  return createFinding(level, 'failures-recent', {
    failures: recent.length,
    at: last.at,
    failure: last.failure,
  })
}

export const platformChecks: readonly Check[] = [
  { id: 'name', limitMs: 20_000, run: name },
  { id: 'connection', limitMs: 30_000, run: connection },
  { id: 'certificate', limitMs: 30_000, run: certificate },
  { id: 'proxy', limitMs: 15_000, run: proxy },
  { id: 'latency', limitMs: 40_000, run: latency },
  { id: 'clock', limitMs: 40_000, run: clock },
  { id: 'failures', limitMs: 2_000, run: failures },
]
