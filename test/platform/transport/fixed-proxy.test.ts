import { afterEach, describe, expect, it } from 'vitest'
import { isProxyRule } from '#shared/model/app/proxy'
import { routesByFixedProxy } from '../../../src-main/platform/transport/fixed-proxy'
import { createTransport } from '../../../src-main/platform/transport/transport'
import { startConnectProxy } from '../../support/connect-proxy'
import { envelope, startPlatformDouble } from '../../support/platform-double'

const stops: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

describe('the proxy of a policy', () => {
  it('is the only route, whatever the system and the environment say', async () => {
    process.env['NO_PROXY'] = '*'
    stops.push(() => Promise.resolve(delete process.env['NO_PROXY']))
    const routes = routesByFixedProxy('http://proxy.example:8080')
    for (const url of ['https://platform.example/order', 'http://10.0.0.1/', 'https://localhost.example/'])
      expect(await routes(url)).toEqual(['http://proxy.example:8080'])
    for (const url of ['http://127.0.0.1:4000/', 'http://localhost/', 'http://[::1]:1/'])
      expect(await routes(url)).toEqual([null])
    expect(await routesByFixedProxy('direct')('https://platform.example/')).toEqual([null])
  })

  it('that cannot be reached or refuses is not bypassed', async () => {
    const double = await startPlatformDouble(() => envelope(null))
    const refusing = await startConnectProxy(403)
    stops.push(double.stop, refusing.stop)
    // A name of loopback that only the system resolves.
    const url = `${double.baseUrl.replace('127.0.0.1', 'platform.localhost')}/order`
    const send = async (proxy: string) => {
      const transport = createTransport({
        routesFor: routesByFixedProxy(proxy),
        certificates: () => undefined,
      })
      stops.push(() => transport.stop())
      const request = { url, method: 'GET', headers: {}, freshConnection: true, deadlineMs: 5_000 } as const
      return transport.send(request)
    }
    expect(await send('http://127.0.0.1:9')).toMatchObject({ kind: 'broken', mayBeSent: false })
    expect(await send(refusing.url)).toMatchObject({ proxy: 'proxy-refused', mayBeSent: false })
    expect(double.calls).toEqual([])
    expect(refusing.tunnelled).toEqual([new URL(url).host])
  })

  it.each([
    ['direct', true],
    ['http://proxy.example:8080', true],
    ['https://10.0.0.1', true],
    ['socks5://[2001:db8::1]:1080/', true],
    ['socks4://proxy', true],
    ['proxy.example:8080', false],
    ['http://user:word@proxy.example:8080', false],
    ['http://proxy.example:8080/path', false],
    ['http://proxy.example:99999', false],
    ['http://proxy.example; direct', false],
    ['file:///etc/proxy', false],
    ['DIRECT', false],
  ])('%s is allowed: %s', (text, isAllowed) => {
    expect(isProxyRule(text)).toBe(isAllowed)
  })
})
