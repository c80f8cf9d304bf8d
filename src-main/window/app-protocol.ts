import { readFileSync } from 'node:fs'
import { extname, join, normalize, sep } from 'node:path'
import { protocol } from 'electron'
import type { ProtocolRequest, ProtocolResponse } from 'electron'

/** The app's own scheme: pages get their own origin and no `file:` rights. */
export const appScheme = 'app'
export const appOrigin = `${appScheme}://lock-desk`

/** css-render of Naive UI adds style elements, hence 'unsafe-inline' for styles; everything else is blocked. */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}

/** Declares the scheme's privileges; must run before `ready`. */
export const declareAppScheme = (): void => {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: appScheme,
      privileges: { standard: true, secure: true, supportFetchAPI: false, codeCache: true },
    },
  ])
}

/** The bundle file of a URL, or null for anything outside the bundle. */
export const bundledFile = (root: string, url: string): string | null => {
  let path: string
  try {
    const parsed = new URL(url)
    if (`${parsed.protocol}//${parsed.host}` !== appOrigin) return null
    path = decodeURIComponent(parsed.pathname)
  } catch {
    return null
  }
  if (path.includes('\0') || path.includes('\\')) return null
  const file = normalize(join(root, path === '/' ? 'index.html' : path))
  return file.startsWith(root.endsWith(sep) ? root : root + sep) ? file : null
}

const securityHeaders = {
  'content-security-policy': contentSecurityPolicy,
  'x-content-type-options': 'nosniff',
  // Turns off DNS prefetch, because a host name can leak data.
  'x-dns-prefetch-control': 'off',
  'referrer-policy': 'no-referrer',
}

const notFound = { statusCode: 404, data: Buffer.alloc(0) }

/** Reads synchronously: the bundle has few files, and asynchronous reads would wait behind main's own imports. */
const respondTo = (root: string, { url, method }: ProtocolRequest): ProtocolResponse => {
  const file = method === 'GET' ? bundledFile(root, url) : null
  const type = file === null ? undefined : contentTypes[extname(file)]
  if (file === null || type === undefined) return notFound
  try {
    return { data: readFileSync(file), headers: { 'content-type': type, ...securityHeaders } }
  } catch {
    return notFound
  }
}

/**
 * Serves the renderer's bundle under `app://lock-desk/` and nothing else. Not by `protocol.handle`, which
 * creates a `Request` for each file and makes Node load `fetch`, blocking main for 35 ms.
 */
export const serveApp = (root: string): void => {
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- its successor, see above, costs a tenth of the start
  protocol.registerBufferProtocol(appScheme, (request, answer) => {
    answer(respondTo(root, request))
  })
}
