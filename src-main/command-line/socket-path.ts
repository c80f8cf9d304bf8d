import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { rmSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

// Where the app that has this data folder open takes commands. Only the user can enter the folder. A pipe of Windows lies
// outside, and its name may be taken by another user once the app has ended: both sides therefore prove that they can
// read the secret in the folder, on every system.

/** The shortest limit among the systems (macOS, 104 bytes with the ending zero). */
const maxPathBytes = 103

export interface Endpoint {
  readonly path: string
  /** New at each start. */
  readonly secret: Buffer
}

const socketFile = (folder: string) => join(folder, 'command-line.sock')
const endpointFile = (folder: string) => join(folder, 'command-line.key')

/** The endpoint of the app that has the folder open, or of one that was killed; null if there is none. */
export const findEndpoint = async (folder: string): Promise<Endpoint | null> => {
  const text = await readFile(endpointFile(folder), 'utf8').catch(() => '')
  const [, path, secret] = /^(.+)\n([\da-f]{64})\n$/.exec(text) ?? []
  return path === undefined || secret === undefined ? null : { path, secret: Buffer.from(secret, 'hex') }
}

/**
 * Deletes what leads to an endpoint; at the end, and at the start what a killed process left. At once: at the end, jobs
 * are stopped after it, and would send another request meanwhile. Throws the file system's error.
 */
export const deleteEndpoint = (folder: string): void => {
  rmSync(endpointFile(folder), { force: true })
  if (process.platform !== 'win32') rmSync(socketFile(folder), { force: true })
}

/** A new endpoint, while this process alone has the data folder open. Throws if there can be none. */
export const createEndpoint = async (folder: string): Promise<Endpoint> => {
  deleteEndpoint(folder)
  const path =
    process.platform === 'win32'
      ? String.raw`\\.\pipe\lock-desk-${randomBytes(16).toString('hex')}`
      : socketFile(folder)
  if (Buffer.byteLength(path) > maxPathBytes) throw new Error('the path is too long to take commands')
  const secret = randomBytes(32)
  const text = `${path}\n${secret.toString('hex')}\n`
  await writeFile(endpointFile(folder), text, { mode: 0o600, flag: 'wx' })
  return { path, secret }
}

/** New for each connection, one from each side. */
export interface Nonces {
  readonly app: string
  readonly command: string
}

export const newNonce = (): string => randomBytes(32).toString('hex')

/** Proves the secret for one connection; the proof of one side is none of the other. */
export const proofOf = ({ path, secret }: Endpoint, side: 'app' | 'command', nonces: Nonces): string =>
  createHmac('sha256', secret)
    .update(JSON.stringify([side, path, nonces.app, nonces.command]))
    .digest('hex')

export const isProof = (proof: unknown, expected: string): boolean =>
  typeof proof === 'string' &&
  proof.length === expected.length &&
  timingSafeEqual(Buffer.from(proof, 'latin1'), Buffer.from(expected, 'latin1'))
