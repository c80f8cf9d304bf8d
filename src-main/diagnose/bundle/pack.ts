import { once } from 'node:events'
import { ZipFile } from 'yazl'

export interface PackedFile {
  readonly name: string
  readonly bytes: Buffer
}

/** One zip of these files, packed off main's thread; all bear the one time. */
export const pack = async (files: readonly PackedFile[], mtime: Date): Promise<Buffer> => {
  const zip = new ZipFile()
  for (const { name, bytes } of files) zip.addBuffer(bytes, name, { mtime, mode: 0o100600 })
  const chunks: Buffer[] = []
  zip.outputStream.on('data', (chunk: Buffer) => chunks.push(chunk))
  zip.end()
  await once(zip.outputStream, 'end')
  return Buffer.concat(chunks)
}
