import { describe, expect, it } from 'vitest'
import { useProxy } from '../../src-main/updates/update-proxy'

type Listener = Parameters<Parameters<typeof useProxy>[0]['on']>[1]

const start = async (proxy: string | null, login: { userName: string; password: string } | null) => {
  const settings: unknown[] = []
  const listeners: Listener[] = []
  const updater = {
    netSession: { setProxy: (config: unknown) => Promise.resolve(void settings.push(config)) },
    on: (_event: 'login', listener: Listener) => listeners.push(listener),
  }
  await useProxy(updater, { proxy, findProxyLogin: () => Promise.resolve(login) })
  const ask = (part: object) =>
    new Promise((answered) =>
      listeners[0]?.({ isProxy: true, scheme: 'basic', host: 'proxy', port: 8080, ...part }, (...given) =>
        answered(given),
      ),
    )
  return { settings, ask }
}

describe('updates', () => {
  it('use the proxy of the policy', async () => {
    expect((await start('http://proxy:8080', null)).settings).toEqual([
      { mode: 'fixed_servers', proxyRules: 'http://proxy:8080' },
    ])
    expect((await start('direct', null)).settings).toEqual([{ mode: 'direct' }])
    expect((await start(null, null)).settings).toEqual([])
  })

  it('give stored credentials once, to a proxy that asks for Basic', async () => {
    const { ask } = await start(null, { userName: 'li', password: 'word' })
    expect(await ask({ isProxy: false })).toEqual([])
    expect(await ask({ scheme: 'ntlm' })).toEqual([])
    expect(await ask({})).toEqual(['li', 'word'])
    expect(await ask({})).toEqual([])
    expect(await ask({ host: 'other' })).toEqual(['li', 'word'])
    expect(await (await start(null, null)).ask({})).toEqual([])
  })
})
