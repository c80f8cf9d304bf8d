import { Refusal } from './read-error'
import { localName, readXml } from './xml'
import { unpackEntry } from './zip'
import type { ZipEntry } from './zip'
import { sheetLimits } from '../sheet'

/** Parts of the archive by path in lower case: the format compares their names without case. */
export interface Package {
  readonly has: (path: string) => boolean
  /** In bytes, as the archive says. */
  readonly sizeOf: (path: string) => number
  /**
   * The bytes of a part in pieces. Together, the parts read have the limit of a workbook, and parts that are
   * only searched have none of their own. Throws a `Refusal`.
   */
  readonly read: (path: string, isSearched?: boolean) => AsyncGenerator<Uint8Array>
}

const normalized = (path: string): string => path.replace(/^\/+/, '').toLowerCase()

export const openPackage = (bytes: Uint8Array, entries: readonly ZipEntry[]): Package => {
  const parts = new Map(entries.map((entry) => [normalized(entry.path), entry]))
  let total = 0
  return {
    has: (path) => parts.has(normalized(path)),
    sizeOf: (path) => parts.get(normalized(path))?.unpackedBytes ?? 0,
    read: async function* (path, isSearched = false) {
      const entry = parts.get(normalized(path))
      if (entry === undefined) throw new Refusal('damaged', `${path} is missing`)
      const limit = isSearched ? Infinity : sheetLimits.unpackedBytes - total
      for await (const piece of unpackEntry(bytes, entry, limit)) {
        if (!isSearched) total += piece.length
        yield piece
      }
    },
  }
}

interface Relationship {
  /** The last word of its type, which both variants of the format share. */
  readonly kind: string
  readonly path: string
}

const decoded = (target: string): string => {
  try {
    return decodeURIComponent(target)
  } catch {
    return target
  }
}

/** The path of a target, which is relative to the folder of its source or starts at the root. */
const resolvePath = (folder: string, target: string): string => {
  const path: string[] = []
  const written = decoded(target).replaceAll('\\', '/')
  for (const step of (written.startsWith('/') ? written : `${folder}/${written}`).split('/')) {
    if (step === '..') path.pop()
    else if (step !== '.' && step !== '') path.push(step)
  }
  return path.join('/')
}

const splitPath = (path: string): readonly [folder: string, name: string] => {
  const slash = path.lastIndexOf('/')
  return [path.slice(0, Math.max(0, slash)), path.slice(slash + 1)]
}

/** The relationships of a part by ID; of the archive itself for an empty path. */
const relationshipsOf = async (parts: Package, source: string): Promise<Map<string, Relationship>> => {
  const [folder, name] = splitPath(source)
  const found = new Map<string, Relationship>()
  const path = `${folder}/_rels/${name}.rels`
  if (!parts.has(path)) return found
  await readXml(parts.read(path), {
    open: (element, { Id = '', Type = '', Target = '', TargetMode = '' }) => {
      if (element !== 'Relationship' || TargetMode === 'External') return
      found.set(Id, { kind: splitPath(Type)[1], path: resolvePath(folder, Target) })
    },
  })
  return found
}

/** The path of the document that the archive contains; null if it names none. */
export const findMainPart = async (parts: Package): Promise<string | null> => {
  const relationships = await relationshipsOf(parts, '')
  for (const { kind, path } of relationships.values()) if (kind === 'officeDocument') return path
  return parts.has('xl/workbook.xml') ? 'xl/workbook.xml' : null
}

export interface WorkbookParts {
  /** In the order of the tabs, without charts. */
  readonly sheets: readonly { readonly name: string; readonly isHidden: boolean; readonly path: string }[]
  readonly styles: string | null
  readonly sharedStrings: string | null
  /** Dates count from 1904. */
  readonly is1904: boolean
  /** The stored results of formulas may be placeholders. */
  readonly isUncalculated: boolean
}

/** No workbook that a person uses has more. */
const maxSheets = 1000

const isOn = (value: string | undefined): boolean => value === '1' || value === 'true' || value === 'on'

/** Its prefix tells the ID of the relationship from other IDs; any prefix may be used. */
const relationshipId = (attributes: Readonly<Record<string, string>>): string => {
  const name = Object.keys(attributes).find((key) => key.includes(':') && localName(key) === 'id')
  return name === undefined ? '' : (attributes[name] ?? '')
}

/** Reads the workbook's own part. Throws a `Refusal`; another kind of document is `unknown-kind`. */
export const readWorkbookParts = async (parts: Package, path: string): Promise<WorkbookParts> => {
  const relationships = await relationshipsOf(parts, path)
  const sheets: WorkbookParts['sheets'][number][] = []
  let [root, is1904, isUncalculated, named] = ['', false, false, 0]
  await readXml(parts.read(path), {
    open: (element, attributes) => {
      root ||= element
      if (element === 'workbookPr') is1904 = isOn(attributes['date1904'])
      if (element === 'calcPr') isUncalculated = isOn(attributes['fullCalcOnLoad'])
      if (element === 'sheet') named += 1
      const { name = '', state = '' } = attributes
      const target = element === 'sheet' ? relationships.get(relationshipId(attributes)) : undefined
      if (target?.kind === 'worksheet' && name !== '') {
        if (sheets.length >= maxSheets) throw new Refusal('damaged', `more than ${String(maxSheets)} sheets`)
        sheets.push({ name, isHidden: /^(?:very)?hidden$/i.test(state), path: target.path })
      }
    },
  })
  if (named > 0 && relationships.size === 0) throw new Refusal('damaged', 'the sheets have no parts')
  if (root !== 'workbook') throw new Refusal('unknown-kind', `${path} is no workbook`)
  const pathOf = (kind: string): string | null => {
    const found = [...relationships.values()].find((one) => one.kind === kind)
    const partPath = found?.path ?? resolvePath(splitPath(path)[0], `${kind}.xml`)
    return parts.has(partPath) ? partPath : null
  }
  return {
    sheets,
    styles: pathOf('styles'),
    sharedStrings: pathOf('sharedStrings'),
    is1904,
    isUncalculated,
  }
}
