import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import type { KeyObject } from 'node:crypto'

// Makes the files of docs/work-orders.md from that page alone: nothing of the app is used.

export type Json = string | number | readonly Json[] | { readonly [name: string]: Json }
export type Fields = Readonly<Record<string, Json>>

export const canonical = (value: Json): string => {
  if (typeof value !== 'object') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${(value as Json[]).map(canonical).join(',')}]`
  const object = value as Fields
  const members = Object.keys(object).sort()
  return `{${members.map((name) => `${JSON.stringify(name)}:${canonical(object[name] ?? '')}`).join(',')}}`
}

export const orderId = '0b7a2f6e-3c7d-4e55-9d0a-6a1f5d0c9e21'

export interface Program {
  readonly key: string
  readonly keyFile: Buffer
  readonly words: (list: readonly string[]) => string
  /** Signs the fields as they are. */
  readonly sign: (fields: Fields, prefix?: string) => Buffer
  readonly order: (over?: Fields) => Fields
}

export const rawKeyOf = (publicKey: KeyObject): string => publicKey.export({ format: 'jwk' }).x ?? ''

export const startProgram = (now: number, name = 'Office'): Program => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const key = rawKeyOf(publicKey)
  return {
    key,
    keyFile: Buffer.from(canonical({ format: 'lock-desk-key', version: 1, algorithm: 'Ed25519', key, name })),
    words: (list) => {
      const hash = createHash('sha256').update(Buffer.from(key, 'base64url')).digest()
      const bits = [...hash].map((byte) => byte.toString(2).padStart(8, '0')).join('')
      return [0, 1, 2, 3, 4, 5].map((at) => list[parseInt(bits.slice(at * 11, at * 11 + 11), 2)]).join(' ')
    },
    sign: (fields, prefix = `${fields['format'] as string} 1\n`) => {
      const { signature: _signature, ...content } = fields
      const signature = sign(null, Buffer.from(prefix + canonical(content)), privateKey).toString('base64url')
      return Buffer.from(canonical({ ...content, signature }))
    },
    order: (over = {}) => ({
      format: 'lock-desk-work-order',
      version: 1,
      id: orderId,
      platform: { id: 'https://platform.example', address: 'https://platform.example' },
      enterprises: ['E1'],
      action: 'disable',
      rows: [{ assetNum: 'LD8000000000' }, { assetNum: 'LD8000000001' }, { assetNum: 'LD8000000002' }],
      note: 'Returned: café, 归还',
      preparedBy: 'Chen Yu',
      created: now,
      notBefore: now,
      expires: now + 86_400_000,
      signer: { algorithm: 'Ed25519', key, name },
      ...over,
    }),
  }
}
