import { createPublicKey, verify } from 'node:crypto'

/**
 * Whether our makers signed what a server says is the newest version. The file's name is signed with it, so that one
 * system's file cannot stand in for another's. scripts/package/update-channel.mjs signs.
 * @param publicKey Ed25519, SubjectPublicKeyInfo in base64
 * @param signature base64, as it lies beside the file
 */
export const isGenuine = (name: string, content: string, signature: string, publicKey: string): boolean => {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' })
    if (key.asymmetricKeyType !== 'ed25519') return false
    const signed = Buffer.from(`lock-desk update\n${name}\n${content}`, 'utf8')
    return verify(null, signed, key, Buffer.from(signature.trim(), 'base64'))
  } catch {
    return false
  }
}
