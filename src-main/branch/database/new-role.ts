import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import { normalized } from '#shared/normalized'

const iterations = 4_096

/** 256 random bits. ASCII, so that it needs no preparation for SCRAM. */
export const newPassword = (): string => randomBytes(32).toString('base64url')

/**
 * What PostgreSQL keeps of a password (RFC 5803). The server gets this and not the password, which its log of statements
 * would show otherwise.
 */
export const verifierOf = (password: string, salt: Buffer = randomBytes(16)): string => {
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256')
  const hmac = (text: string) => createHmac('sha256', salted).update(text).digest()
  const stored = createHash('sha256').update(hmac('Client Key')).digest('base64')
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${stored}:${hmac('Server Key').toString('base64')}`
}

const prefix = 'lock_desk_'
/** With the prefix and the digits below the 63 bytes of a name. */
const maxWordLength = 40

/** The role of a computer: readable where its name has Latin letters, and of no other computer in this server. */
export const roleNameFor = (computerName: string, computerId: string): string => {
  const word = normalized(computerName, 1_000, 'NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, maxWordLength)
  const digits = computerId.replaceAll('-', '').slice(0, 12)
  return `${prefix}${word === '' ? '' : `${word}_`}${digits}`
}

/** Owns the schema. Nobody can log in as it. */
export const ownerNameFor = (branchId: string): string =>
  `${prefix}owner_${branchId.replaceAll('-', '').slice(0, 12)}`
