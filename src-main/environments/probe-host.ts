import { lookup } from 'node:dns/promises'
import { connect as connectTcp, isIP } from 'node:net'
import type { Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { PeerCertificate, TLSSocket } from 'node:tls'
import type { TestFact, TestProblem, TestProblemCode } from '#shared/model/environment'
import { fail, succeed } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import type { NetworkSurroundings } from '../platform/transport'
import { isTimeout, withDeadline } from './with-deadline'

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

/** A host as it is dialled: an IPv6 address without its brackets. */
const bare = (hostname: string): string => hostname.replace(/^\[(.*)\]$/, '$1')
const portOf = ({ port, protocol }: URL): number =>
  port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port)

/** Whose name is looked up from here: the platform's, or the proxy's that looks it up for us. */
export const probeName = async (
  url: URL,
  { proxyFor }: NetworkSurroundings,
  signal: AbortSignal,
): Promise<Probed> => {
  const proxy = await proxyFor(url.href)
  const dialled = proxy === null ? url : new URL(proxy)
  const host = bare(dialled.hostname)
  const throughProxy: TestFact[] =
    proxy === null ? [] : [{ kind: 'proxy', host: url.hostname, proxy: dialled.host }]
  if (isIP(host) !== 0) return succeed(throughProxy)
  try {
    const { address } = await withDeadline(lookup(host), deadlines.name, signal)
    return succeed([...throughProxy, { kind: 'address', host, address }])
  } catch (error) {
    return problem(isTimeout(error) ? 'name-silent' : 'name-not-found', host, error)
  }
}

const once = (socket: Socket, event: string): Promise<void> =>
  new Promise((resolve, reject) => {
    socket.once(event, resolve)
    socket.once('error', reject)
    socket.once('close', () => reject(new Error('the connection was closed')))
  })

const longestProxyAnswer = 16_384

/** Asks a proxy for a way to the host; what stands before the empty line is its answer. */
const tunnel = (socket: Socket, target: string): Promise<number> =>
  new Promise((resolve, reject) => {
    let answer = ''
    const read = (bytes: Buffer) => {
      answer += bytes.toString('latin1')
      if (!answer.includes('\r\n\r\n') && answer.length < longestProxyAnswer) return
      socket.off('data', read)
      resolve(Number(/^HTTP\/1\.\d (\d{3})/.exec(answer)?.[1] ?? 0))
    }
    socket.on('data', read)
    socket.once('error', reject)
    socket.once('close', () => reject(new Error('the proxy closed the connection')))
    socket.write(`CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n\r\n`)
  })

const dial = async (to: URL, certificates: string[] | undefined): Promise<Socket> => {
  const place = { host: bare(to.hostname), port: portOf(to) }
  if (to.protocol !== 'https:') {
    const socket = connectTcp(place)
    await once(socket, 'connect')
    return socket
  }
  const socket = connectTls({
    ...place,
    rejectUnauthorized: true,
    ...(certificates === undefined ? {} : { ca: certificates }),
  })
  await once(socket, 'secureConnect')
  return socket
}

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
  const said = [party?.CN, party?.O].flat().filter((text) => text !== undefined)
  return said.join(', ').slice(0, 200)
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

/** Only looks at the certificate: not a byte goes over this connection, so a bad one can be shown instead of met. */
const inspect = async (socket: Socket, host: string, ca: string[] | undefined): Promise<ProbedConnection> => {
  const name = bare(host)
  const secure = connectTls({
    socket,
    host: name,
    ...(isIP(name) === 0 ? { servername: name } : {}),
    ...(ca === undefined ? {} : { ca }),
    rejectUnauthorized: false,
  })
  try {
    await once(secure, 'secureConnect')
  } catch (error) {
    return { ...problem('not-tls', host, error), facts: [] }
  }
  const facts = factsOf(host, secure)
  secure.on('error', () => undefined)
  if (secure.authorized) return succeed(facts)
  // Declared an Error; it is the code's text.
  const reason: unknown = secure.authorizationError
  const code = typeof reason === 'string' ? reason : reason instanceof Error ? reason.message : 'unknown'
  return { ...fail({ code: certificateProblem(code), subject: host, message: code }), facts }
}

/** Dials as the platform's client would, through the proxy where there is one, and looks at the certificate. */
export const probeConnection = async (
  url: URL,
  { proxyFor, certificates }: NetworkSurroundings,
  signal: AbortSignal,
): Promise<ProbedConnection> => {
  const host = url.hostname
  let socket: Socket | undefined
  const work = async (): Promise<ProbedConnection> => {
    const proxy = await proxyFor(url.href)
    const ca = certificates()
    const plain: TestFact[] = url.protocol === 'http:' ? [{ kind: 'plain-http', host }] : []
    if (proxy === null) {
      socket = await dial(new URL(`http://${host}:${portOf(url)}`), ca)
    } else {
      const through = new URL(proxy)
      socket = await dial(through, ca)
      const status = await tunnel(socket, `${host}:${portOf(url)}`)
      if (status < 200 || status > 299) {
        return {
          ...fail({ code: 'proxy-refused', subject: through.host, message: `HTTP ${status}` }),
          facts: [],
        }
      }
    }
    return plain.length > 0 ? succeed(plain) : inspect(socket, host, ca)
  }
  try {
    return await withDeadline(work(), deadlines.connection, signal)
  } catch (error) {
    const code = isTimeout(error) ? 'connection-silent' : 'connection-refused'
    return { ...problem(code, url.host, error), facts: [] }
  } finally {
    socket?.destroy()
  }
}
