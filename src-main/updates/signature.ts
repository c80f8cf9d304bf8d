import { createPublicKey, verify } from 'node:crypto'

/**
 * Whether the publisher signed `content` (scripts/package/update-channel.mjs). The purpose and the name are signed too,
 * so that one file cannot replace another.
 * @param publicKey Ed25519, SubjectPublicKeyInfo in base64
 * @param signature base64
 */
export const isSigned = (
  {
    purpose,
    name,
    content,
  }: { readonly purpose: 'update' | 'archive'; readonly name: string; readonly content: string },
  signature: string,
  publicKey: string,
): boolean => {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' })
    if (key.asymmetricKeyType !== 'ed25519') return false
    const signed = Buffer.from(`lock-desk ${purpose}\n${name}\n${content}`, 'utf8')
    return verify(null, signed, key, Buffer.from(signature.trim(), 'base64'))
  } catch {
    return false
  }
}
