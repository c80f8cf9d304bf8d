import { EventEmitter } from 'node:events'
import type { ReadStream } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import { openFileToRead } from '../util/files/regular-file'
import type { Executor } from './bounded-requests'
import { UpdateFileError } from './update-source'

const folderHost = 'chosen-folder.invalid'

/** The address that stands for the chosen folder; it is never contacted. */
export const folderUrl = `https://${folderHost}/`

const requestSchema = z.object({
  hostname: z.literal(folderHost),
  /** One name without separators, with the query that electron-updater adds. */
  path: z.string().regex(/^\/[^/\\:?]+(\?.*)?$/),
})

/** The name of the requested file; null if it is not in the folder. */
const nameOf = (options: unknown): string | null => {
  const read = requestSchema.safeParse(options)
  if (!read.success) return null
  const name = decodeURIComponent(read.data.path.slice(1).replace(/\?.*$/, ''))
  return name !== '..' && /^[^/\\:]+$/.test(name) ? name : null
}

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** The used part of Electron's request; sends the content of a file in place of a response. */
class FileRequest extends EventEmitter {
  #isAborted = false
  #stream: ReadStream | null = null

  constructor(
    private readonly open: () => Promise<{ stream: ReadStream; size: number }>,
    private readonly callback: (response: ReadStream) => void,
  ) {
    super()
  }

  end(): void {
    this.open().then(
      ({ stream, size }) => {
        this.#stream = stream
        if (this.#isAborted) stream.destroy()
        else
          this.callback(
            Object.assign(stream, { statusCode: 200, headers: { 'content-length': String(size) } }),
          )
      },
      (error: unknown) => this.emit('error', error),
    )
  }

  abort(): void {
    this.#isAborted = true
    this.#stream?.destroy()
  }
}

/**
 * Answers electron-updater's requests with the files beside a chosen update file, so that it checks them like those of
 * a server, and installs only its own verified copy.
 * @param sizes the signed sizes of programs by name, once they are known
 */
export const folderRequests = (
  chosen: string,
  sizes: () => ReadonlyMap<string, number | undefined>,
): Executor['createRequest'] => {
  const open = async (options: unknown) => {
    const name = nameOf(options)
    if (name === null) {
      throw new UpdateFileError('no-files', 'the update names a file that is not in the same folder')
    }
    if (name.endsWith('.yml') && name !== basename(chosen)) {
      throw new UpdateFileError('other-system', `this system needs ${name}, not ${basename(chosen)}`)
    }
    const file = await openFileToRead(join(dirname(chosen), name)).catch((error: unknown) => {
      if (isMissing(error)) throw new UpdateFileError('no-files', `${name} is missing in the folder`)
      throw new UpdateFileError('unreadable', error instanceof Error ? error.message : name)
    })
    const { size } = await file.stat()
    const signed = sizes().get(name) ?? size
    if (size !== signed) {
      await file.close()
      throw new UpdateFileError('damaged', `${name} has ${size} bytes, not ${signed}`)
    }
    return { stream: file.createReadStream(), size }
  }
  return (options, callback) => new FileRequest(() => open(options), callback)
}
