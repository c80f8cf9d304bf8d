import { readFileSync } from 'node:fs'
import { extname, join, normalize, sep } from 'node:path'
import { protocol } from 'electron'
import type { ProtocolRequest, ProtocolResponse } from 'electron'

/** The app's own scheme: its pages have an origin of their own, and no `file:` rights. */
export const appScheme = 'app'
export const appOrigin = `${appScheme}://lock-desk`

/** Naive UI's css-render writes style elements, hence 'unsafe-inline' for styles; nothing else is let in. */
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

/** Before `ready`: what the scheme may do. */
export const declareAppScheme = (): void => {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: appScheme,
      privileges: { standard: true, secure: true, supportFetchAPI: false, codeCache: true },
    },
  ])
}

/** The file of the bundle that a URL names, or null for anything outside it. */
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
  // Names that a page merely mentions are not looked up: a name can carry what must not leave.
  'x-dns-prefetch-control': 'off',
  'referrer-policy': 'no-referrer',
}

const nothingThere = { statusCode: 404, data: Buffer.alloc(0) }

/** Read in the same turn: a few files of the bundle, for which the page would otherwise queue behind main's own loading. */
const answerTo = (root: string, { url, method }: ProtocolRequest): ProtocolResponse => {
  const file = method === 'GET' ? bundledFile(root, url) : null
  const type = file === null ? undefined : contentTypes[extname(file)]
  if (file === null || type === undefined) return nothingThere
  try {
    return { data: readFileSync(file), headers: { 'content-type': type, ...securityHeaders } }
  } catch {
    return nothingThere
  }
}

/**
 * Serves the renderer's bundle under `app://lock-desk/`, and nothing else. Not by `protocol.handle`: that makes a `Request`
 * of each, for which Node loads its whole `fetch`, and held up main for 35 ms before the first file.
 */
export const serveApp = (root: string): void => {
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- its successor, see above, costs a tenth of the start
  protocol.registerBufferProtocol(appScheme, (request, answer) => {
    answer(answerTo(root, request))
  })
}
