/**
 * Tries every known way out of a page from within it. `tcp` and `udp` are loopback ports with listeners; `name`
 * is a unique domain. Runs in the page, so it refers to nothing outside.
 */
export const attemptAll = async ({
  tcp,
  udp,
  name,
}: {
  readonly tcp: number
  readonly udp: number
  readonly name: string
}): Promise<string[]> => {
  const tried: string[] = []
  const hosts = [`127.0.0.1:${tcp}`, `localhost:${tcp}`, `[::1]:${tcp}`, '']
  const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))
  const attempt = async (what: string, work: () => unknown) => {
    tried.push(what)
    try {
      await Promise.race([work(), pause(300)])
    } catch {
      // A refusal is expected.
    }
  }
  const element = (tag: string, attributes: Record<string, string>, parent: Element = document.body) => {
    const made = document.createElement(tag)
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
    parent.append(made)
    return made
  }
  const style = (css: string) => {
    element('style', {}, document.head).textContent = css
  }
  const worker = (source: string) =>
    new Worker(URL.createObjectURL(new Blob([source], { type: 'text/javascript' })))

  for (const host of hosts) {
    let count = 0
    // A separate name per attempt, so that a lookup identifies it.
    const at = (what: string) =>
      `http://${host === '' ? `${what.replace(/\W/g, '-')}-${(count += 1)}.${name}:${tcp}` : host}/${what}`
    await attempt('fetch', () => fetch(at('fetch'), { mode: 'no-cors', method: 'POST', body: 'x' }))
    await attempt('fetch keepalive', () => fetch(at('keepalive'), { mode: 'no-cors', keepalive: true }))
    await attempt('XMLHttpRequest', () => {
      const request = new XMLHttpRequest()
      request.open('GET', at('xhr'))
      request.send()
    })
    await attempt('WebSocket', () => new WebSocket(at('socket').replace('http:', 'ws:')))
    await attempt('EventSource', () => new EventSource(at('events')))
    await attempt('sendBeacon', () => navigator.sendBeacon(at('beacon'), 'x'))
    await attempt('WebTransport', () => new WebTransport(at('transport').replace('http:', 'https:')).ready)
    await attempt('import', () => import(/* @vite-ignore */ at('module.js')))
    await attempt('worker', () => new Worker(at('worker.js')))
    await attempt('shared worker', () => new SharedWorker(at('shared.js')))
    await attempt('worker of a blob', () => {
      worker(`fetch('${at('in-worker')}', { mode: 'no-cors' }); importScripts('${at('imported.js')}')`)
      worker(`new WebSocket('${at('socket-in-worker').replace('http:', 'ws:')}')`)
    })
    await attempt('service worker', () => navigator.serviceWorker.register(at('service.js')))
    for (const rel of [
      'stylesheet',
      'icon',
      'manifest',
      'prefetch',
      'prerender',
      'preconnect',
      'dns-prefetch',
      'modulepreload',
      'pingback',
      'search',
    ]) {
      await attempt(`link ${rel}`, () => element('link', { rel, href: at(rel) }, document.head))
    }
    for (const as of ['script', 'style', 'image', 'font', 'fetch', 'track']) {
      await attempt(`link preload ${as}`, () =>
        element('link', { rel: 'preload', as, href: at(as) }, document.head),
      )
    }
    await attempt('img', () => {
      element('img', { src: at('img') })
      element('img', { srcset: `${at('set')} 2x` })
      new Image().src = at('image')
    })
    await attempt('svg', () => {
      document.body.insertAdjacentHTML(
        'beforeend',
        `<svg><image href="${at('svg')}"/><use href="${at('use.svg#a')}"/></svg>`,
      )
    })
    await attempt('CSS url()', () => {
      style(`body { background-image: url(${at('css')}); cursor: url(${at('cursor')}), auto }`)
      style(`@import url(${at('import.css')});`)
      style(`@font-face { font-family: away; src: url(${at('font')}) } body { font-family: away }`)
    })
    await attempt('input of an image', () => element('input', { src: at('input'), type: 'image' }))
    await attempt('media', () => {
      for (const tag of ['video', 'audio']) element(tag, { src: at(tag), autoplay: '' })
      element('video', { poster: at('poster') })
    })
    await attempt('frames', () => {
      element('iframe', { src: at('frame') })
      element('embed', { src: at('embed') })
      element('object', { data: at('object') })
    })
    await attempt('script', () => element('script', { src: at('script.js') }))
    await attempt('speculation rules', () => {
      element('script', { type: 'speculationrules' }).textContent = JSON.stringify({
        prefetch: [{ source: 'list', urls: [at('speculated')] }],
      })
    })
    await attempt('form', () => {
      for (const [method, target] of [
        ['get', '_self'],
        ['post', '_self'],
        ['post', '_blank'],
      ] as const) {
        const form = element('form', { action: at('form'), method, target }) as HTMLFormElement
        form.submit()
        form.remove()
      }
    })
    await attempt('ping', () => {
      const link = element('a', { href: '#', ping: at('ping') })
      link.click()
    })
    await attempt('window.open', () => {
      open(at('open'))
      open(`mailto:a@${name}`)
    })
    await attempt('link clicked', () => {
      for (const target of ['_self', '_blank', '_top']) {
        const link = element('a', { href: at('clicked'), target })
        link.click()
      }
    })
    await attempt('download', () => element('a', { href: at('download'), download: '' }).click())
    await attempt('location', () => {
      location.href = at('location')
    })
    await attempt('meta refresh', () =>
      element('meta', { 'http-equiv': 'refresh', content: `0; url=${at('refresh')}` }, document.head),
    )
    await attempt('DNS prefetch switched on', () => {
      element('meta', { 'http-equiv': 'x-dns-prefetch-control', content: 'on' }, document.head)
      element('a', { href: at('mentioned') })
    })
  }

  const connections: RTCPeerConnection[] = []
  for (const host of ['127.0.0.1', 'localhost', '[::1]', `ice.${name}`]) {
    await attempt('WebRTC servers', async () => {
      const secret = { username: 'u', credential: 'c' }
      const peer = new RTCPeerConnection({
        iceServers: [
          { urls: `stun:${host}:${udp}` },
          { urls: `turn:${host}:${udp}?transport=udp`, ...secret },
          { urls: `turn:${host}:${tcp}?transport=tcp`, ...secret },
          { urls: `turns:${host}:${tcp}?transport=tcp`, ...secret },
        ],
      })
      connections.push(peer)
      peer.createDataChannel('away')
      await peer.setLocalDescription(await peer.createOffer())
    })
    await attempt('WebRTC peers', async () => {
      const [one, other] = [new RTCPeerConnection(), new RTCPeerConnection()]
      connections.push(one, other)
      one.createDataChannel('away')
      await one.setLocalDescription(await one.createOffer())
      await other.setRemoteDescription(one.localDescription!)
      await other.setLocalDescription(await other.createAnswer())
      await one.setRemoteDescription(other.localDescription!)
      const place = host.replace(/[[\]]/g, '')
      const line = (rest: string) => ({ candidate: `candidate:1 1 ${rest}`, sdpMid: '0', sdpMLineIndex: 0 })
      await one.addIceCandidate(line(`udp 2122260223 ${place} ${udp} typ host`))
      await one.addIceCandidate(line(`tcp 1518280447 ${place} ${tcp} typ host tcptype passive`))
    })
  }
  await pause(4_000)
  for (const peer of connections) peer.close()
  return [...new Set(tried)]
}
