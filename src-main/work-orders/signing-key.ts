import { normalized } from '#shared/normalized'
import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto'
import { hostname } from 'node:os'
import { keepsSecrets } from '#shared/model/app/vault-status'
import { plainName } from '#shared/model/visible-text'
import { fail, succeed } from '#shared/outcome'
import type { Failure, Outcome } from '#shared/outcome'
import { createSequencer } from '../util/async'
import { secretNameOf } from '../vault/secret-name'
import type { Vault } from '../vault/vault'
import { writeCanonical } from './canonical-json'
import type { CanonicalObject } from './canonical-json'
import { bytesToSign } from './signed-file'

const secretName = secretNameOf('work order key')

export type KeyFailure = Failure<'key-not-readable' | 'key-not-storable'>

export interface SigningKey {
  /** 32 bytes in base64url. */
  readonly publicKey: string
  readonly name: string
  /** The bytes of the signed file. */
  signFile(content: CanonicalObject, format: string): Buffer
  /** The signature in base64url. */
  sign(bytes: Uint8Array): string
}

/** The computer's name as others see it. */
const computerName = (): string =>
  normalized(plainName(hostname()), 2_000, 'NFC').slice(0, 100) || 'Lock Desk'

const openKey = (pkcs8: string): SigningKey => {
  const privateKey = createPrivateKey({ key: Buffer.from(pkcs8, 'base64'), format: 'der', type: 'pkcs8' })
  const publicKey = createPublicKey(privateKey).export({ format: 'jwk' }).x ?? ''
  const name = computerName()
  const signBytes = (bytes: Uint8Array): string => sign(null, bytes, privateKey).toString('base64url')
  return {
    publicKey,
    name,
    sign: signBytes,
    signFile: (content, format) => {
      const unsigned = { ...content, signer: { algorithm: 'Ed25519', key: publicKey, name } }
      const signature = signBytes(bytesToSign(unsigned, format))
      return Buffer.from(writeCanonical({ ...unsigned, signature }), 'utf8')
    },
  }
}

/** This computer's key pair. The private half is in the vault alone. */
export const createSigningKeys = (
  vault: Pick<Vault, 'has' | 'read' | 'write' | 'status'>,
  /** The computers of a branch verify what this one shares by its key. */
  isInBranch: () => boolean = () => false,
) => {
  const sequencer = createSequencer()
  const make = async (): Promise<Outcome<SigningKey, KeyFailure>> => {
    const { state } = vault.status()
    // The passphrase is there already: it is to be entered, not set.
    if (state === 'passphrase-locked')
      return fail({ code: 'key-not-readable', message: `the vault is ${state}` })
    if (!keepsSecrets(state)) return fail({ code: 'key-not-storable', message: `the vault is ${state}` })
    const { privateKey } = generateKeyPairSync('ed25519')
    const pkcs8 = privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64')
    await vault.write(secretName, pkcs8)
    return succeed(openKey(pkcs8))
  }
  const open = async (): Promise<Outcome<SigningKey, KeyFailure>> => {
    const kept = await vault.read(secretName)
    if (kept !== null) return succeed(openKey(kept))
    // A key that can be read later is not replaced: others trust it.
    return vault.has(secretName)
      ? fail({ code: 'key-not-readable', message: `the vault is ${vault.status().state}` })
      : make()
  }
  return {
    exists: () => vault.has(secretName),
    /** Made on first use. */
    open: () => sequencer.queue(open),
    /** Signatures of the former key stay valid, but no more can be made. */
    replace: (): Promise<Outcome<SigningKey, KeyFailure | Failure<'key-in-branch'>>> =>
      sequencer.queue(async () =>
        isInBranch() ? fail({ code: 'key-in-branch', message: 'this computer is in a branch' }) : make(),
      ),
  }
}
export type SigningKeys = ReturnType<typeof createSigningKeys>
