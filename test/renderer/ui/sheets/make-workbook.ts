import { deflateRawSync } from 'node:zlib'

interface PackedFile {
  readonly path: string
  readonly content: string | Uint8Array
  /** The size in the directory instead of the real one. */
  readonly declaredBytes?: number
  readonly isEncrypted?: boolean
  /** Stored without compression. */
  readonly isStored?: boolean
  /** Shares the bytes of the previous file. */
  readonly sharesBytes?: boolean
}

interface ZipOptions {
  /** Sizes and offsets are in ZIP64 fields. */
  readonly isZip64?: boolean
  /** Sizes follow the data, and the local headers have none. */
  readonly hasDescriptors?: boolean
  readonly comment?: string
}

const zip64 = (...numbers: number[]): Buffer => {
  const field = Buffer.alloc(4 + numbers.length * 8)
  field.writeUInt16LE(1, 0)
  field.writeUInt16LE(numbers.length * 8, 2)
  numbers.forEach((number, at) => field.writeBigUInt64LE(BigInt(number), 4 + at * 8))
  return field
}

/** The ZIP64 end of the directory and its locator. */
const zip64End = (count: number, size: number, at: number): Buffer => {
  const end = Buffer.alloc(76)
  end.writeUInt32LE(0x06064b50, 0)
  end.writeBigUInt64LE(44n, 4)
  end.writeBigUInt64LE(BigInt(count), 24)
  end.writeBigUInt64LE(BigInt(count), 32)
  end.writeBigUInt64LE(BigInt(size), 40)
  end.writeBigUInt64LE(BigInt(at), 48)
  end.writeUInt32LE(0x07064b50, 56)
  end.writeBigUInt64LE(BigInt(at + size), 64)
  end.writeUInt32LE(1, 72)
  return end
}

/** A zip archive as spreadsheet programs write it, or malformed on purpose. */
export const makeZip = (
  files: readonly PackedFile[],
  { isZip64 = false, hasDescriptors = false, comment = '' }: ZipOptions = {},
): Uint8Array => {
  const locals: Buffer[] = []
  const central: Buffer[] = []
  let at = 0
  let before = 0
  for (const { path, content, declaredBytes, isEncrypted = false, isStored, sharesBytes } of files) {
    const plain = typeof content === 'string' ? Buffer.from(content) : Buffer.from(content)
    const packed = isStored === true ? plain : deflateRawSync(plain)
    const method = isStored === true ? 0 : 8
    const name = Buffer.from(path)
    const flags = (isEncrypted ? 1 : 0) | (hasDescriptors ? 8 : 0)
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(flags, 6)
    local.writeUInt16LE(method, 8)
    local.writeUInt32LE(hasDescriptors ? 0 : packed.length, 18)
    local.writeUInt32LE(hasDescriptors ? 0 : (declaredBytes ?? plain.length), 22)
    local.writeUInt16LE(name.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(flags, 8)
    entry.writeUInt16LE(method, 10)
    if (sharesBytes !== true) before = at
    const numbers = [declaredBytes ?? plain.length, packed.length, before] as const
    const extra = isZip64 ? zip64(...numbers) : Buffer.alloc(0)
    entry.writeUInt32LE(isZip64 ? 0xffffffff : numbers[1], 20)
    entry.writeUInt32LE(isZip64 ? 0xffffffff : numbers[0], 24)
    entry.writeUInt16LE(name.length, 28)
    entry.writeUInt16LE(extra.length, 30)
    entry.writeUInt32LE(isZip64 ? 0xffffffff : numbers[2], 42)
    central.push(entry, name, extra)
    if (sharesBytes === true) continue
    const descriptor = Buffer.alloc(hasDescriptors ? 16 : 0)
    if (hasDescriptors) descriptor.writeUInt32LE(0x08074b50, 0)
    locals.push(local, name, packed, descriptor)
    at += 30 + name.length + packed.length + descriptor.length
  }
  const directory = Buffer.concat(central)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(isZip64 ? 0xffffffff : at, 16)
  end.writeUInt16LE(comment.length, 20)
  const end64 = isZip64 ? zip64End(files.length, directory.length, at) : Buffer.alloc(0)
  return new Uint8Array(Buffer.concat([...locals, directory, end64, end, Buffer.from(comment)]))
}

export interface MadeSheet {
  readonly name: string
  /** The content of `<sheetData>`. */
  readonly data: string
  readonly state?: 'hidden'
  readonly after?: string
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** The files of a workbook as text, so that a cell can be anything the format allows. */
export const workbookFiles = (
  sheets: readonly MadeSheet[],
  strings: readonly string[] = [],
): PackedFile[] => [
  {
    path: 'xl/workbook.xml',
    content: `${declaration}<workbook xmlns="${main}" xmlns:r="${relationships}"><sheets>${sheets
      .map(
        ({ name, state }, index) =>
          `<sheet name="${name}" sheetId="${index + 1}"${state === undefined ? '' : ` state="${state}"`} r:id="rId${index + 1}"/>`,
      )
      .join('')}</sheets></workbook>`,
  },
  {
    path: 'xl/_rels/workbook.xml.rels',
    content: `${declaration}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${sheets
      .map(
        (_, index) =>
          `<Relationship Id="rId${index + 1}" Type="${relationships}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`,
      )
      .join(
        '',
      )}<Relationship Id="rId90" Type="${relationships}/styles" Target="styles.xml"/></Relationships>`,
  },
  {
    path: 'xl/styles.xml',
    content: `${declaration}<styleSheet xmlns="${main}"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`,
  },
  {
    path: 'xl/sharedStrings.xml',
    content: `${declaration}<sst xmlns="${main}">${strings.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`,
  },
  ...sheets.map(({ data, after = '' }, index) => ({
    path: `xl/worksheets/sheet${index + 1}.xml`,
    content: `${declaration}<worksheet xmlns="${main}"><sheetData>${data}</sheetData>${after}</worksheet>`,
  })),
]

export const makeWorkbook = (sheets: readonly MadeSheet[], strings: readonly string[] = []): Uint8Array =>
  makeZip(workbookFiles(sheets, strings))
