import { readFileSync } from 'node:fs'
import * as tls from 'node:tls'

/** CA bundles of Linux distributions, including certificates added by a company. */
const linuxBundles = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/ca-bundle.pem',
  '/etc/ssl/cert.pem',
]

const pem = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g

/** `tls.getCACertificates` exists since Node 22.15; before, only the store on Linux is a readable file. */
const systemStore = (): string[] => {
  const getCertificates = (tls as { getCACertificates?: (store: 'system') => string[] }).getCACertificates
  if (getCertificates !== undefined) return getCertificates('system')
  if (process.platform !== 'linux') return []
  for (const file of linuxBundles) {
    try {
      return readFileSync(file, 'utf8').match(pem) ?? []
    } catch {
      // Not present; try the next distribution's path.
    }
  }
  return []
}

let trusted: string[] | undefined

/**
 * Node's bundled CA certificates and the system's, so that a company's own certificates work; as PEM. No variable of
 * the environment adds any: the person who starts the app must not choose them.
 */
export const trustedCertificates = (): string[] =>
  (trusted ??= [...new Set([...tls.rootCertificates, ...systemStore()])])
