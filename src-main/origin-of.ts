/** Scheme, host and port of a URL; a text that is none stays what it is. */
export const originOf = (url: string): string => (URL.canParse(url) ? new URL(url).origin : url)
