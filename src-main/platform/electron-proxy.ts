import type { Session } from 'electron'

/** The first entry of a PAC answer (`PROXY host:port; DIRECT`) that undici can use; null goes there directly. */
export const firstProxy = (answer: string): string | null => {
  for (const entry of answer.split(';')) {
    const [kind, address] = entry.trim().split(/\s+/)
    if (kind === 'DIRECT') return null
    if (address === undefined) continue
    if (kind === 'PROXY') return `http://${address}`
    if (kind === 'HTTPS') return `https://${address}`
  }
  return null
}

/** The system's own choice of proxy for a URL, auto-configuration scripts included. */
export const systemProxy =
  (session: Pick<Session, 'resolveProxy'>) =>
  async (url: string): Promise<string | null> =>
    firstProxy(await session.resolveProxy(url))
