import { isLoopbackHost } from '#shared/model/environment'
import type { TestFact, TestProblem } from '#shared/model/environment'
import type { Finding } from '#shared/model/diagnosis'
import { found, open, skippedAfter } from '../check'
import type { Check, Look } from '../check'
import type { DiagnoseParts } from '../parts'
import { isTroubleOfOurs } from '../way-trouble'

const day = 86_400_000
const longLatencyMs = 1_000
/** Signatures and tokens stand a minute; past five, certificates and sign-ins begin to fail. */
const clockLimitsMs = { note: 60_000, problem: 300_000 }
const certificateLimitsMs = { warning: 30 * day, problem: 3 * day }

/** A step that does not hold. In training the other side is a part of this app, and starts with it. */
export const wayTrouble = (parts: DiagnoseParts, { code, subject, message }: TestProblem): Finding =>
  parts.training
    ? found('problem', 'training-down', {}, { kind: 'restart' })
    : found(
        'problem',
        'way-trouble',
        { trouble: code, subject, detail: message },
        isTroubleOfOurs(code) ? open('settings#environments') : { kind: 'again' },
      )

const firstFailed = <Outcome extends { readonly ok: boolean }>(
  probes: readonly { readonly outcome: Outcome }[],
): Extract<Outcome, { ok: false }> | null =>
  (probes.find(({ outcome }) => !outcome.ok)?.outcome as Extract<Outcome, { ok: false }> | undefined) ?? null

const factOf = <Kind extends TestFact['kind']>(facts: readonly TestFact[], kind: Kind) =>
  facts.find((fact): fact is Extract<TestFact, { kind: Kind }> => fact.kind === kind)

const noAddress = (parts: DiagnoseParts): Finding =>
  parts.training
    ? found('problem', 'training-down', {}, { kind: 'restart' })
    : found('problem', 'no-address', {}, open('settings#environments'))

const name: Check['run'] = async (parts, { way }) => {
  const names = await way.names()
  const [first] = names
  if (first === undefined) return noAddress(parts)
  const failed = firstFailed(names)
  if (failed !== null) return wayTrouble(parts, failed.error)
  const addresses = names.flatMap(({ outcome }) => (outcome.ok ? outcome.value : []))
  const address = factOf(addresses, 'address')
  return address === undefined
    ? found('ok', 'name-not-needed', { host: first.host })
    : found('ok', 'name-found', { host: address.host, address: address.address })
}

const isNameLost = async ({ way }: Look): Promise<boolean> => {
  const names = await way.names()
  return names.length === 0 || firstFailed(names) !== null
}

/** Of the connection that failed: a certificate that does not hold has a line of its own. */
const isAboutCertificate = ({ code }: TestProblem) => code.startsWith('certificate-')

const connection: Check['run'] = async (parts, look) => {
  if (await isNameLost(look)) return skippedAfter('name')
  const hosts = await look.way.connections()
  const failed = firstFailed(hosts)
  if (failed !== null && !isAboutCertificate(failed.error)) return wayTrouble(parts, failed.error)
  const [slowest] = [...hosts].sort((one, other) => other.tookMs - one.tookMs)
  return slowest === undefined
    ? skippedAfter('name')
    : found('ok', 'connection-stands', { host: slowest.url.host, took: slowest.tookMs })
}

const certificate: Check['run'] = async (parts, look) => {
  if (await isNameLost(look)) return skippedAfter('name')
  const hosts = await look.way.connections()
  const failed = firstFailed(hosts)
  if (failed !== null) {
    return isAboutCertificate(failed.error) ? wayTrouble(parts, failed.error) : skippedAfter('connection')
  }
  const facts = hosts.flatMap(({ outcome }) => (outcome.ok ? outcome.value : outcome.facts))
  const plain = facts.filter((fact) => fact.kind === 'plain-http')
  const elsewhere = plain.find(({ host }) => !isLoopbackHost(host))
  if (elsewhere !== undefined) {
    return found('warning', 'plain-http', { host: elsewhere.host }, open('settings#environments'))
  }
  const certificates = facts.filter((fact) => fact.kind === 'certificate')
  const ending = [...certificates].sort(
    (one, other) => (one.expiresAt ?? Infinity) - (other.expiresAt ?? Infinity),
  )
  const [next] = ending
  if (next === undefined) {
    const [here] = hosts
    return here === undefined
      ? skippedAfter('connection')
      : found('ok', 'plain-here', { host: here.url.host })
  }
  const { host, issuer, expiresAt: until } = next
  if (until === null) return found('ok', 'certificate-endless', { host, issuer })
  const left = until - parts.now()
  if (left > certificateLimitsMs.warning) return found('ok', 'certificate-good', { host, issuer, until })
  const level = left > certificateLimitsMs.problem ? 'warning' : 'problem'
  return found(level, 'certificate-ends', { host, issuer, until }, { kind: 'copy-line' })
}

const proxy: Check['run'] = async ({ network }, { way }) => {
  const platform = await way.connected()
  if (!platform.ok) return skippedAfter('name')
  const url = new URL(platform.value.baseUrl)
  const through = await network.proxyFor(url.href)
  return through === null
    ? found('ok', 'proxy-none', {})
    : found('ok', 'proxy-used', { host: url.hostname, proxy: new URL(through).host })
}

const isConnectionLost = async (look: Look): Promise<boolean> =>
  (await isNameLost(look)) || firstFailed(await look.way.connections()) !== null

const latency: Check['run'] = async (_parts, look) => {
  if (await isConnectionLost(look)) return skippedAfter('connection')
  const probe = await look.way.http()
  if (!probe.ok) return found('warning', 'no-http-answer', { detail: probe.message })
  const { tookMs: took } = probe
  return took > longLatencyMs
    ? found('warning', 'latency-long', { took })
    : found('ok', 'latency-good', { took })
}

const clock: Check['run'] = async (_parts, look) => {
  const hosts = (await isNameLost(look)) ? [] : await look.way.connections()
  const failed = firstFailed(hosts)
  // By so much that a certificate is not valid yet, or no more.
  if (failed?.error.code === 'certificate-not-yet-valid') return skippedAfter('certificate')
  if (hosts.length === 0 || failed !== null) return skippedAfter('connection')
  const probe = await look.way.http()
  if (!probe.ok || probe.clockAheadMs === null) return found('note', 'clock-not-told', {})
  const ahead = probe.clockAheadMs
  const off = Math.abs(ahead)
  if (off < clockLimitsMs.note) return found('ok', 'clock-right', { off })
  const level = off < clockLimitsMs.problem ? 'warning' : 'problem'
  return found(level, ahead > 0 ? 'clock-ahead' : 'clock-behind', { off })
}

const hour = 3_600_000

const failures = ({ failures: log, status, now }: DiagnoseParts): Finding => {
  const recent = log.list().filter(({ at }) => now() - at < hour)
  const last = recent.at(-1)
  if (last === undefined) return found('ok', 'failures-none', {})
  const level = status().state === 'reachable' ? 'note' : 'warning'
  return found(level, 'failures-recent', { failures: recent.length, at: last.at, failure: last.failure })
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
