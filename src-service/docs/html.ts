const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** A piece of a page that is HTML already. */
export class Html {
  constructor(readonly text: string) {}
}

type Part = string | number | Html | readonly Html[]

const rendered = (part: Part): string => {
  if (part instanceof Html) return part.text
  if (typeof part === 'object') return part.map(({ text }) => text).join('\n')
  return String(part).replace(/[&<>"]/g, (character) => entities[character] ?? character)
}

/** A template whose parts are escaped unless they are HTML themselves. */
export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Html =>
  new Html(strings.reduce((text, string, index) => text + rendered(parts[index - 1] ?? '') + string))

/** What is written in the documentation’s texts: `code`, and lines that begin with a dash. */
export const marked = (text: string): Html =>
  new Html(rendered(text).replace(/`([^`]+)`/g, '<code>$1</code>'))
