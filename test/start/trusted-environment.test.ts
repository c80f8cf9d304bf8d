import { readFileSync } from 'node:fs'
import { describe, expect, it, vi } from 'vitest'
import { trustedCertificates } from '../../src-main/platform/transport/certificates'
import { makeAuthority, noOpenssl } from '../support/certificates'

/** The programs of the build, without the page. */
const programs = [
  ...readFileSync('electron.vite.config.ts', 'utf8').matchAll(/at\('(src-(?:main|service)\/[\w/-]+\.ts)'\)/g),
].map(([, path = '']) => path)

describe('the environment', () => {
  it.each(programs)('is the first import of %s', (program) => {
    expect(programs.length).toBeGreaterThanOrEqual(6)
    const [, first] = /^import (.+)$/m.exec(readFileSync(program, 'utf8')) ?? []
    expect(first).toMatch(/^'(\.\.\/)+src-system\/trusted-environment'$/)
  })

  it('chooses no certificates and turns no check off', async () => {
    const names = ['NODE_TLS_REJECT_UNAUTHORIZED', 'NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSLKEYLOGFILE']
    for (const name of names) vi.stubEnv(name, '0')
    await import('../../src-system/trusted-environment')
    for (const name of names) expect(Object.keys(process.env)).not.toContain(name)
    vi.unstubAllEnvs()
  })

  it.skipIf(noOpenssl)('adds no authority', () => {
    const authority = makeAuthority()
    process.env['NODE_EXTRA_CA_CERTS'] = authority.file
    try {
      expect(trustedCertificates().join('\n')).not.toContain(authority.pem.trim())
    } finally {
      delete process.env['NODE_EXTRA_CA_CERTS']
      authority.remove()
    }
  })
})
