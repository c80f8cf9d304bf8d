import type { Migrations } from '../util/files/versioned-file'

/** The name of a secret in the vault; JSON keeps its parts distinct whatever characters they contain. */
export const secretNameOf = (...parts: readonly string[]): string => JSON.stringify(parts)

/** Whether a name was made by `secretNameOf`; former names never start like this. */
export const isSecretName = (name: string): boolean => name.startsWith('[')

/** Before version 2, parts were joined by this separator, which a part may contain. */
export const formerSeparator = ' | '
export const formerSignIn = `refresh token${formerSeparator}`

const formerApplicationSecret = /^application secret \| (.+) \| (order|member)$/s
const formerUnsentKey = /^unsent \| ([\w-]{1,64})$/

/** The current name for an unambiguous former one; any other is kept. */
const withoutSeparator = (former: string): string => {
  const [, savedPlatformId, module] = formerApplicationSecret.exec(former) ?? []
  if (savedPlatformId !== undefined && module !== undefined) {
    return secretNameOf('application secret', savedPlatformId, module)
  }
  const jobId = formerUnsentKey.exec(former)?.[1]
  return jobId === undefined ? former : secretNameOf('unsent', jobId)
}

type Fields = Readonly<Record<string, unknown>>
const areFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const renamed = (former: string, sealed: unknown): readonly [name: string, sealed: unknown] => {
  const name = withoutSeparator(former)
  return [name, name === former || !areFields(sealed) ? sealed : { ...sealed, sealedAs: former }]
}
const renamedLost = (lost: unknown): unknown => {
  if (!areFields(lost) || typeof lost['name'] !== 'string') return lost
  const [name, sealed] = renamed(lost['name'], lost['sealed'])
  return { name, sealed }
}

/**
 * Version 1 joins the parts of names. Names of application secrets and unsent rows are converted here; sign-ins
 * need the saved platforms (`saved-platforms/former-sign-ins.ts`) and are marked by `hasFormerSignIns` until then.
 * Damaged content stays invalid, so that the file is renamed and not treated as empty.
 */
export const vaultMigrations: Migrations = {
  1: ({ secrets, undecryptable, ...content }) => ({
    ...content,
    version: 2,
    hasFormerSignIns: true,
    secrets: areFields(secrets)
      ? Object.fromEntries(Object.entries(secrets).map(([name, sealed]) => renamed(name, sealed)))
      : secrets,
    undecryptable: Array.isArray(undecryptable) ? undecryptable.map(renamedLost) : undecryptable,
  }),
}
