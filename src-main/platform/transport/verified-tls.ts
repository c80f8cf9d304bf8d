import { isIP } from 'node:net'
import type { Socket } from 'node:net'
import { connect } from 'node:tls'
import type { ConnectionOptions, TLSSocket } from 'node:tls'

// The only user of `tls.connect`. Whatever a variable or a switch of Node would loosen by default is set here.

interface VerifiedOptions {
  readonly rejectUnauthorized: true
  readonly minVersion: 'TLSv1.2'
  readonly ca?: string[]
}

/** The options of every verified connection; without `certificates` (PEM), Node's own authorities count. */
export const verifiedOptions = (certificates: string[] | undefined): VerifiedOptions => ({
  rejectUnauthorized: true,
  minVersion: 'TLSv1.2',
  ...(certificates === undefined ? {} : { ca: certificates }),
})

/** A host without brackets and its port, or an open connection to that host. */
interface Endpoint {
  readonly host: string
  readonly port?: number
  readonly allowHalfOpen?: boolean
  readonly socket?: Socket
}

const withName = (endpoint: Endpoint): ConnectionOptions => ({
  ...endpoint,
  ...(isIP(endpoint.host) === 0 ? { servername: endpoint.host } : {}),
})

/** Connects by TLS; a certificate that is not valid for the host closes the connection with an error. */
export const connectVerified = (endpoint: Endpoint, certificates: string[] | undefined): TLSSocket =>
  connect({ ...withName(endpoint), ...verifiedOptions(certificates) })

/**
 * Performs the handshake whatever the certificate is, so that an invalid one can be shown. The caller reads the
 * certificate and `authorized`, sends nothing, and closes the connection.
 */
export const connectToInspect = (
  endpoint: Endpoint & { readonly socket: Socket },
  certificates: string[] | undefined,
): TLSSocket =>
  connect({ ...withName(endpoint), ...verifiedOptions(certificates), rejectUnauthorized: false })
