import { maxSecret, normalized } from '#shared/normalized'
import { createHash, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify<string, Buffer, number, { N: number; r: number; p: number; maxmem: number }, Buffer>(
  scrypt,
)
const keyLength = 32
const hashForm = /^scrypt\$(\d+)\$(\d+)\$(\d+)\$([\w-]+)\$([\w-]+)$/

/** OWASP's recommendation for scrypt with 32 MiB; `hash` uses it. */
const defaultCost = { cost: 2 ** 15, blockSize: 8, parallel: 3 }

const keyOf = (secret: string, salt: Buffer, cost: number, blockSize: number, parallel: number) =>
  derive(normalized(secret, maxSecret), salt, keyLength, {
    N: cost,
    r: blockSize,
    p: parallel,
    maxmem: 256 * cost * blockSize,
  })

/** Format `scrypt$N$r$p$salt$key` with salt and key in base64url, for `secretHash` and `passwordHash`. */
export const hashSecret = async (
  secret: string,
  { cost, blockSize, parallel } = defaultCost,
): Promise<string> => {
  const salt = randomBytes(16)
  const key = await keyOf(secret, salt, cost, blockSize, parallel)
  return ['scrypt', cost, blockSize, parallel, salt.toString('base64url'), key.toString('base64url')].join(
    '$',
  )
}

/** Memory limit of one comparison. */
const maxMemoryBytes = 2 ** 30

/** Whether the text is a usable hash: scrypt needs a power of two for N, and 128 · N · r bytes of memory. */
export const isSecretHash = (text: string): boolean => {
  const [, cost, blockSize, parallel, , key = ''] = hashForm.exec(text) ?? []
  const [N, r, p] = [Number(cost), Number(blockSize), Number(parallel)]
  const isPowerOfTwo = N > 1 && Number.isInteger(Math.log2(N))
  const isAffordable = r > 0 && p > 0 && p <= 64 && 128 * N * r <= maxMemoryBytes
  return isPowerOfTwo && isAffordable && Buffer.from(key, 'base64url').length === keyLength
}

/**
 * A hash that matches no secret and takes as long to compare as `hash`; the default cost if `hash` is invalid.
 * Equal for hashes of equal cost.
 */
export const decoyHashFor = (hash: string): string => {
  const { cost, blockSize, parallel } = defaultCost
  const [, N = cost, r = blockSize, p = parallel] = hashForm.exec(hash) ?? []
  return `scrypt$${N}$${r}$${p}$${'A'.repeat(22)}$${'A'.repeat(43)}`
}

/** Compares in constant time. An invalid hash never matches. */
export const matchesSecret = async (secret: string, hash: string): Promise<boolean> => {
  const parts = hashForm.exec(hash)
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

/**
 * A bearer token of 256 random bits. The store contains only its digest, so a copy of the store grants no
 * access.
 */
export const newToken = (): string => randomBytes(32).toString('base64url')
export const tokenDigest = (token: string): string => createHash('sha256').update(token).digest('base64url')
