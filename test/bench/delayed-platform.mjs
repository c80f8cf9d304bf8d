import { Agent, createServer, request } from 'node:http'
import { once } from 'node:events'

/**
 * A platform at a distance: hands every call to the service after a delay, as a network does.
 * @param {string} url of the service, on loopback
 * @param {number} delayMs
 * @returns {Promise<{ url: string, stop(): Promise<void> }>}
 */
export async function startDelayedPlatform(url, delayMs) {
  const agent = new Agent({ keepAlive: true })
  const server = createServer((incoming, outgoing) => {
    const { method, headers, url: path } = incoming
    setTimeout(() => {
      const forwarded = request(new URL(path ?? '/', url), { method, headers, agent }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      })
      forwarded.on('error', () => outgoing.destroy())
      incoming.pipe(forwarded)
    }, delayMs)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
      agent.destroy()
    },
  }
}
