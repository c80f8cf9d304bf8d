import type { Routes } from './routes'

/** Loopback addresses never use a proxy, as in Chromium. */
const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host)

type Environment = Readonly<Record<string, string | undefined>>

const isExempt = (host: string, exempt: string): boolean =>
  exempt
    .split(',')
    .map((entry) => entry.trim().toLowerCase().replace(/^\./, ''))
    .some((entry) => entry === '*' || (entry !== '' && (host === entry || host.endsWith(`.${entry}`))))

/** The proxy for a URL from the usual variables: HTTPS_PROXY, HTTP_PROXY, NO_PROXY, in upper or lower case. */
export const proxyFromEnvironment = (
  url: string,
  environment: Environment = process.env,
): Promise<Routes> => {
  const { protocol, hostname } = new URL(url)
  const read = (name: string) => environment[name.toLowerCase()] ?? environment[name.toUpperCase()] ?? ''
  const proxy = read(protocol === 'https:' ? 'https_proxy' : 'http_proxy')
  const host = hostname.toLowerCase()
  if (proxy === '' || isLoopback(host) || isExempt(host, read('no_proxy'))) return Promise.resolve([null])
  const route = proxy.includes('://') ? proxy.replace(/^socks5?h?:/i, 'socks5:') : `http://${proxy}`
  if (!URL.canParse(route)) return Promise.reject(new Error('the proxy in the environment is not a URL'))
  return Promise.resolve([route])
}
