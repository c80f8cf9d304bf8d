import { createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { FailedError } from '../setup/outcome.mjs'

/**
 * Where a package looks for newer ones; it lies in the package (`resources/update-channel.json`).
 * @typedef {object} UpdateChannel
 * @property {string | null} url the folder with the update files; null: only a company's server, if one is entered
 * @property {string | null} publicKey Ed25519, SubjectPublicKeyInfo in base64; null: nothing can be verified, so this
 *   package never updates itself
 */

/**
 * The channel that the environment names: LOCK_DESK_UPDATE_URL, and LOCK_DESK_UPDATE_KEY, the private key (PEM) that
 * signs what is published there. Only its public half goes into the package.
 * @param {NodeJS.ProcessEnv} env
 * @returns {UpdateChannel}
 * @throws {FailedError}
 */
export function updateChannel(env) {
  const url = env.LOCK_DESK_UPDATE_URL ?? ''
  if (url !== '' && (!URL.canParse(url) || new URL(url).protocol !== 'https:')) {
    throw new FailedError(`LOCK_DESK_UPDATE_URL is “${url}”, which is no https address.`)
  }
  const key = privateKey(env)
  return {
    url: url === '' ? null : url,
    publicKey:
      key === undefined
        ? null
        : createPublicKey(key).export({ type: 'spki', format: 'der' }).toString('base64'),
  }
}

/** @param {NodeJS.ProcessEnv} env */
function privateKey(env) {
  const pem = env.LOCK_DESK_UPDATE_KEY ?? ''
  if (pem === '') return undefined
  try {
    const key = createPrivateKey(pem)
    if (key.asymmetricKeyType === 'ed25519') return key
  } catch {
    // Said below; what OpenSSL has to say of it helps nobody and might show a part of it.
  }
  throw new FailedError(
    'LOCK_DESK_UPDATE_KEY is no Ed25519 private key in PEM. To make one: openssl genpkey -algorithm ed25519',
  )
}

/**
 * What is signed: the file's name too, so that one system's file cannot stand in for another's.
 * @param {string} name
 * @param {Buffer} content
 */
export function signedBytes(name, content) {
  return Buffer.concat([Buffer.from(`lock-desk update\n${name}\n`), content])
}

/**
 * Lays a signature (base64) beside each file that names a newest version: `latest.yml` → `latest.yml.sig`.
 * @param {string} folder
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<string[]>} the files that are signed; none without a key
 */
export async function signUpdateFiles(folder, env) {
  const key = privateKey(env)
  const files = (await readdir(folder)).filter((name) => /^latest.*\.yml$/.test(name))
  if (key === undefined) return []
  for (const name of files) {
    const signature = sign(null, signedBytes(name, await readFile(join(folder, name))), key)
    await writeFile(join(folder, `${name}.sig`), `${signature.toString('base64')}\n`)
  }
  return files
}
