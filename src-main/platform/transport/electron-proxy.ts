import type { Session } from 'electron'
import type { Routes } from './routes'

/** Schemes of PAC result entries. Plain SOCKS means version 4, as in Chromium. */
const schemes: Readonly<Record<string, string>> = {
  PROXY: 'http',
  HTTP: 'http',
  HTTPS: 'https',
  SOCKS: 'socks4',
  SOCKS4: 'socks4',
  SOCKS5: 'socks5',
}

/**
 * Parses a PAC result (`PROXY host:port; DIRECT`) in order. Unknown entries are skipped; only DIRECT connects
 * directly.
 */
export const routesIn = (answer: string): Routes =>
  answer.split(';').flatMap((entry): (string | null)[] => {
    const [kind = '', address] = entry.trim().split(/\s+/)
    if (kind.toUpperCase() === 'DIRECT') return [null]
    const scheme = schemes[kind.toUpperCase()]
    const url = `${scheme ?? ''}://${address ?? ''}`
    return scheme !== undefined && address !== undefined && URL.canParse(url) ? [url] : []
  })

/** The system's proxies for a URL, including auto-configuration scripts. */
export const systemProxy =
  (session: Pick<Session, 'resolveProxy'>) =>
  async (url: string): Promise<Routes> =>
    routesIn(await session.resolveProxy(url))
