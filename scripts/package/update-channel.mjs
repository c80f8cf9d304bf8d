import { createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { FailedError } from '../util/outcome.mjs'

/**
 * Where a package checks for updates; part of the package (`resources/update-channel.json`).
 * @typedef {object} UpdateChannel
 * @property {string | null} url the folder with the update files; null: only a company server, if one is
 * configured
 * @property {string | null} publicKey Ed25519, SubjectPublicKeyInfo in base64; null: updates cannot be
 * verified, so this package never updates itself
 */

/**
 * Reads the channel from the environment: LOCK_DESK_UPDATE_URL, and LOCK_DESK_UPDATE_KEY, the private key (PEM)
 * that signs update files. The package contains only the public key.
 * @param {NodeJS.ProcessEnv} env
 * @returns {UpdateChannel}
 * @throws {FailedError}
 */
export function updateChannel(env) {
  const url = env.LOCK_DESK_UPDATE_URL ?? ''
  if (url !== '' && (!URL.canParse(url) || new URL(url).protocol !== 'https:')) {
    throw new FailedError(`LOCK_DESK_UPDATE_URL must be an https URL, not “${url}”.`)
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
    // The error below replaces OpenSSL's message, which could quote a part of the key.
  }
  throw new FailedError(
    'LOCK_DESK_UPDATE_KEY must be an Ed25519 private key in PEM. Create one: openssl genpkey -algorithm ed25519',
  )
}

/**
 * The signed data include the file name, so that the file of one system is not accepted for another.
 * @param {string} name
 * @param {Buffer} content
 */
export function signedBytes(name, content) {
  return Buffer.concat([Buffer.from(`lock-desk update\n${name}\n`), content])
}

/**
 * What is known about the archive of a package, for `release.json` beside it (src-main/updates/installed-archive.ts).
 * @param {NodeJS.ProcessEnv} env
 * @param {{ version: string, sha256: string }} archive
 */
export function signedRelease(env, { version, sha256 }) {
  const key = privateKey(env)
  const content = Buffer.from(`lock-desk archive\n${version}\n${sha256}`)
  const signature = key === undefined ? null : sign(null, content, key).toString('base64')
  return { version, sha256, signature }
}

/** Validity of a signature. Before it ends, publish a newer version or sign the files again. */
const validDays = 90

/**
 * Replaces the time of signing and the end of validity in an update file.
 * @param {string} yml
 * @param {number} now
 */
function withValidity(yml, now) {
  const withoutDates = yml.replace(/^(signedAt|expires):.*\n?/gm, '')
  const end = withoutDates === '' || withoutDates.endsWith('\n') ? '' : '\n'
  const expires = new Date(now + validDays * 24 * 60 * 60 * 1000)
  return `${withoutDates}${end}signedAt: '${new Date(now).toISOString()}'\nexpires: '${expires.toISOString()}'\n`
}

/**
 * Adds the validity to each file with a latest version and writes a base64 signature next to it: `latest.yml` →
 * `latest.yml.sig`. Signing published files again renews them.
 * @param {string} folder
 * @param {NodeJS.ProcessEnv} env
 * @param {number} [now] ms since 1970
 * @returns {Promise<string[]>} the signed files; empty without a key
 */
export async function signUpdateFiles(folder, env, now = Date.now()) {
  const key = privateKey(env)
  const files = (await readdir(folder)).filter((name) => /^latest.*\.yml$/.test(name))
  if (key === undefined) return []
  for (const name of files) {
    const content = withValidity(await readFile(join(folder, name), 'utf8'), now)
    await writeFile(join(folder, name), content)
    const signature = sign(null, signedBytes(name, Buffer.from(content)), key)
    await writeFile(join(folder, `${name}.sig`), `${signature.toString('base64')}\n`)
  }
  return files
}
