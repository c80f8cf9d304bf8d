import { once } from 'node:events'
import { fromBuffer } from 'yauzl'
import type { Entry, ZipFile } from 'yauzl'

/** A zip's files by name. */
export const unzip = async (bytes: Buffer): Promise<Map<string, Buffer>> => {
  const zip = await new Promise<ZipFile>((resolve, reject) => {
    fromBuffer(bytes, { lazyEntries: true }, (error, opened) => {
      if (error === null) resolve(opened)
      else reject(error)
    })
  })
  const files = new Map<string, Buffer>()
  const read = (entry: Entry) =>
    new Promise<Buffer>((resolve, reject) => {
      zip.openReadStream(entry, (error, stream) => {
        if (error !== null) {
          reject(error)
          return
        }
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('end', () => resolve(Buffer.concat(chunks)))
      })
    })
  const over = once(zip, 'end')
  zip.on('entry', (entry: Entry) => {
    void read(entry).then((content) => {
      files.set(entry.fileName, content)
      zip.readEntry()
    })
  })
  zip.readEntry()
  await over
  return files
}

/** The encodings in which a secret may appear in a file: plain, base64 at any offset, URL, hex. */
export const writingsOf = (secret: string): string[] => {
  const bytes = Buffer.from(secret)
  // Base64 encodes three bytes at a time, so the middle differs after one or two more bytes.
  const inside = [0, 1, 2].map((before) => {
    const whole = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64')
    return whole.slice(before === 0 ? 0 : 4, Math.floor(((before + bytes.length) * 8) / 24) * 4)
  })
  return [
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
    ...inside.filter((part) => part.length >= 8),
  ]
}

/** The secrets found in each file. */
export const found = (files: ReadonlyMap<string, Buffer>, secrets: readonly string[]): string[] =>
  [...files].flatMap(([name, bytes]) => {
    const text = bytes.toString('utf8')
    const small = text.toLowerCase()
    return secrets.flatMap((secret) =>
      writingsOf(secret).some((writing) => text.includes(writing)) || small.includes(secret.toLowerCase())
        ? [`${name}: ${secret}`]
        : [],
    )
  })
