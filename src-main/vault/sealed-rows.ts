import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'

// A file of secrets with one row each, encrypted separately so that each can be erased: `place` and length as
// 32-bit numbers, then IV, tag and ciphertext. An erased row is all zeros.

const magic = Buffer.from('LDU1', 'latin1')
/** The letters are fixed, the digits are the version. */
const anyMagic = /^LDU(\d{1,3})/
const ownVersion = 1
const headLength = 8
const ivLength = 12
const tagLength = 16
/** Padding hides the exact length of a password. */
const paddedTo = 64
/** Rows encrypted per time slice. */
const rowsPerStep = 500

export interface SealedRow {
  readonly rowIndex: number
  /** The offset of the encrypted data in the file. */
  readonly at: number
  readonly length: number
}

const pad = (secret: string): Buffer => {
  const text = Buffer.from(secret, 'utf8')
  const padded = Buffer.alloc(Math.ceil((text.length + 4) / paddedTo) * paddedTo)
  padded.writeUInt32BE(text.length, 0)
  text.copy(padded, 4)
  return padded
}

/** Row index and job are authenticated too, so that a secret cannot be moved. */
const additionalDataOf = (jobId: string, rowIndex: number): Buffer => Buffer.from(`${jobId} ${rowIndex}`)

export const sealRows = async (
  jobId: string,
  key: Buffer,
  secrets: ReadonlyMap<number, string>,
): Promise<{ readonly bytes: Buffer; readonly rows: readonly SealedRow[] }> => {
  const parts: Buffer[] = [magic]
  const rows: SealedRow[] = []
  let offset = magic.length
  for (const [rowIndex, secret] of secrets) {
    const iv = randomBytes(ivLength)
    const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(additionalDataOf(jobId, rowIndex))
    const text = Buffer.concat([cipher.update(pad(secret)), cipher.final()])
    const length = ivLength + tagLength + text.length
    const head = Buffer.alloc(headLength)
    head.writeUInt32BE(rowIndex, 0)
    head.writeUInt32BE(length, 4)
    parts.push(head, iv, cipher.getAuthTag(), text)
    rows.push({ rowIndex, at: offset + headLength, length })
    offset += headLength + length
    if (rows.length % rowsPerStep === 0) await turn()
  }
  return { bytes: Buffer.concat(parts), rows }
}

/** The version of a newer Lock Desk's file by its first bytes; null for the current version and other files. */
export const newerVersionOf = (head: Buffer): number | null => {
  const version = Number(anyMagic.exec(head.toString('latin1', 0, 6))?.[1] ?? ownVersion)
  return version > ownVersion ? version : null
}

/** The position of each row, as far as the file is readable. */
export const findSealedRows = (bytes: Buffer): SealedRow[] => {
  const rows: SealedRow[] = []
  if (!bytes.subarray(0, magic.length).equals(magic)) return rows
  for (let offset = magic.length; offset + headLength <= bytes.length;) {
    const length = bytes.readUInt32BE(offset + 4)
    const row = { rowIndex: bytes.readUInt32BE(offset), at: offset + headLength, length }
    offset = row.at + length
    if (length < ivLength + tagLength + paddedTo || offset > bytes.length) break
    rows.push(row)
  }
  return rows
}

const unsealRow = (
  jobId: string,
  key: Buffer,
  { rowIndex, at: offset, length }: SealedRow,
  bytes: Buffer,
): string | null => {
  const sealed = bytes.subarray(offset, offset + length)
  try {
    const iv = sealed.subarray(0, ivLength)
    const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: tagLength })
    decipher
      .setAAD(additionalDataOf(jobId, rowIndex))
      .setAuthTag(sealed.subarray(ivLength, ivLength + tagLength))
    const text = Buffer.concat([decipher.update(sealed.subarray(ivLength + tagLength)), decipher.final()])
    return text.toString('utf8', 4, 4 + text.readUInt32BE(0))
  } catch {
    // Erased, damaged, or of another job.
    return null
  }
}

export const unsealRows = async (jobId: string, key: Buffer, bytes: Buffer): Promise<Map<number, string>> => {
  const secrets = new Map<number, string>()
  for (const [index, row] of findSealedRows(bytes).entries()) {
    if (index % rowsPerStep === rowsPerStep - 1) await turn()
    const secret = unsealRow(jobId, key, row, bytes)
    if (secret !== null) secrets.set(row.rowIndex, secret)
  }
  return secrets
}
