import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { ProtocolRequest, ProtocolResponse } from 'electron'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { bundledFile, contentSecurityPolicy, serveApp } from '../../src-main/window/app-protocol'
import { temporaryFolder } from '../support/temporary-folder'

type Serve = (request: ProtocolRequest, answer: (response: ProtocolResponse) => void) => void
const registered = vi.hoisted((): { serve: Serve | null } => ({ serve: null }))
vi.mock('electron', () => ({
  protocol: {
    registerBufferProtocol: (_scheme: string, serve: Serve) => {
      registered.serve = serve
    },
  },
}))

const ask = (url: string, method = 'GET') =>
  new Promise<ProtocolResponse>((done) => registered.serve?.({ url, method } as ProtocolRequest, done))

const root = resolve('out/renderer')

describe('the app:// scheme', () => {
  it('serves files of the bundle', () => {
    expect(bundledFile(root, 'app://lock-desk/index.html')).toBe(join(root, 'index.html'))
    expect(bundledFile(root, 'app://lock-desk/assets/a.js?v=1#x')).toBe(join(root, 'assets/a.js'))
    expect(bundledFile(root, 'app://lock-desk/')).toBe(join(root, 'index.html'))
  })

  it.each([
    'app://lock-desk/../secret.json',
    'app://lock-desk/%2e%2e/secret.json',
    'app://lock-desk/..%2f..%2fetc/passwd',
    'app://lock-desk/assets/%2e%2e%2f%2e%2e%2f%2e%2e%2fetc/passwd',
    'app://lock-desk/..\\..\\secret',
    'app://lock-desk/%5c..%5csecret',
    'app://lock-desk/index.html%00.js',
    'app://lock-desk/%',
    'app://elsewhere/index.html',
    'app://lock-desk:8080/index.html',
    'file:///etc/passwd',
    'https://lock-desk/index.html',
    'not a url',
  ])('does not leave the bundle for %s', (url) => {
    const file = bundledFile(root, url)
    expect(file === null || file.startsWith(root + '/') || file.startsWith(root + '\\')).toBe(true)
    expect(file ?? '').not.toMatch(/passwd|\.\./)
  })

  it('allows only its own scripts', () => {
    expect(contentSecurityPolicy).toContain("default-src 'none'")
    expect(contentSecurityPolicy).toContain("script-src 'self';")
    expect(contentSecurityPolicy).not.toContain('unsafe-eval')
  })

  it('responds with the file, its type and the security headers, and otherwise with an error', async () => {
    const folder = await temporaryFolder()
    onTestFinished(() => folder.remove())
    const bundle = join(folder.path, 'renderer')
    await mkdir(bundle)
    await writeFile(join(bundle, 'index.html'), '<p>锁</p>')
    await writeFile(join(bundle, 'notes.txt'), 'not a page')
    serveApp(bundle)
    const page = await ask('app://lock-desk/index.html')
    expect(page.data).toEqual(Buffer.from('<p>锁</p>'))
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': contentSecurityPolicy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    })
    for (const answer of [
      await ask('app://lock-desk/index.html', 'POST'),
      await ask('app://lock-desk/notes.txt'),
      await ask('app://lock-desk/gone.html'),
      await ask('app://elsewhere/index.html'),
    ]) {
      expect(answer.statusCode).toBe(404)
      expect(answer.data).toHaveLength(0)
    }
  })
})
