const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Text that is already HTML and must not be escaped. */
export class Html {
  constructor(readonly text: string) {}
}

type Part = string | number | Html | readonly Html[]

const rendered = (part: Part): string => {
  if (part instanceof Html) return part.text
  if (typeof part === 'object') return part.map(({ text }) => text).join('\n')
  return String(part).replace(/[&<>"]/g, (character) => entities[character] ?? character)
}

/** A template tag that escapes its values unless they are HTML. */
export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Html =>
  new Html(strings.reduce((text, string, index) => text + rendered(parts[index - 1] ?? '') + string))

/** Escapes a text and converts `code` spans. */
export const withCodeSpans = (text: string): Html =>
  new Html(rendered(text).replace(/`([^`]+)`/g, '<code>$1</code>'))
