import type { App, Session, WebContents } from 'electron'
import { appOrigin } from './app-protocol'

/** Must run before `ready`: `<link rel="dns-prefetch">` ignores the page's policy and the proxy. */
export const turnOffDnsPrefetch = ({ commandLine }: App): void =>
  commandLine.appendSwitch('blink-settings', 'dnsPrefetchingEnabled=false')

/** Restricts all web contents: no navigation, no windows, no webviews. */
export const lockDownContents = (app: App): void => {
  app.on('web-contents-created', (_event, contents: WebContents) => {
    contents.on('will-navigate', (event) => event.preventDefault())
    contents.on('will-redirect', (event) => event.preventDefault())
    contents.on('will-frame-navigate', (event) => event.preventDefault())
    contents.on('will-attach-webview', (event) => event.preventDefault())
    contents.setWindowOpenHandler(() => ({ action: 'deny' }))
    // WebRTC bypasses the content security policy and the request filter; the dead proxy blocks the rest.
    contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
  })
}

/**
 * The proxy of the page's session: a multicast address. TCP cannot connect to one, so the system rejects it
 * without sending a packet, and no program can listen there.
 */
const deadProxy = 'http://224.0.0.0:9'

/**
 * Blocks permissions, devices, downloads and all requests except to the app's own pages. Resolves when the
 * session uses the dead proxy, also for loopback; pages may be loaded then.
 */
export const lockDownSession = (session: Session): Promise<void> => {
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
  session.setPermissionCheckHandler(() => false)
  session.setDevicePermissionHandler(() => false)
  session.on('will-download', (event) => event.preventDefault())
  session.webRequest.onBeforeRequest(({ url }, answer) => {
    const isOurs = url.startsWith(`${appOrigin}/`) || url.startsWith('devtools:')
    const isInline = url.startsWith('data:') || url.startsWith('blob:')
    answer({ cancel: !isOurs && !isInline })
  })
  return session.setProxy({
    mode: 'fixed_servers',
    proxyRules: deadProxy,
    proxyBypassRules: '<-loopback>',
  })
}
