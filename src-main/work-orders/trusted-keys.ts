import { z } from 'zod'
import type { PolicyKeyOfComputer } from '#shared/model/app/policy'
import { fail, succeed } from '#shared/outcome'
import type { Failure, Outcome } from '#shared/outcome'
import type { JsonFile } from '../util/files/json-file'
import { publicKey } from './file-forms'
import type { KeyFile } from './file-forms'
import { areWordsOf } from './key-words'

const trustedKey = z.object({
  key: publicKey,
  name: z.string(),
  trustedAt: z.int(),
  /** Null while the key is trusted. */
  withdrawnAt: z.int().nullable(),
})
export type TrustedKey = z.infer<typeof trustedKey>

export const trustedKeysSchema = z.object({ version: z.literal(1), keys: z.array(trustedKey).max(1_000) })
export type TrustedKeysContent = z.infer<typeof trustedKeysSchema>

export const noTrustedKeys: TrustedKeysContent = { version: 1, keys: [] }

const bytesOf = (key: string): Buffer => Buffer.from(key, 'base64url')

/** The policy names the keys; the file keeps those of this computer for the time without such a policy. */
const managed: Failure<'keys-managed'> = {
  code: 'keys-managed',
  message: 'the policy names the trusted keys',
}

/** The computers whose work orders and results this computer accepts. */
export const createTrustedKeys = (
  file: JsonFile<TrustedKeysContent>,
  now: () => number,
  /** The only trusted keys, by the policy; null if it does not name them. */
  fixed: readonly PolicyKeyOfComputer[] | null = null,
) => {
  const fixedKeys = fixed?.map((one): TrustedKey => ({ ...one, trustedAt: 0, withdrawnAt: null })) ?? null
  const list = (): readonly TrustedKey[] => fixedKeys ?? file.read().keys

  return {
    list,
    find: (key: string): TrustedKey | null => list().find((one) => one.key === key) ?? null,
    /** The policy names them, so that they cannot be changed here. */
    areFixed: fixedKeys !== null,
    /** Only with the words that the other computer shows. Throws the file system's error. */
    trust: async (
      { key, name }: Pick<KeyFile, 'key' | 'name'>,
      words: string,
    ): Promise<Outcome<TrustedKey, Failure<'words-differ' | 'keys-managed'>>> => {
      if (fixedKeys !== null) return fail(managed)
      if (!areWordsOf(words, bytesOf(key)))
        return fail({ code: 'words-differ', message: 'these are not the words of this key' })
      const trusted: TrustedKey = { key, name, trustedAt: now(), withdrawnAt: null }
      await file.update((content) => ({
        ...content,
        keys: [...content.keys.filter((one) => one.key !== key), trusted],
      }))
      return succeed(trusted)
    },
    /** The entry stays, so that later refusals can name it. */
    withdraw: async (
      words: string,
    ): Promise<Outcome<TrustedKey, Failure<'words-unknown' | 'keys-managed'>>> => {
      if (fixedKeys !== null) return fail(managed)
      const found = file.read().keys.find(({ key }) => areWordsOf(words, bytesOf(key)))
      if (found === undefined)
        return fail({ code: 'words-unknown', message: 'no trusted key has these words' })
      const withdrawn = { ...found, withdrawnAt: found.withdrawnAt ?? now() }
      await file.update((content) => ({
        ...content,
        keys: content.keys.map((one) => (one.key === found.key ? withdrawn : one)),
      }))
      return succeed(withdrawn)
    },
  }
}
export type TrustedKeys = ReturnType<typeof createTrustedKeys>
