import type { HidConnection, HidEntry } from '../hid/hid-port'
import { startExchange } from '../hid/exchange'
import type { ExchangeDeps } from '../hid/exchange'
import type { LockProfile, ReadBy } from '../profiles/profile'

/** The text of the device that a profile with `by: "serial"` reads. */
export const deviceText = ({ text }: Pick<ReadBy, 'text'>, entry: HidEntry): string => {
  const { serialNumber: serial, product, manufacturer } = entry
  return { serial, product, manufacturer }[text ?? 'serial'] ?? ''
}

/**
 * The bytes of the further places of the number, in their order; none for a report that does not come. Nothing is
 * sent. `connection` is null for a profile that reads only texts.
 */
export const readPlaces = async (
  { also = [] }: LockProfile,
  entry: HidEntry,
  response: Uint8Array,
  deps: Omit<ExchangeDeps, 'connection'> & { readonly connection: HidConnection | null },
  signal: AbortSignal,
): Promise<readonly Uint8Array[]> => {
  const { connection } = deps
  const found: Uint8Array[] = []
  for (const { read } of also) {
    if (read === undefined) found.push(response)
    else if (read.by === 'serial') found.push(Buffer.from(deviceText(read, entry), 'utf8'))
    else if (connection === null) found.push(new Uint8Array())
    else {
      const exchange = startExchange({ ...read, answer: {} }, { ...deps, connection })
      const other = await exchange(signal)
      found.push(other.kind === 'answer' ? other.data : new Uint8Array())
    }
  }
  return found
}
