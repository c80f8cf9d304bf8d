/** Long enough for a short name in base64; hex is longer. */
const encodedRun = /[A-Za-z\d+_/-]{4,4000}={0,2}|(?:%[\da-f]{2}|[\w.~+-]){3,1000}/gi
const onlyHex = /^(?:[\da-f]{2})+$/i
/** Control characters: the decoded bytes are not text. */
const controlCharacters = /[\p{Cc}\ufffd]/u

const asText = (bytes: Buffer): string[] => {
  const text = bytes.toString('utf8')
  return text === '' || controlCharacters.test(text) ? [] : [text]
}

const fromAddress = (text: string): string[] => {
  if (!text.includes('%')) return []
  try {
    return [decodeURIComponent(text)]
  } catch {
    return []
  }
}

/** Possible decodings of a run of characters: base64, hex or a URL part. */
const decodingsOf = (found: string): string[] => [
  ...fromAddress(found),
  ...(onlyHex.test(found) ? asText(Buffer.from(found, 'hex')) : []),
  ...asText(Buffer.from(found, 'base64')),
]

/**
 * Removes secrets encoded in base64, hex or a URL. Decodes the text, because encoding every known name in each
 * form would cost more.
 */
export const hideEncodedSecrets = (text: string, isSecret: (text: string) => boolean): string => {
  const hide = (found: string): string => (decodingsOf(found).some(isSecret) ? '[hidden]' : found)
  return text.replace(encodedRun, (found) => {
    const hiddenWhole = hide(found)
    return hiddenWhole === found && found.includes('/') ? found.split('/').map(hide).join('/') : hiddenWhole
  })
}
