import { createHash, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify<string, Buffer, number, { N: number; r: number; p: number; maxmem: number }, Buffer>(
  scrypt,
)
const keyLength = 32
const form = /^scrypt\$(\d+)\$(\d+)\$(\d+)\$([\w-]+)\$([\w-]+)$/

/** OWASP's recommendation for scrypt at 32 MiB; what `hash` makes. */
const strong = { cost: 2 ** 15, blockSize: 8, parallel: 3 }

const keyOf = (secret: string, salt: Buffer, cost: number, blockSize: number, parallel: number) =>
  derive(secret.normalize('NFKC'), salt, keyLength, {
    N: cost,
    r: blockSize,
    p: parallel,
    maxmem: 256 * cost * blockSize,
  })

/** `scrypt$N$r$p$salt$key`, salt and key in base64url: what `secretHash` and `passwordHash` hold. */
export const hashSecret = async (secret: string, { cost, blockSize, parallel } = strong): Promise<string> => {
  const salt = randomBytes(16)
  const key = await keyOf(secret, salt, cost, blockSize, parallel)
  return ['scrypt', cost, blockSize, parallel, salt.toString('base64url'), key.toString('base64url')].join(
    '$',
  )
}

/** More than a server can spare for one sign-in. */
const mostMemory = 2 ** 30

/** Whether a secret can be compared with it: scrypt takes a power of two for N, and 128 · N · r bytes. */
export const isSecretHash = (text: string): boolean => {
  const [, cost, blockSize, parallel, , key = ''] = form.exec(text) ?? []
  const [N, r, p] = [Number(cost), Number(blockSize), Number(parallel)]
  const isPowerOfTwo = N > 1 && Number.isInteger(Math.log2(N))
  const isAffordable = r > 0 && p > 0 && p <= 64 && 128 * N * r <= mostMemory
  return isPowerOfTwo && isAffordable && Buffer.from(key, 'base64url').length === keyLength
}

/** Compares in constant time; a hash that is none matches nothing. */
export const matchesSecret = async (secret: string, hash: string): Promise<boolean> => {
  const parts = form.exec(hash)
  if (parts === null) return false
  const [, cost, blockSize, parallel, salt = '', key = ''] = parts
  const expected = Buffer.from(key, 'base64url')
  const found = await keyOf(
    secret,
    Buffer.from(salt, 'base64url'),
    Number(cost),
    Number(blockSize),
    Number(parallel),
  )
  return expected.length === found.length && timingSafeEqual(expected, found)
}

/** A bearer token: 256 random bits. Only its digest is stored, so a copy of the store opens nothing. */
export const newToken = (): string => randomBytes(32).toString('base64url')
export const tokenDigest = (token: string): string => createHash('sha256').update(token).digest('base64url')
