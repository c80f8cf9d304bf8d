/** A proxy that asks for a user name and password; the person is asked for them once. */
export interface ProxyRequest {
  /** Scheme, host and port of the proxy, without credentials. */
  readonly proxy: string
  /** Whether the connection to the proxy is encrypted; otherwise others on the network can read the password. */
  readonly isEncrypted: boolean
  /** Whether the proxy rejected the credentials that it was given. */
  readonly wasRejected: boolean
}

/** The value of the policy's `proxy` that allows direct connections only. */
export const directOnly = 'direct'

const proxyForm = /^(https?|socks[45]):\/\/(\[[0-9a-f:.]+\]|[\w.-]+)(:\d{1,5})?\/?$/i

/** Whether a text is `direct` or the address of one proxy, without credentials. */
export const isProxyRule = (text: string): boolean =>
  text === directOnly || (proxyForm.test(text) && URL.canParse(text))
