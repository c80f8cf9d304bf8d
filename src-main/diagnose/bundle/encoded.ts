/** Long enough to hold a short name in base64; hex of it is longer. */
const run = /[A-Za-z\d+_/-]{4,4000}={0,2}|(?:%[\da-f]{2}|[\w.~+-]){3,1000}/gi
const hex = /^(?:[\da-f]{2})+$/i
/** What is no text is no name in another writing. */
const noText = /[\p{Cc}\ufffd]/u

const asText = (bytes: Buffer): string[] => {
  const text = bytes.toString('utf8')
  return text === '' || noText.test(text) ? [] : [text]
}

const fromAddress = (text: string): string[] => {
  if (!text.includes('%')) return []
  try {
    return [decodeURIComponent(text)]
  } catch {
    return []
  }
}

/** What a run of letters and digits may be another writing of: base64 or hex of a text, or a part of an address. */
const readingsOf = (found: string): string[] => [
  ...fromAddress(found),
  ...(hex.test(found) ? asText(Buffer.from(found, 'hex')) : []),
  ...asText(Buffer.from(found, 'base64')),
]

/**
 * Takes out what says something secret in base64, in hex or as a part of an address. The other way round, every name
 * that is known would have to be kept in each of these writings.
 */
export const hideEncoded = (text: string, isSecret: (text: string) => boolean): string => {
  const hide = (found: string): string => (readingsOf(found).some(isSecret) ? '[hidden]' : found)
  return text.replace(run, (found) => {
    const whole = hide(found)
    return whole === found && found.includes('/') ? found.split('/').map(hide).join('/') : whole
  })
}
