import type { ProfileMaker } from '#shared/model/locks/lock-profile'
import { fail, succeed } from '#shared/outcome'
import type { Failure, Outcome } from '#shared/outcome'
import { writeCanonical } from './canonical-json'
import { fileVersion, profileFormat, signedProfile } from './file-forms'
import { wordsOf } from './key-words'
import { readSigned } from './signed-file'
import type { KeyFailure, SigningKeys } from './signing-key'
import type { TrustedKeys } from './trusted-keys'

type Profile = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Profile =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const byName = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]) =>
  one < other ? -1 : one > other ? 1 : 0

/** One text for one content, in whatever order its fields are. */
const plainText = (profile: Profile): string =>
  JSON.stringify(profile, (_name, value: unknown) =>
    isObject(value) ? Object.fromEntries(Object.entries(value).sort(byName)) : value,
  )

/** Comparisons with a shell are made on each computer, so they are not signed. */
const signedText = ({ signer: _signer, signature: _signature, learned, ...rest }: Profile): string => {
  if (!isObject(learned)) return plainText(rest)
  const { agreed: _agreed, suspended: _suspended, ...made } = learned
  return plainText({ ...rest, learned: made })
}

const readProfile = (text: string): Profile => {
  try {
    const value: unknown = JSON.parse(text.replace(/^\ufeff/, ''))
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}

const invalid = fail({
  code: 'signature-invalid' as const,
  message: 'The signature does not match: the profile was changed after it was signed.',
})

/** Signatures of lock profiles by the key that also signs work orders. The profile stays an ordinary one. */
export const createProfileSignatures = ({
  keys,
  trusted,
}: {
  readonly keys: Pick<SigningKeys, 'exists' | 'open'>
  readonly trusted: Pick<TrustedKeys, 'find'>
}) => {
  const isOwn = async (key: string): Promise<boolean> => {
    if (!keys.exists()) return false
    const ownKey = await keys.open()
    return ownKey.ok && ownKey.value.publicKey === key
  }

  return {
    /** `text` is a profile that parses; a signature in it is replaced. */
    sign: async (text: string): Promise<Outcome<string, KeyFailure>> => {
      const opened = await keys.open()
      if (!opened.ok) return opened
      const profile = readProfile(text)
      const content = { format: profileFormat, version: fileVersion, profile: signedText(profile) }
      const signed = readProfile(opened.value.signFile(content, profileFormat).toString('utf8'))
      const { signer, signature } = signed
      return succeed(`${JSON.stringify({ ...profile, signer, signature }, null, 2)}\n`)
    },

    /** Who made the profile; `text` parses as one. */
    makerOf: async (text: string): Promise<Outcome<ProfileMaker, Failure<'signature-invalid'>>> => {
      const profile = readProfile(text)
      const { signer, signature } = profile
      if (signer === undefined && signature === undefined) return succeed({ state: 'unsigned' })
      const content = { format: profileFormat, version: fileVersion, profile: signedText(profile) }
      const file = signedProfile.safeParse({ ...content, signer, signature })
      if (!file.success) return invalid
      const bytes = Buffer.from(writeCanonical(file.data), 'utf8')
      const read = readSigned(bytes, profileFormat, signedProfile)
      if (!read.ok) return invalid
      const { key, name } = read.value.value.signer
      const keyBytes = Buffer.from(key, 'base64url')
      const words = { en: wordsOf(keyBytes, 'en').join(' '), zh: wordsOf(keyBytes, 'zh').join(' ') }
      if (await isOwn(key)) return succeed({ state: 'this-computer', name, words })
      const known = trusted.find(key)
      return known?.withdrawnAt === null
        ? succeed({ state: 'trusted', name: known.name, words })
        : succeed({ state: 'unknown', name, words })
    },
  }
}
export type ProfileSignatures = ReturnType<typeof createProfileSignatures>
