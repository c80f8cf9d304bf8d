import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'

// A file of secrets, one a row, each sealed by itself so that each can be erased by itself: `place` and length as
// 32-bit numbers, then IV, tag and ciphertext. Erased is what is all zeros.

const magic = Buffer.from('LDU1', 'latin1')
/** The letters stay, the digits count up. */
const anyMagic = /^LDU(\d{1,3})/
const ownVersion = 1
const headLength = 8
const ivLength = 12
const tagLength = 16
/** Lengths tell something of a password; only every so many bytes are told apart. */
const paddedTo = 64
/** Sealed until others may have their turn. */
const rowsPerStep = 500

export interface SealedRow {
  readonly place: number
  /** Of what is sealed, in the file. */
  readonly at: number
  readonly length: number
}

const padded = (secret: string): Buffer => {
  const text = Buffer.from(secret, 'utf8')
  const whole = Buffer.alloc(Math.ceil((text.length + 4) / paddedTo) * paddedTo)
  whole.writeUInt32BE(text.length, 0)
  text.copy(whole, 4)
  return whole
}

/** The row's place and job are authenticated too: no secret can be put in another's place. */
const aboutOf = (jobId: string, place: number): Buffer => Buffer.from(`${jobId} ${place}`)

export const sealRows = async (
  jobId: string,
  key: Buffer,
  secrets: ReadonlyMap<number, string>,
): Promise<{ readonly bytes: Buffer; readonly rows: readonly SealedRow[] }> => {
  const parts: Buffer[] = [magic]
  const rows: SealedRow[] = []
  let at = magic.length
  for (const [place, secret] of secrets) {
    const iv = randomBytes(ivLength)
    const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(aboutOf(jobId, place))
    const text = Buffer.concat([cipher.update(padded(secret)), cipher.final()])
    const length = ivLength + tagLength + text.length
    const head = Buffer.alloc(headLength)
    head.writeUInt32BE(place, 0)
    head.writeUInt32BE(length, 4)
    parts.push(head, iv, cipher.getAuthTag(), text)
    rows.push({ place, at: at + headLength, length })
    at += headLength + length
    if (rows.length % rowsPerStep === 0) await turn()
  }
  return { bytes: Buffer.concat(parts), rows }
}

/** The version of a later Lock Desk's file, by its first bytes; null for ours, and for what is none. */
export const laterVersionOf = (head: Buffer): number | null => {
  const version = Number(anyMagic.exec(head.toString('latin1', 0, 6))?.[1] ?? ownVersion)
  return version > ownVersion ? version : null
}

/** Where each row lies; as far as the file can be read. */
export const findSealedRows = (bytes: Buffer): SealedRow[] => {
  const rows: SealedRow[] = []
  if (!bytes.subarray(0, magic.length).equals(magic)) return rows
  for (let at = magic.length; at + headLength <= bytes.length;) {
    const length = bytes.readUInt32BE(at + 4)
    const row = { place: bytes.readUInt32BE(at), at: at + headLength, length }
    at = row.at + length
    if (length < ivLength + tagLength + paddedTo || at > bytes.length) break
    rows.push(row)
  }
  return rows
}

const unsealRow = (
  jobId: string,
  key: Buffer,
  { place, at, length }: SealedRow,
  bytes: Buffer,
): string | null => {
  const sealed = bytes.subarray(at, at + length)
  try {
    const iv = sealed.subarray(0, ivLength)
    const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: tagLength })
    decipher.setAAD(aboutOf(jobId, place)).setAuthTag(sealed.subarray(ivLength, ivLength + tagLength))
    const text = Buffer.concat([decipher.update(sealed.subarray(ivLength + tagLength)), decipher.final()])
    return text.toString('utf8', 4, 4 + text.readUInt32BE(0))
  } catch {
    // Erased, damaged, or another's: as if it were not there.
    return null
  }
}

export const unsealRows = async (jobId: string, key: Buffer, bytes: Buffer): Promise<Map<number, string>> => {
  const secrets = new Map<number, string>()
  for (const [index, row] of findSealedRows(bytes).entries()) {
    if (index % rowsPerStep === rowsPerStep - 1) await turn()
    const secret = unsealRow(jobId, key, row, bytes)
    if (secret !== null) secrets.set(row.place, secret)
  }
  return secrets
}
