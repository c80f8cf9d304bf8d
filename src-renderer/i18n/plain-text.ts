import type { Messages, TextKey } from './messages'

/** Characters with a meaning in vue-i18n: placeholders, plural forms, links to other texts. */
const special = /[{}|@%$\\]/

const plain = new WeakMap<Messages, Map<TextKey, string | null>>()

const lookUp = (messages: Messages, key: TextKey): string | null => {
  let found: unknown = messages
  for (const name of key.split('.')) found = (found as Readonly<Record<string, unknown>> | undefined)?.[name]
  return typeof found === 'string' && !special.test(found) ? found : null
}

/**
 * The text if it needs no vue-i18n formatting, like most; otherwise null. Compiling plain texts would take
 * about 5 % of the time to the first paint.
 */
export const plainText = (messages: Messages, key: TextKey): string | null => {
  const known = plain.get(messages) ?? new Map<TextKey, string | null>()
  plain.set(messages, known)
  const before = known.get(key)
  if (before !== undefined) return before
  const text = lookUp(messages, key)
  known.set(key, text)
  return text
}
