/** A scheme of authentication (RFC 9110, section 11.1) is followed by parameters, a token, or nothing. */
const scheme = /^([!#$%&'*+.^`|~\w-]+)(?!\s*=[^=])(?:\s|$)/

/** The names of the schemes in `Proxy-Authenticate` headers, in lower case. */
export const schemesIn = (headers: readonly string[]): string[] => {
  // Texts in quotation marks may contain commas and anything that looks like a scheme.
  const parts = headers.flatMap((header) => header.replace(/"(?:\\.|[^"\\])*"/g, '""').split(','))
  const names = parts.flatMap((part) => scheme.exec(part.trim())?.[1]?.toLowerCase() ?? [])
  return [...new Set(names)]
}

/** All values of a header, which a response may repeat. */
export const headerValues = (rawHeaders: readonly string[], name: string): string[] =>
  rawHeaders.flatMap((value, index) =>
    index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name ? [value] : [],
  )
