// A work order as the text of a QR code, so that a scanner can read it from paper (docs/work-orders.md): digits, and letters
// that are on the same keys on QWERTY, QWERTZ and AZERTY.

const prefix = 'LDRO1'
/** Printed orders of earlier versions begin with LDWO1; AZERTY and QWERTY exchange W and Z. */
const knownPrefix = /^LD[RWZ]O1(?=\d+$)/i
/** Version 40 of a QR code with error correction level L has room for 7,089 digits; the prefix takes some. */
const maxDigits = 7_060
/** A code of this length cannot hold a longer file. */
const maxBytes = 200_000

const through = async (
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
): Promise<Uint8Array<ArrayBuffer> | null> => {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader()
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    const chunk = new Uint8Array(next.value)
    size += chunk.length
    if (size > maxBytes) {
      await reader.cancel()
      return null
    }
    chunks.push(chunk)
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer())
}

/** The file, compressed (RFC 1951), as one decimal number after a byte 1. Null if it has no room in a QR code. */
export const orderCodeOf = async (file: Uint8Array<ArrayBuffer>): Promise<string | null> => {
  const bytes = file.length > maxBytes ? null : await through(file, new CompressionStream('deflate-raw'))
  if (bytes === null || bytes.length > maxDigits / 2) return null
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  const digits = BigInt(`0x01${hex}`).toString()
  return digits.length > maxDigits ? null : `${prefix}${digits}`
}

export const isOrderCode = (text: string): boolean => knownPrefix.test(text)

/** The file of a scanned code; null if the code is damaged. */
export const fileOfOrderCode = async (text: string): Promise<Uint8Array<ArrayBuffer> | null> => {
  const digits = text.slice(prefix.length)
  if (!isOrderCode(text) || digits.length > maxDigits) return null
  const hex = BigInt(digits).toString(16)
  if (!hex.startsWith('1') || hex.length % 2 !== 1) return null
  const bytes = Uint8Array.from(hex.slice(1).match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  try {
    return await through(bytes, new DecompressionStream('deflate-raw'))
  } catch {
    return null
  }
}
