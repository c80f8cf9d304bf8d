import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { readUntrustedJson } from '#shared/untrusted-json'
import { StartFailure } from '../start-failure'
import { isSecretHash } from './secrets'

/** The scopes (docs/api.md, section 5) of the order module and the member center. */
export const scopes = ['auth_order', 'auth_me'] as const
export type Scope = (typeof scopes)[number]

const secretHash = z.string().refine(isSecretHash, 'must be a hash from “service hash”')

const areUnique = (names: readonly string[]): boolean => new Set(names).size === names.length

const credentialsSchema = z.strictObject({
  applications: z
    .array(
      z.strictObject({
        key: z.string().min(1),
        secretHash,
        scopes: z.array(z.enum(scopes)),
        approved: z.boolean(),
      }),
    )
    .min(1)
    .refine((all) => areUnique(all.map(({ key }) => key)), 'keys must be unique'),
  users: z
    .array(z.strictObject({ name: z.string().min(1), passwordHash: secretHash }))
    .refine((all) => areUnique(all.map(({ name }) => name)), 'names must be unique'),
})
type CredentialsFile = z.output<typeof credentialsSchema>

export type Application = CredentialsFile['applications'][number]
type User = CredentialsFile['users'][number]

export interface Credentials {
  readonly applications: ReadonlyMap<string, Application>
  readonly users: ReadonlyMap<string, User>
  /** Whether these are the public training credentials; the service then stays on loopback. */
  readonly areTraining: boolean
}

const createCredentials = ({ applications, users }: CredentialsFile, areTraining: boolean): Credentials => ({
  applications: new Map(applications.map((application) => [application.key, application])),
  users: new Map(users.map((user) => [user.name, user])),
  areTraining,
})

/**
 * Applications and user of a training service. The secrets are public: lock-desk-secret, orders-only-secret,
 * members-only-secret, not-approved-secret; Counter-2026. Their hashes are cheap, because every start of the
 * app and every test requests tokens.
 */
export const trainingCredentials: Credentials = createCredentials(
  {
    applications: [
      {
        key: 'lock-desk',
        secretHash: 'scrypt$1024$8$1$DN0OZUhol6QLlSLtEETjQw$gxZTWZjaPfVG6vN4i22DDaypZEsMs0Wbmd0uk5ROaQE',
        scopes: ['auth_order', 'auth_me'],
        approved: true,
      },
      {
        key: 'orders-only',
        secretHash: 'scrypt$1024$8$1$AmSe2lUHd5evgYqh0loQcw$Oc6l-jDPlzwvhcX-kwdaqG7ASFNwh09zlbfjXmjDojA',
        scopes: ['auth_order'],
        approved: true,
      },
      {
        key: 'members-only',
        secretHash: 'scrypt$1024$8$1$TKz5hAM79zr5EU5429LcbQ$pr-nz6N-cIni30sGx-GShjcpkU31rg2LDy60gOPYw8o',
        scopes: ['auth_me'],
        approved: true,
      },
      {
        key: 'not-approved',
        secretHash: 'scrypt$1024$8$1$5hi8OyutJDAufcD6v3-UIA$WlFQ754N5yZOCdmoa8QXk-GVnV3cWWouw_Dejl9aX8Q',
        scopes: ['auth_order'],
        approved: false,
      },
    ],
    users: [
      {
        name: 'counter',
        passwordHash: 'scrypt$1024$8$1$rmqdcpE094i4qaRg4d46rw$R6ccfNtlXPsNI7gX-dcjchZV_0DB3Ygf7UFtIvK7UQI',
      },
    ],
  },
  true,
)

const limits = { length: 4 * 1024 * 1024, depth: 10, values: 200_000 } as const

const parseCredentials = (where: string, text: string): Credentials => {
  const content = readUntrustedJson(text, limits)
  if (!content.ok) {
    const what = content.problem === 'duplicate-key' ? 'has a key twice' : 'is not valid JSON'
    throw new StartFailure('usage', `${where} ${what}. Correct it.`)
  }
  const parsed = credentialsSchema.safeParse(content.value)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const place = issue?.path.join('.') ?? ''
    throw new StartFailure('usage', `${where} is invalid at “${place}”: ${issue?.message ?? ''}.`)
  }
  return createCredentials(parsed.data, false)
}

/** Reads the file of `--credentials`, which replaces the training credentials. */
export const readCredentials = async (file: string): Promise<Credentials> => {
  const where = `The credentials file ${file}`
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    throw new StartFailure('usage', `${where} cannot be read. Check its path and permissions.`, {
      cause: error,
    })
  }
  return parseCredentials(where, text)
}

/** Parses credentials that the parent process sends with `--credentials -`. */
export const credentialsFromText = (text: string): Credentials =>
  parseCredentials('The text for --credentials -', text)
