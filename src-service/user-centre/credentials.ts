import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { StartFailure } from '../start-failure'
import { isSecretHash } from './secrets'

/** The scopes of the API document (section 5): the order module and the member centre. */
export const scopes = ['auth_order', 'auth_me'] as const
export type Scope = (typeof scopes)[number]

const hash = z.string().refine(isSecretHash, 'is not a hash as the subcommand hash makes it')

const isEachOnce = (names: readonly string[]): boolean => new Set(names).size === names.length

const credentialsSchema = z.strictObject({
  applications: z
    .array(
      z.strictObject({
        key: z.string().min(1),
        secretHash: hash,
        scopes: z.array(z.enum(scopes)),
        approved: z.boolean(),
      }),
    )
    .min(1)
    .refine((all) => isEachOnce(all.map(({ key }) => key)), 'a key stands twice'),
  users: z
    .array(z.strictObject({ name: z.string().min(1), passwordHash: hash }))
    .refine((all) => isEachOnce(all.map(({ name }) => name)), 'a name stands twice'),
})
type CredentialsFile = z.output<typeof credentialsSchema>

export type Application = CredentialsFile['applications'][number]
type User = CredentialsFile['users'][number]

export interface Credentials {
  readonly applications: ReadonlyMap<string, Application>
  readonly users: ReadonlyMap<string, User>
  /** Whether these are the ones everybody can read in the source; the service then stays on loopback. */
  readonly areTraining: boolean
}

const directory = ({ applications, users }: CredentialsFile, areTraining: boolean): Credentials => ({
  applications: new Map(applications.map((application) => [application.key, application])),
  users: new Map(users.map((user) => [user.name, user])),
  areTraining,
})

/**
 * The applications and the user of a training service. Their secrets are public (lock-desk-secret,
 * orders-only-secret, members-only-secret, not-approved-secret; Counter-2026), so their hashes are cheap ones: the
 * token endpoint is called at every start of the app and of every test.
 */
export const trainingCredentials: Credentials = directory(
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

/** The file of `--credentials`, whose applications and users take the place of the training ones. */
export const readCredentials = async (file: string): Promise<Credentials> => {
  let content: unknown
  try {
    content = JSON.parse(await readFile(file, 'utf8'))
  } catch (error) {
    throw new StartFailure('usage', `The credentials file ${file} cannot be read as JSON.`, { cause: error })
  }
  const parsed = credentialsSchema.safeParse(content)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const where = issue?.path.join('.') ?? ''
    throw new StartFailure(
      'usage',
      `The credentials file ${file} is not right at “${where}”: ${issue?.message ?? ''}.`,
    )
  }
  return directory(parsed.data, false)
}
