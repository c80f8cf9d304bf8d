import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface ServerCertificate {
  readonly key: string
  readonly cert: string
}

/** A company authority for one test file; throws where openssl is missing. */
export const makeAuthority = () => {
  const folder = mkdtempSync(join(tmpdir(), 'lock-desk-ca-'))
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' })
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
  const read = (file: string) => readFileSync(join(folder, file), 'utf8')
  openssl(
    ...['req', '-x509', ...newKey, '-keyout', 'ca.key', '-out', 'ca.pem', '-days', '2'],
    ...['-subj', '/CN=North Bridge Root/O=North Bridge'],
  )
  let made = 0

  /** With negative `days` it has expired. */
  const issue = (names: string, days = 2): ServerCertificate => {
    made += 1
    const [key, request, cert] = [`${made}.key`, `${made}.csr`, `${made}.pem`]
    openssl('req', ...newKey, '-keyout', key, '-out', request, '-subj', '/CN=platform.north-bridge')
    writeFileSync(join(folder, 'names'), `subjectAltName=${names}`)
    openssl(
      ...['x509', '-req', '-in', request, '-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial'],
      ...['-days', String(days), '-extfile', 'names', '-out', cert],
    )
    return { key: read(key), cert: read(cert) }
  }

  return {
    /** The authority's certificate as PEM, and its file. */
    pem: read('ca.pem'),
    file: join(folder, 'ca.pem'),
    issue,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

export const noOpenssl = ((): boolean => {
  try {
    execFileSync('openssl', ['version'], { stdio: 'ignore' })
    return false
  } catch {
    return true
  }
})()
