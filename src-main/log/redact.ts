/** Property names whose values are never written. */
const secretName = /pass(word|phrase)?s?$|secret|token|authorization|cookie/i
/** Secrets inside a text: bearer headers, `name=value` and `"name": "value"` with a secret name. */
const inText = [
  /(bearer\s+)[\w.~+/=-]+/gi,
  /((?:password|secret|token|access_token|refresh_token|client_secret)"?\s*[:=]\s*"?)[^"&\s,}]+/gi,
]

const hidden = '[hidden]'
const maxDepth = 6

/** Returns a copy of `value` that is safe to log. Errors become their name, message and stack. */
export const redact = (value: unknown, depth = 0): unknown => {
  if (typeof value === 'string')
    return inText.reduce((text, secret) => text.replace(secret, `$1${hidden}`), value)
  if (typeof value === 'bigint') return value.toString()
  if (typeof value !== 'object' || value === null) return value
  if (depth > maxDepth) return '…'
  if (value instanceof Error) {
    return redact({ name: value.name, message: value.message, stack: value.stack }, depth + 1)
  }
  if (Array.isArray(value)) return value.map((item) => redact(item, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      secretName.test(name) ? hidden : redact(item, depth + 1),
    ]),
  )
}
