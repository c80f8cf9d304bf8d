import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import type { Socket } from 'node:net'
import type { PeerCertificate, TLSSocket } from 'node:tls'
import type { TestFact, TestProblem, TestProblemCode } from '#shared/model/app/saved-platform'
import { fail, succeed } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import { ProxyRejectionError } from '../platform/transport/proxy-errors'
import { connectThrough, endpointOf } from '../platform/transport/routes'
import type { Routes } from '../platform/transport/routes'
import type { NetworkDeps } from '../platform/transport/transport'
import { connectToInspect } from '../platform/transport/verified-tls'
import { isTimeout, withDeadline } from '../util/async'

const deadlines = { name: 5_000, connection: 10_000 }

type Probed = Outcome<readonly TestFact[], TestProblem>

const problem = (
  code: TestProblemCode,
  subject: string,
  error?: unknown,
): { ok: false; error: TestProblem } => {
  const known = error instanceof Error && 'code' in error ? error.code : undefined
  const message = typeof known === 'string' ? known : error instanceof Error ? error.message : ''
  return fail({ code, subject, message: message.slice(0, 200) })
}

/** The host whose name this computer resolves: the platform, or the proxy that resolves it. */
export const probeName = async (
  url: URL,
  { routesFor }: NetworkDeps,
  signal: AbortSignal,
): Promise<Probed> => {
  let failed: Probed = problem('connection-refused', url.host, new Error('no usable proxy'))
  let routes: Routes
  try {
    // A configuration script of the network may run for ever.
    routes = await withDeadline(deadlines.name, signal, () => routesFor(url.href))
  } catch (error) {
    return problem(isTimeout(error) ? 'connection-silent' : 'connection-refused', url.host, error)
  }
  for (const route of routes) {
    const connectedHost = route === null ? url : new URL(route)
    const { host } = endpointOf(connectedHost)
    const throughProxy: TestFact[] =
      route === null ? [] : [{ kind: 'proxy', host: url.hostname, proxy: connectedHost.host }]
    if (isIP(host) !== 0) return succeed(throughProxy)
    try {
      const { address } = await withDeadline(deadlines.name, signal, () => lookup(host))
      return succeed([...throughProxy, { kind: 'address', host, address }])
    } catch (error) {
      failed = problem(isTimeout(error) ? 'name-silent' : 'name-not-found', host, error)
    }
  }
  return failed
}

const eventOf = (socket: Socket, event: string): Promise<void> =>
  new Promise((resolve, reject) => {
    socket.once(event, resolve)
    socket.once('error', reject)
    socket.once('close', () => reject(new Error('the connection was closed')))
  })

const unknownIssuer = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])

const certificateProblem = (code: string): TestProblemCode => {
  if (code === 'CERT_HAS_EXPIRED') return 'certificate-expired'
  if (code === 'CERT_NOT_YET_VALID') return 'certificate-not-yet-valid'
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return 'certificate-wrong-name'
  return unknownIssuer.has(code) ? 'certificate-unknown-issuer' : 'certificate-refused'
}

const nameIn = (party: PeerCertificate['subject'] | undefined): string => {
  const names = [party?.CN, party?.O].flat().filter((text) => text !== undefined)
  return names.join(', ').slice(0, 200)
}

const factsOf = (host: string, socket: TLSSocket): TestFact[] => {
  const certificate = socket.getPeerCertificate() as Partial<PeerCertificate>
  const expiresAt = Date.parse(certificate.valid_to ?? '')
  return [
    {
      kind: 'certificate',
      host,
      subject: nameIn(certificate.subject),
      issuer: nameIn(certificate.issuer),
      expiresAt: Number.isNaN(expiresAt) ? null : expiresAt,
    },
  ]
}

export type ProbedConnection =
  | { readonly ok: true; readonly value: readonly TestFact[] }
  | { readonly ok: false; readonly error: TestProblem; readonly facts: readonly TestFact[] }

/** Reads the certificate without sending data, so that an invalid one can be shown. */
const inspectCertificate = async (
  socket: Socket,
  host: string,
  ca: string[] | undefined,
): Promise<ProbedConnection> => {
  const name = host.replace(/^\[(.*)\]$/, '$1')
  const secure = connectToInspect({ socket, host: name }, ca)
  try {
    await eventOf(secure, 'secureConnect')
  } catch (error) {
    return { ...problem('not-tls', host, error), facts: [] }
  }
  const facts = factsOf(host, secure)
  secure.on('error', () => undefined)
  if (secure.authorized) return succeed(facts)
  // Typed as Error, but contains the code as a string.
  const reason: unknown = secure.authorizationError
  const code = typeof reason === 'string' ? reason : reason instanceof Error ? reason.message : 'unknown'
  return { ...fail({ code: certificateProblem(code), subject: host, message: code }), facts }
}

/** Connects like the platform client, through the proxy if there is one, and checks the certificate. */
export const probeConnection = async (
  url: URL,
  { routesFor, certificates, proxyLogins }: NetworkDeps,
  signal: AbortSignal,
): Promise<ProbedConnection> => {
  const host = url.hostname
  let socket: Socket | undefined
  const work = async (): Promise<ProbedConnection> => {
    const ca = certificates()
    const plain: TestFact[] = url.protocol === 'http:' ? [{ kind: 'plain-http', host }] : []
    const connected = await connectThrough(await routesFor(url.href), endpointOf(url), {
      certificates: ca,
      signal,
      logins: proxyLogins,
    })
    socket = connected.socket
    return plain.length > 0 ? succeed(plain) : inspectCertificate(socket, host, ca)
  }
  try {
    return await withDeadline(deadlines.connection, signal, work)
  } catch (error) {
    if (error instanceof ProxyRejectionError)
      return { ...problem(error.problem, error.proxy, error), facts: [] }
    const code = isTimeout(error) ? 'connection-silent' : 'connection-refused'
    return { ...problem(code, url.host, error), facts: [] }
  } finally {
    socket?.destroy()
  }
}
