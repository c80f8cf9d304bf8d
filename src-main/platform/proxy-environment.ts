/** This machine is never behind a proxy; Chromium has it so too. */
const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host)

type Environment = Readonly<Record<string, string | undefined>>

const isExempt = (host: string, exempt: string): boolean =>
  exempt
    .split(',')
    .map((entry) => entry.trim().toLowerCase().replace(/^\./, ''))
    .some((entry) => entry === '*' || (entry !== '' && (host === entry || host.endsWith(`.${entry}`))))

/** The proxy that the usual variables name for a URL: HTTPS_PROXY, HTTP_PROXY, NO_PROXY, in either case. */
export const proxyFromEnvironment = (
  url: string,
  environment: Environment = process.env,
): Promise<string | null> => {
  const { protocol, hostname } = new URL(url)
  const read = (name: string) => environment[name.toLowerCase()] ?? environment[name.toUpperCase()] ?? ''
  const proxy = read(protocol === 'https:' ? 'https_proxy' : 'http_proxy')
  const host = hostname.toLowerCase()
  if (proxy === '' || isLoopback(host) || isExempt(host, read('no_proxy'))) return Promise.resolve(null)
  return Promise.resolve(proxy.includes('://') ? proxy : `http://${proxy}`)
}
