import { goodForMs } from './fresh-connection'
import type { FreshConnection } from './fresh-connection'

/**
 * A fresh connection opened while the call before it is still under way: on a platform far away, TCP and TLS take
 * longer than the call. It is used once, like any other; unused, it is closed before the other side could tire of it.
 */
export const createSpareConnection = (open: (url: string) => FreshConnection) => {
  let spare: { readonly origin: string; readonly connection: FreshConnection } | null = null
  let expiry: NodeJS.Timeout | undefined

  const drop = () => {
    clearTimeout(expiry)
    spare?.connection.discard()
    spare = null
  }

  return {
    openFor: (url: string): void => {
      drop()
      spare = { origin: new URL(url).origin, connection: open(url) }
      expiry = setTimeout(drop, goodForMs).unref()
    },
    /** The one that is open for `url`'s origin, or a new one. */
    take: (url: string): FreshConnection => {
      if (spare?.origin !== new URL(url).origin) return open(url)
      clearTimeout(expiry)
      const { connection } = spare
      spare = null
      return connection
    },
    drop,
  }
}
