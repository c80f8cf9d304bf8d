import { describe, expect, it } from 'vitest'
import { createProfileSignatures } from '../../src-main/work-orders/profile-signature'
import { createSigningKeys } from '../../src-main/work-orders/signing-key'
import type { TrustedKey } from '../../src-main/work-orders/trusted-keys'
import { lockProfileSchema, profileVersion } from '../../src-main/locks/profiles/profile'

const plain = {
  version: profileVersion,
  id: 'learned-1bc0-8100',
  name: { en: 'Key', zh: '密钥' },
  learned: { at: '2026-11-24T00:00:00.000Z', samples: ['a'.repeat(64), 'b'.repeat(64)] },
  match: { vendorId: '0x1bc0', productId: '0x8100' },
  read: { by: 'feature', reportId: 5, length: 16 },
  extract: { offset: 4, length: 10, as: 'ascii', reversed: true },
}
const text = JSON.stringify(plain)

const computer = (canStore = true) => {
  const secrets = new Map<string, string>()
  const trusted: TrustedKey[] = []
  const keys = createSigningKeys({
    has: (name: string) => secrets.has(name),
    read: (name: string) => Promise.resolve(secrets.get(name) ?? null),
    write: (name: string, secret: string) => Promise.resolve(void secrets.set(name, secret)),
    status: () => ({ state: canStore ? 'keychain' : 'memory' }),
  } as never)
  const find = (key: string) => trusted.find((each) => each.key === key) ?? null
  return { keys, trusted, ...createProfileSignatures({ keys, trusted: { find } }) }
}
const signedBy = async ({ sign }: ReturnType<typeof computer>): Promise<string> => {
  const signed = await sign(text)
  if (!signed.ok) throw new Error(signed.error.message)
  return signed.value
}
const changed = (signed: string, over: object): string => JSON.stringify({ ...JSON.parse(signed), ...over })
type Parsed = typeof plain & { signer: { key: string }; signature: string }

describe('the signature of a lock profile', () => {
  it('leaves the profile an ordinary one, with all its fields', async () => {
    const signed = JSON.parse(await signedBy(computer())) as Parsed
    expect(signed).toMatchObject(plain)
    expect(lockProfileSchema.safeParse(signed).success).toBe(true)
  })

  it('names this computer, a trusted one by its stored name, and an unknown one with its words', async () => {
    const [maker, other] = [computer(), computer()]
    const signed = await signedBy(maker)
    const { key } = (JSON.parse(signed) as Parsed).signer
    expect(await maker.makerOf(signed)).toMatchObject({ value: { state: 'this-computer' } })
    const unknown = await other.makerOf(signed)
    expect(unknown).toMatchObject({ value: { state: 'unknown' } })
    expect(
      unknown.ok && unknown.value.state !== 'unsigned' && unknown.value.words.en.split(' '),
    ).toHaveLength(6)
    other.trusted.push({ key, name: 'Office', trustedAt: 0, withdrawnAt: null })
    expect(await other.makerOf(signed)).toMatchObject({ value: { state: 'trusted', name: 'Office' } })
    other.trusted.splice(0, 1, { key, name: 'Office', trustedAt: 0, withdrawnAt: 1 })
    expect(await other.makerOf(signed)).toMatchObject({ value: { state: 'unknown' } })
  })

  it('is of no account to spaces, the order of the fields and comparisons made here', async () => {
    const maker = computer()
    const signed = JSON.parse(await signedBy(maker)) as Parsed
    const reordered = Object.fromEntries(Object.entries(signed).reverse())
    expect(await maker.makerOf(JSON.stringify(reordered, null, 4))).toMatchObject({ ok: true })
    const compared = { ...signed, learned: { ...signed.learned, agreed: ['c'.repeat(64)], suspended: true } }
    expect(await maker.makerOf(JSON.stringify(compared))).toMatchObject({ value: { state: 'this-computer' } })
  })

  it('is refused after any change of the profile, the signer or the signature', async () => {
    const [maker, other] = [computer(), computer()]
    const signed = await signedBy(maker)
    const { signer, signature } = JSON.parse(signed) as Parsed
    const { signer: otherSigner } = JSON.parse(await signedBy(other)) as Parsed
    const forged = [
      { extract: { ...plain.extract, offset: 5 } },
      { extract: { ...plain.extract, reversed: false } },
      { match: { ...plain.match, productId: '0x8101' } },
      { learned: { ...plain.learned, samples: [...plain.learned.samples, 'd'.repeat(64)] } },
      { also: [] },
      { signer: otherSigner },
      { signer: { ...signer, name: 'Office' } },
      { signature: `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}` },
      { signature: undefined },
      { signer: undefined },
    ]
    for (const over of forged) {
      expect(await maker.makerOf(changed(signed, over)), JSON.stringify(over)).toMatchObject({
        ok: false,
        error: { code: 'signature-invalid' },
      })
    }
  })

  it('is none in an unsigned profile, and is not made with a key that cannot be kept', async () => {
    expect(await computer().makerOf(text)).toEqual({ ok: true, value: { state: 'unsigned' } })
    expect(await computer(false).sign(text)).toMatchObject({ error: { code: 'key-not-storable' } })
  })
})
