import { createServer, request as ask } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer as createSecure } from 'node:https'
import type { ServerCertificate } from './certificates'
import { listenOnLoopback } from './listening'

const bodyOf = async (stream: AsyncIterable<unknown>): Promise<Buffer> => {
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

type Step = (request: IncomingMessage) => boolean | Promise<boolean>

const passes: Step = () => true

/** Stands between the app and a service and hands every request on. */
export const startGateway = async (
  serviceUrl: string,
  {
    before = passes,
    after = passes,
    pathOf = (path) => path,
    certificate,
  }: {
    /** Runs before the service receives the request; false cuts the connection instead. */
    readonly before?: Step
    /** Runs when the service has responded; false loses the response. */
    readonly after?: Step
    /** The service's path of a path of the gateway. */
    readonly pathOf?: (path: string) => string
    /** Serves HTTPS. */
    readonly certificate?: ServerCertificate
  } = {},
) => {
  const { host, hostname, port } = new URL(serviceUrl)

  const forward = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const body = await bodyOf(incoming)
    if (!(await before(incoming))) {
      incoming.socket.destroy()
      return
    }
    const headers = { ...incoming.headers, host, connection: 'close' }
    const path = pathOf(incoming.url ?? '/')
    const answer = await new Promise<IncomingMessage>((answered, failed) => {
      ask({ host: hostname, port, path, method: incoming.method, headers }, answered)
        .on('error', failed)
        .end(body)
    })
    const content = await bodyOf(answer)
    if (!(await after(incoming))) {
      incoming.socket.destroy()
      return
    }
    const { 'transfer-encoding': _chunked, connection: _connection, ...rest } = answer.headers
    outgoing.writeHead(answer.statusCode ?? 502, { ...rest, 'content-length': content.length }).end(content)
  }

  const onRequest = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    forward(incoming, outgoing).catch(() => incoming.socket.destroy())
  }
  const server = certificate === undefined ? createServer(onRequest) : createSecure(certificate, onRequest)
  const listening = await listenOnLoopback(server)
  return {
    url: certificate === undefined ? listening.url : `https://127.0.0.1:${listening.port}`,
    /** Refuses connections, as if the service were not running. */
    refuse: (): void => {
      server.close()
      server.closeIdleConnections()
    },
    accept: listening.again,
    disconnect: listening.disconnect,
    stop: listening.stop,
  }
}
export type Gateway = Awaited<ReturnType<typeof startGateway>>
