import { join, resolve } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { bundledFile, contentSecurityPolicy } from '../../src-main/window/app-protocol'

vi.mock('electron', () => ({ protocol: {} }))

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

  it('lets no script in but its own', () => {
    expect(contentSecurityPolicy).toContain("default-src 'none'")
    expect(contentSecurityPolicy).toContain("script-src 'self';")
    expect(contentSecurityPolicy).not.toContain('unsafe-eval')
  })
})
