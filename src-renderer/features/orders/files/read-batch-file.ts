import { isBlankFile } from '#shared/blank-file'
import { fail, succeed } from '#shared/outcome'
import type { Failure, Outcome } from '#shared/outcome'
import { decodeText } from '#shared/sheets/decode-text'
import { bytesOf } from '../../../ui/sheets/read/file-bytes'
import { kindOf } from '../../../ui/sheets/read/file-kind'

/** A larger file is not a batch of orders. */
export const maxBatchFileMb = 16

export type BatchFileFailure = Failure<'too-large' | 'unreadable' | 'empty' | 'no-text' | 'encoding'>

/** The text of a file with a batch. A guessed encoding may change names, which are sent: it is refused. */
export const readBatchFile = async (file: File): Promise<Outcome<string, BatchFileFailure>> => {
  if (file.size > maxBatchFileMb * 1024 * 1024)
    return fail({ code: 'too-large', message: 'the file is too large' })
  const bytes = await bytesOf(file)
  if (!bytes.ok) return fail({ code: 'unreadable', message: bytes.error.message })
  if (isBlankFile(bytes.value)) return fail({ code: 'empty', message: 'the file is empty' })
  const kind = kindOf(bytes.value)
  if (kind !== 'text') return fail({ code: 'no-text', message: kind })
  const decoded = decodeText(bytes.value)
  if (!decoded.ok) return fail({ code: 'no-text', message: decoded.error.message })
  const { text, encoding, uncertainWords } = decoded.value
  return uncertainWords === null ? succeed(text) : fail({ code: 'encoding', message: encoding })
}
