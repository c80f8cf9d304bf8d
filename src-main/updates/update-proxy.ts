import { directOnly } from '#shared/model/app/proxy'
import type { ProxyLogin, ProxyLogins } from '../platform/transport/proxy-logins'

export interface UpdateNetwork {
  /** The policy's proxy; null uses the system's settings. */
  readonly proxy: string | null
  readonly findProxyLogin: ProxyLogins['find']
}

/** What Electron tells about a server that asks for credentials. */
interface AuthRequest {
  readonly isProxy: boolean
  readonly scheme: string
  readonly host: string
  readonly port: number
}

/** What is needed of electron-updater. */
interface ProxyUser {
  readonly netSession: {
    setProxy(config: { mode: 'direct' | 'fixed_servers'; proxyRules?: string }): Promise<void>
  }
  on(
    event: 'login',
    listener: (info: AuthRequest, answer: (userName: string, password: string) => void) => void,
  ): unknown
}

/** Requests of updates use the policy's proxy, and the stored credentials once where a proxy asks for Basic. */
export const useProxy = async (
  updater: ProxyUser,
  { proxy, findProxyLogin }: UpdateNetwork,
): Promise<void> => {
  if (proxy !== null) {
    await updater.netSession.setProxy(
      proxy === directOnly ? { mode: 'direct' } : { mode: 'fixed_servers', proxyRules: proxy },
    )
  }
  const given = new Map<string, ProxyLogin>()
  updater.on('login', ({ isProxy, scheme, host, port }, answer) => {
    // Without arguments, which electron-updater does not declare, the request ends; empty texts would be sent.
    const decline = answer as () => void
    if (!isProxy || scheme.toLowerCase() !== 'basic') {
      decline()
      return
    }
    const key = `${host}:${port}`
    const answerOnce = (login: ProxyLogin | null) => {
      // Chromium asks again for rejected credentials; the same ones could lock the account.
      if (login === null || given.get(key) === login) decline()
      else {
        given.set(key, login)
        answer(login.userName, login.password)
      }
    }
    findProxyLogin(host, port).then(answerOnce, decline)
  })
}
