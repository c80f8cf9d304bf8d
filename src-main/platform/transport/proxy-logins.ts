import type { Socket } from 'node:net'
import type { ProxyRequest } from '#shared/model/app/proxy'
import { createEmitter } from '../../util/emitter'
import { createSequencer } from '../../util/async'
import type { Sequencer } from '../../util/async'
import { ProxyRejectionError } from './proxy-errors'

export interface ProxyLogin {
  readonly userName: string
  readonly password: string
}

/** Opens a connection through the proxy with these credentials, in a limited time. */
type Connect = (login: ProxyLogin | null, signal?: AbortSignal) => Promise<Socket>

/** Where credentials are kept, by the address of the proxy. */
export interface ProxyLoginStore {
  readonly has: (proxy: string) => boolean
  readonly read: (proxy: string) => Promise<ProxyLogin | null>
  /** Throws the file system's error. */
  readonly write: (proxy: string, login: ProxyLogin) => Promise<void>
  readonly erase: (proxy: string) => Promise<void>
}

export interface ProxyLogins {
  /** Connects with the stored credentials, and asks for them where the proxy does. */
  connect(proxy: URL, connect: Connect, signal?: AbortSignal): Promise<Socket>
  /** The proxy that waits for credentials; null if none does. */
  request(): ProxyRequest | null
  onRequest(listener: (request: ProxyRequest | null) => void): () => void
  /** Tries the credentials once and uses them if the proxy accepts them. Null if this proxy waits for none. */
  signIn(
    proxy: string,
    login: ProxyLogin,
  ): Promise<{ readonly accepted: boolean } | { readonly error: unknown } | null>
  /** Stores the credentials in use. Throws the file system's error. */
  save(proxy: string): Promise<void>
  /** Stored credentials, for requests through Chromium; null without any. Rejected ones are not given again. */
  readonly find: (host: string, port: number) => Promise<ProxyLogin | null>
  /** All passwords that are in use, to remove them from texts. */
  passwords(): readonly string[]
}

interface Entry {
  login: ProxyLogin | null
  /** Whether the proxy has accepted the credentials since the start. */
  isAccepted: boolean
  readonly untested: Sequencer
}

/** Scheme, host and port. `origin` is `null` for SOCKS. */
const addressOf = ({ protocol, host }: URL): string => `${protocol}//${host}`

/** Whether the proxy demands credentials, or others than those it was given. */
export const asksForLogin = (error: unknown): error is ProxyRejectionError =>
  error instanceof ProxyRejectionError && error.problem.startsWith('proxy-sign-in')

/**
 * The credentials of proxies. Rejected ones are deleted, so that automatic retries never lock the account. Until the
 * proxy has accepted them, one connection at a time tries them.
 */
export const createProxyLogins = ({
  store,
  onError,
}: {
  store: ProxyLoginStore
  onError: (error: unknown) => void
}): ProxyLogins => {
  const entries = new Map<string, Entry>()
  const used = new Set<string>()
  const listeners = createEmitter<ProxyRequest | null>()
  let waiting: { readonly request: ProxyRequest; readonly connect: Connect } | null = null

  const put = (address: string, login: ProxyLogin | null, isAccepted: boolean): Entry => {
    if (login !== null) used.add(login.password)
    const entry = { login, isAccepted, untested: createSequencer() }
    entries.set(address, entry)
    return entry
  }

  const entryOf = async (address: string): Promise<Entry> => {
    const known = entries.get(address)
    // The vault may have been unlocked since.
    if (known !== undefined && (known.login !== null || !store.has(address))) return known
    const login = await store.read(address)
    const current = entries.get(address)
    return current === undefined || current.login === null ? put(address, login, false) : current
  }

  const ask = (address: string, connect: Connect, wasRejected: boolean) => {
    const isEncrypted = address.startsWith('https:')
    const before = waiting?.request
    const stays = before?.proxy === address && (before.wasRejected || !wasRejected)
    const request = stays ? before : { proxy: address, isEncrypted, wasRejected }
    waiting = { request, connect }
    if (!stays) listeners.emit(request)
  }

  const answered = (address: string) => {
    if (waiting?.request.proxy !== address) return
    waiting = null
    listeners.emit(null)
  }

  const attempt = async (
    address: string,
    entry: Entry,
    connect: Connect,
    signal?: AbortSignal,
  ): Promise<Socket> => {
    const { login } = entry
    try {
      const socket = await connect(login, signal)
      entry.isAccepted = true
      answered(address)
      return socket
    } catch (error) {
      if (asksForLogin(error)) {
        if (login !== null && entry.login === login) {
          entry.login = null
          await store.erase(address).catch(onError)
        }
        ask(address, connect, login !== null)
      }
      throw error
    }
  }

  return {
    connect: async (proxy, connect, signal) => {
      const address = addressOf(proxy)
      const entry = await entryOf(address)
      const { login, isAccepted } = entry
      return login !== null && !isAccepted
        ? entry.untested.queue(() => attempt(address, entry, connect, signal))
        : attempt(address, entry, connect, signal)
    },
    request: () => waiting?.request ?? null,
    onRequest: listeners.add,
    signIn: async (proxy, login) => {
      if (waiting?.request.proxy !== proxy) return null
      const { connect } = waiting
      used.add(login.password)
      try {
        const socket = await connect(login)
        socket.destroy()
      } catch (error) {
        if (asksForLogin(error)) {
          ask(proxy, connect, true)
          return { accepted: false }
        }
        // Another rejection concerns the platform, not the credentials.
        if (!(error instanceof ProxyRejectionError) || error.problem !== 'proxy-refused') return { error }
      }
      put(proxy, login, true)
      answered(proxy)
      return { accepted: true }
    },
    save: async (proxy) => {
      const login = entries.get(proxy)?.login ?? null
      if (login !== null) await store.write(proxy, login)
    },
    find: async (host, port) => {
      for (const protocol of ['http:', 'https:']) {
        const { login } = await entryOf(addressOf(new URL(`${protocol}//${host}:${port}`)))
        if (login !== null) return login
      }
      return null
    },
    passwords: () => [...used],
  }
}
