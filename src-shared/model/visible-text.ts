import { normalized } from '../normalized'

/**
 * Invisible characters that affect the text around them: controls other than tab and line ends, and
 * bidirectional embeddings and overrides (Unicode Standard Annex 9). Plain direction marks are allowed, because
 * names need them.
 */
// eslint-disable-next-line no-control-regex -- controls are what is looked for
const hiddenCharacter = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/
const allHiddenCharacters = new RegExp(hiddenCharacter, 'g')

/** What has no shape in a name: these characters, soft hyphens and zero-width spaces; emoji need the joiner. */
const removedCharacters = /[^\P{Cc}\t\n\r]|[\u00ad\u200b\u2060\ufeff\u202a-\u202e\u2066-\u2069]/gu

export const withoutHidden = (text: string): string => text.replace(removedCharacters, '')

/** A typed or pasted name: without hidden characters, on one line, trimmed. */
export const plainName = (typed: string): string => withoutHidden(typed).replace(/\s+/gu, ' ').trim()

/** A typed or pasted code or ID, as systems write it: half-width, without hidden characters. */
export const plainCode = (typed: string): string =>
  normalized(typed)
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .trim()

/** Makes text from a platform or a device safe to show: characters that hide or reorder text become “�”. */
export const visibleText = (text: string): string =>
  hiddenCharacter.test(text) ? text.replace(allHiddenCharacters, '\ufffd') : text
