import { z } from 'zod'
import type { ProxyLogin, ProxyLoginStore } from '../platform/transport/proxy-logins'
import { secretNameOf } from './secret-name'
import type { Vault } from './vault'

const form = z.object({ userName: z.string(), password: z.string() })

const nameOf = (proxy: string): string => secretNameOf('proxy', proxy)

const parseLogin = (text: string): ProxyLogin | null => {
  try {
    return form.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

/** Keeps the credentials of proxies in the vault. */
export const proxyLoginStore = (vault: Pick<Vault, 'has' | 'read' | 'write' | 'erase'>): ProxyLoginStore => ({
  has: (proxy) => vault.has(nameOf(proxy)),
  read: async (proxy) => {
    const text = await vault.read(nameOf(proxy))
    return text === null ? null : parseLogin(text)
  },
  write: (proxy, login) => vault.write(nameOf(proxy), JSON.stringify(login)),
  erase: async (proxy) => {
    await vault.erase(nameOf(proxy))
  },
})
