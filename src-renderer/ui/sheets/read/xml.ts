import { SaxesParser } from 'saxes'
import { Refusal } from './read-error'

/** Receives a document while it is read. Names are without their prefix. */
export interface XmlHandler {
  readonly open?: (name: string, attributes: Readonly<Record<string, string>>) => void
  readonly close?: (name: string) => void
  /** All text between two tags. */
  readonly text?: (text: string) => void
  /** Asked after each piece of the document; the rest is not read once it is true. */
  readonly isDone?: () => boolean
}

/** A spreadsheet's own documents are nested about ten deep. */
const maxDepth = 100
/** Characters without a complete tag or text; Excel's longest cell has 32,767. */
const maxToken = 1_000_000

export const localName = (name: string): string => {
  const colon = name.indexOf(':')
  return colon === -1 ? name : name.slice(colon + 1)
}

const encodingOf = (start: Uint8Array): string => {
  const [first = 0, second = 0] = start
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return 'utf-16le'
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return 'utf-16be'
  const declaration = String.fromCharCode(...start.subarray(0, 200))
  const declared = /^(?:\xef\xbb\xbf)?<\?xml[^>]*\bencoding\s*=\s*["']([\w.:-]+)["']/.exec(declaration)?.[1]
  // Some programs declare UTF-16 and then write UTF-8; text in UTF-16 does not come this far.
  return declared === undefined || /^utf-?16/i.test(declared) ? 'utf-8' : declared
}

const createParser = (handler: XmlHandler, onToken: () => void) => {
  const parser = new SaxesParser<{ position: false; xmlns: false }>({ position: false, xmlns: false })
  let depth = 0
  parser.on('doctype', () => {
    throw new Refusal('damaged', 'a document type')
  })
  parser.on('opentag', ({ name, attributes }) => {
    onToken()
    depth += 1
    if (depth > maxDepth) throw new Refusal('damaged', 'nested too deep')
    handler.open?.(localName(name), attributes)
  })
  parser.on('closetag', ({ name }) => {
    onToken()
    depth -= 1
    handler.close?.(localName(name))
  })
  const text = (found: string): void => {
    onToken()
    handler.text?.(found)
  }
  parser.on('text', text)
  parser.on('cdata', text)
  return parser
}

/**
 * Reads an XML document piece by piece, in UTF-8, UTF-16 or the declared encoding. A document type is refused,
 * so no entity exists that could expand. Throws a `Refusal` for a document that is not well formed.
 */
export const readXml = async (pieces: AsyncIterable<Uint8Array>, handler: XmlHandler): Promise<void> => {
  let sinceToken = 0
  const parser = createParser(handler, () => (sinceToken = 0))
  let decoder: TextDecoder | null = null
  try {
    for await (const piece of pieces) {
      decoder ??= new TextDecoder(encodingOf(piece), { fatal: true })
      const text = decoder.decode(piece, { stream: true })
      sinceToken += text.length
      parser.write(text)
      if (sinceToken > maxToken) throw new Refusal('damaged', 'a tag or text does not end')
      if (handler.isDone?.() === true) return
    }
    parser.write(decoder?.decode() ?? '').close()
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw new Refusal('damaged', String(error))
  }
}
