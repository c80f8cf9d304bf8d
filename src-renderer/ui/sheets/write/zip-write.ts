// The archive layout: PKWARE APPNOTE 6.3.10, 4.3.

const deflated = 8
/** A fixed file date (1980-01-01, the earliest possible), so that the same rows give the same bytes. */
const firstDay = 0x21
/** The flag for UTF-8 names. */
const utf8Names = 0x800

type Bytes = Uint8Array<ArrayBuffer>

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit++) value = (value & 1) === 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value
})

/** The checksum of files in a zip archive (ISO 3309). */
export const crc32 = (bytes: Uint8Array): number => {
  let value = 0xffffffff
  for (const byte of bytes) value = (value >>> 8) ^ (crcTable[(value ^ byte) & 0xff] ?? 0)
  return (value ^ 0xffffffff) >>> 0
}

const header = (length: number, fill: (view: DataView) => void): Bytes => {
  const bytes = new Uint8Array(length)
  fill(new DataView(bytes.buffer))
  return bytes
}

const deflate = async (bytes: Bytes): Promise<Bytes> => {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate-raw'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

const join = (parts: readonly Uint8Array[]): Bytes => {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

export const packZip = async (files: ReadonlyMap<string, Bytes>): Promise<Bytes> => {
  const locals: Uint8Array[] = []
  const central: Uint8Array[] = []
  let at = 0
  for (const [path, content] of files) {
    const name = new TextEncoder().encode(path)
    const packed = await deflate(content)
    const sum = crc32(content)
    /** Writes the fields that both headers share, from the needed version to the name's length. */
    const shared = (view: DataView, from: number): void => {
      view.setUint16(from, 20, true)
      view.setUint16(from + 2, utf8Names, true)
      view.setUint16(from + 4, deflated, true)
      view.setUint16(from + 8, firstDay, true)
      view.setUint32(from + 10, sum, true)
      view.setUint32(from + 14, packed.length, true)
      view.setUint32(from + 18, content.length, true)
      view.setUint16(from + 22, name.length, true)
    }
    const headerAt = at
    const local = header(30, (view) => {
      view.setUint32(0, 0x04034b50, true)
      shared(view, 4)
    })
    const entry = header(46, (view) => {
      view.setUint32(0, 0x02014b50, true)
      view.setUint16(4, 20, true)
      shared(view, 6)
      view.setUint32(42, headerAt, true)
    })
    locals.push(local, name, packed)
    central.push(entry, name)
    at += local.length + name.length + packed.length
  }
  const directory = join(central)
  const end = header(22, (view) => {
    view.setUint32(0, 0x06054b50, true)
    view.setUint16(8, files.size, true)
    view.setUint16(10, files.size, true)
    view.setUint32(12, directory.length, true)
    view.setUint32(16, at, true)
  })
  return join([...locals, directory, end])
}
