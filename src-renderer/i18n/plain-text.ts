import type { Messages, TextKey } from './messages'

/** What has a meaning in vue-i18n's texts: places to fill in, forms to choose from, links to other texts. */
const special = /[{}|@%$\\]/

const plain = new WeakMap<Messages, Map<TextKey, string | null>>()

const look = (messages: Messages, key: TextKey): string | null => {
  let found: unknown = messages
  for (const name of key.split('.')) found = (found as Readonly<Record<string, unknown>> | undefined)?.[name]
  return typeof found === 'string' && !special.test(found) ? found : null
}

/**
 * A text that stands for itself, as most do; null where vue-i18n has something to do. It would compile each of them and
 * run what came of it: a twentieth of all that the page does until its first picture.
 */
export const plainText = (messages: Messages, key: TextKey): string | null => {
  const known = plain.get(messages) ?? new Map<TextKey, string | null>()
  plain.set(messages, known)
  const before = known.get(key)
  if (before !== undefined) return before
  const text = look(messages, key)
  known.set(key, text)
  return text
}
