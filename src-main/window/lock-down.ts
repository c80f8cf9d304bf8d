import type { App, Session, WebContents } from 'electron'
import { appOrigin } from './app-protocol'

/** Every web contents that ever comes to be: no navigation, no windows, no webviews. */
export const lockDownContents = (app: App): void => {
  app.on('web-contents-created', (_event, contents: WebContents) => {
    contents.on('will-navigate', (event) => event.preventDefault())
    contents.on('will-redirect', (event) => event.preventDefault())
    contents.on('will-frame-navigate', (event) => event.preventDefault())
    contents.on('will-attach-webview', (event) => event.preventDefault())
    contents.setWindowOpenHandler(() => ({ action: 'deny' }))
    // The one way out that neither the content security policy nor the request filter below sees.
    contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
  })
}

/** No permission, no device, no download, and no request to anything but the app's own pages. */
export const lockDownSession = (session: Session): void => {
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
  session.setPermissionCheckHandler(() => false)
  session.setDevicePermissionHandler(() => false)
  session.on('will-download', (event) => event.preventDefault())
  session.webRequest.onBeforeRequest(({ url }, answer) => {
    const isOurs = url.startsWith(`${appOrigin}/`) || url.startsWith('devtools:')
    const isInline = url.startsWith('data:') || url.startsWith('blob:')
    answer({ cancel: !isOurs && !isInline })
  })
}
