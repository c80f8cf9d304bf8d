import { posix } from 'node:path'

const inPage = /(?:src|href)="(\.\/[^"]+\.js)"/g
const inModule = /(?:from|import) ?"(\.[^"]+\.js)"/g

/**
 * The texts of a built file and of all files that it loads before it runs, by their paths: not what it imports on use.
 * @param start a module, or a page with its modules
 */
export const loadedFiles = (start: string, read: (path: string) => string): ReadonlyMap<string, string> => {
  const texts = new Map<string, string>()
  const load = (path: string): void => {
    if (texts.has(path)) return
    const text = read(path)
    texts.set(path, text)
    for (const [, file = ''] of text.matchAll(path.endsWith('.html') ? inPage : inModule))
      load(posix.join(posix.dirname(path), file))
  }
  load(start)
  return texts
}
