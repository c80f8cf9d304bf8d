import { createPublicKey, hash, randomUUID, verify } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { branchEventFormat, maxBodyBytes, maxSharedAssets } from '#shared/model/branch/branch-event'
import type { BranchEvent, BranchFact, PlainObject, PlainValue } from '#shared/model/branch/branch-event'
import { writeCanonical } from '../work-orders/canonical-json'
import { bytesToSign, isSigned } from '../work-orders/signed-file'
import type { SigningKey } from '../work-orders/signing-key'

/** The end of a computer's chain of events. */
export interface Head {
  readonly n: number
  /** Empty before the first event. */
  readonly hash: string
}
export const emptyHead: Head = { n: 0, hash: '' }

export const textOf = (event: BranchEvent): string => writeCanonical(event)
export const hashOf = (event: BranchEvent): string => hash('sha256', textOf(event))
export const bodyBytes = ({ body }: Pick<BranchEvent, 'body'>): number =>
  Buffer.byteLength(writeCanonical(body))

/** Without what the database would not keep exactly: half characters and U+0000 of a platform's names. */
const plainOf = (value: PlainValue): PlainValue => {
  if (typeof value === 'string') return value.replace(/\u0000|\p{Surrogate}/gu, '\ufffd') // eslint-disable-line no-control-regex -- jsonb refuses it
  if (Array.isArray(value)) return value.map(plainOf)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, plainOf(member)]))
}

const bodyOf = (fact: BranchFact): PlainObject => {
  const body =
    'loan' in fact.body
      ? { ...fact.body, loan: { ...fact.body.loan, assets: fact.body.loan.assets.slice(0, maxSharedAssets) } }
      : fact.body
  return plainOf(body) as PlainObject
}

/** The next event of a computer's chain. Throws if its body is too large. */
export const signEvent = (
  fact: BranchFact,
  of: Pick<BranchEvent, 'computer' | 'platform' | 'at'>,
  before: Head,
  key: SigningKey,
): BranchEvent => {
  const unsigned = {
    id: randomUUID(),
    ...of,
    n: before.n + 1,
    kind: fact.kind,
    body: bodyOf(fact),
    before: before.hash,
  }
  if (bodyBytes(unsigned) > maxBodyBytes) throw new Error(`more than ${maxBodyBytes} bytes in one event`)
  return { ...unsigned, signature: key.sign(bytesToSign(unsigned, branchEventFormat)) }
}

/** @param key 32 bytes in base64url */
export const isSignedBy = (event: BranchEvent, key: string): boolean =>
  isSigned(event, branchEventFormat, key)

const verifyInBackground = (event: BranchEvent, key: KeyObject): Promise<boolean> =>
  new Promise((done) => {
    const { signature, ...content } = event
    const bytes = bytesToSign(content, branchEventFormat)
    verify(null, bytes, key, Buffer.from(signature, 'base64url'), (error, isGenuine) =>
      done(error === null && isGenuine),
    )
  })

/** Checks many signatures, beside what the app does. */
export const createSignatureCheck = () => {
  const known = new Map<string, KeyObject | null>()
  const keyOf = (text: string): KeyObject | null => {
    const found = known.get(text)
    if (found !== undefined) return found
    let key: KeyObject | null = null
    try {
      key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: text }, format: 'jwk' })
    } catch {
      // No key at all: nothing is signed by it.
    }
    known.set(text, key)
    return key
  }
  return (event: BranchEvent, key: string): Promise<boolean> => {
    const found = keyOf(key)
    return found === null ? Promise.resolve(false) : verifyInBackground(event, found)
  }
}
export type SignatureCheck = ReturnType<typeof createSignatureCheck>
