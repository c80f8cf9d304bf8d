import { readFileSync } from 'node:fs'
import * as tls from 'node:tls'

/** Where Linux distributions keep the machine's authorities, a company's own included. */
const linuxBundles = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/ca-bundle.pem',
  '/etc/ssl/cert.pem',
]

const pem = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g

/** `tls.getCACertificates` came with Node 22.15; before it, only Linux keeps its store in a file. */
const systemStore = (): string[] => {
  const ask = (tls as { getCACertificates?: (store: 'system') => string[] }).getCACertificates
  if (ask !== undefined) return ask('system')
  if (process.platform !== 'linux') return []
  for (const file of linuxBundles) {
    try {
      return readFileSync(file, 'utf8').match(pem) ?? []
    } catch {
      // The next distribution's place.
    }
  }
  return []
}

/** Node adds `NODE_EXTRA_CA_CERTS` only where no authorities are named, so it is read here as well. */
const extra = (): string[] => {
  const file = process.env['NODE_EXTRA_CA_CERTS']
  if (file === undefined || file === '') return []
  try {
    return readFileSync(file, 'utf8').match(pem) ?? []
  } catch {
    return []
  }
}

let trusted: string[] | undefined

/** Node's bundled authorities and the system's beside them, so that a company's own certificates work; as PEM. */
export const trustedCertificates = (): string[] =>
  (trusted ??= [...new Set([...tls.rootCertificates, ...systemStore(), ...extra()])])
