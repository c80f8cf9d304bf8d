import type { FastifyInstance } from 'fastify'
import { isIP } from 'node:net'
import { sendFailure } from '../envelope'

/** Whether a name or an address without brackets always refers to this computer, whatever DNS returns. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))

const hostOf = (authority: string): string | null => {
  // A host has no other part of a URL, which would hide the rest of the text.
  if (/[/?#@\\]/.test(authority)) return null
  const url = `http://${authority}`
  return URL.canParse(url) ? new URL(url).hostname.replace(/^\[(.*)\]$/, '$1') : null
}

/**
 * A service on loopback rejects browser pages and other computers. After DNS rebinding, the request has the
 * foreign name as its host; a page of another site has its own origin. `hosts` are additional names that a
 * reverse proxy may use.
 */
export const rejectForeignOrigins = (app: FastifyInstance, hosts: readonly string[]): void => {
  const isOurs = (host: string | null) => host !== null && (isLoopback(host) || hosts.includes(host))
  app.addHook('onRequest', (request, reply, done) => {
    const { host = '', origin } = request.headers
    const isOpen = (request.routeOptions.config as { isOpen?: boolean }).isOpen === true
    const isSame = origin === undefined || origin === `http://${host}` || origin === `https://${host}`
    if (isOurs(hostOf(host)) && (isSame || isOpen)) done()
    else {
      const message = 'This service accepts requests only from this computer, and not from web pages.'
      void sendFailure(reply.header('connection', 'close'), { code: '403', message }, 403)
    }
  })
}
