import { Refusal } from './read-error'
import { readXml } from './xml'
import type { Package } from './workbook-parts'
import { sheetLimits } from '../sheet'

/** Excel writes characters that XML does not allow, and a text that looks like this itself, as `_x000D_`. */
export const unescapeText = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text

/**
 * Collects the text of a string, which may consist of formatted runs; the pronunciation in `rPh` is not part of
 * it.
 */
export const createTextCollector = () => {
  let [text, isInText, phonetic] = ['', false, 0]
  return {
    open: (element: string): void => {
      if (element === 'rPh') phonetic += 1
      else if (element === 't') isInText = phonetic === 0
    },
    close: (element: string): void => {
      if (element === 'rPh') phonetic -= 1
      else if (element === 't') isInText = false
    },
    add: (part: string): void => {
      if (isInText) text += part
    },
    take: (): string => {
      const taken = unescapeText(text)
      text = ''
      return taken
    },
  }
}

/** The texts that cells refer to by index. Throws a `Refusal` for more than a sheet may contain. */
export const readSharedStrings = async (parts: Package, path: string | null): Promise<readonly string[]> => {
  const strings: string[] = []
  if (path === null) return strings
  const collector = createTextCollector()
  let characters = 0
  await readXml(parts.read(path), {
    open: collector.open,
    text: collector.add,
    close: (element) => {
      collector.close(element)
      if (element !== 'si') return
      const text = collector.take()
      characters += text.length
      if (characters > sheetLimits.characters || strings.length >= sheetLimits.cells) {
        throw new Refusal('expands-too-far', 'shared strings')
      }
      strings.push(text)
    },
  })
  return strings
}
