import { once } from 'node:events'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { X509Certificate } from 'node:crypto'
import type { TLSSocket } from 'node:tls'
import { trustedCertificates } from '../../platform/transport/certificates'
import { connectToInspect } from '../../platform/transport/verified-tls'
import { withDeadline } from '../../util/async'
import type { DatabaseAddress } from './database-address'
import { DatabaseError } from './database-failure'

const timeoutMs = 10_000
/** Asks a PostgreSQL server to begin TLS. */
const sslRequest = Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f])

const certificatesOf = (socket: TLSSocket): readonly X509Certificate[] => {
  const chain: X509Certificate[] = []
  let peer = socket.getPeerX509Certificate()
  while (peer !== undefined && !chain.some(({ fingerprint256 }) => fingerprint256 === peer?.fingerprint256)) {
    chain.push(peer)
    peer = peer.issuerCertificate
  }
  return chain
}

const isIssuedBySelf = (certificate: X509Certificate): boolean => certificate.checkIssued(certificate)

/** The authority at the end of a chain, which servers do not send where everybody knows it. */
const authorityOf = (chain: readonly X509Certificate[]): X509Certificate | undefined => {
  const last = chain.at(-1)
  if (last === undefined || isIssuedBySelf(last)) return last
  return trustedCertificates()
    .map((pem) => new X509Certificate(pem))
    .find((root) => last.checkIssued(root))
}

const askServer = async (socket: Socket, host: string): Promise<string> => {
  await once(socket, 'connect')
  socket.write(sslRequest)
  const [answer] = (await once(socket, 'data')) as [Buffer]
  if (answer.toString('latin1') !== 'S') throw new DatabaseError('tls-missing', 'the server has no TLS')
  // People compare the words of what it shows.
  const secure = connectToInspect({ socket, host }, trustedCertificates())
  secure.on('error', () => undefined)
  await once(secure, 'secureConnect')
  const authority = authorityOf(certificatesOf(secure))
  if (authority === undefined)
    throw new DatabaseError('tls-not-verified', 'the server does not show its authority')
  return authority.toString()
}

/** The certificate that a server names as its authority, as PEM. No role and no password are sent. */
export const askCertificate = async ({
  host,
  port,
}: Pick<DatabaseAddress, 'host' | 'port'>): Promise<string> => {
  const socket = connect({ host, port })
  socket.on('error', () => undefined)
  try {
    return await withDeadline(timeoutMs, null, () => askServer(socket, host))
  } finally {
    socket.destroy()
  }
}
