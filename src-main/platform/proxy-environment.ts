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
  return Promise.resolve(proxy === '' || isExempt(hostname.toLowerCase(), read('no_proxy')) ? null : proxy)
}
