import { randomBytes, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import type { Credentials } from '../platform/auth/credentials'

const derive = promisify<string, Buffer, number, { N: number }, Buffer>(scrypt)

const drawSecret = (bytes: number) => randomBytes(bytes).toString('base64url')

/** Random credentials for one start of the training service; they are never saved. */
export const generateTrainingCredentials = (): Credentials => {
  const application = { key: `training-${drawSecret(6)}`, secret: drawSecret(32) }
  return {
    applications: { order: application, member: application },
    user: { name: `counter-${drawSecret(6)}`, password: drawSecret(32) },
  }
}

/** A fast hash is enough: 256 random bits cannot be guessed. */
const hashOf = async (secret: string): Promise<string> => {
  const salt = randomBytes(16)
  const key = await derive(secret, salt, 32, { N: 1024 })
  return `scrypt$1024$8$1$${salt.toString('base64url')}$${key.toString('base64url')}`
}

/** The format that the service reads with `--credentials -`. */
export const serviceCredentials = async ({ applications, user }: Credentials): Promise<string> => {
  const both = [applications.order, applications.member].filter((one) => one !== null)
  const each = both.filter(({ key }, index) => both.findIndex((one) => one.key === key) === index)
  return JSON.stringify({
    applications: await Promise.all(
      each.map(async ({ key, secret }) => ({
        key,
        secretHash: await hashOf(secret),
        scopes: ['auth_order', 'auth_me'],
        approved: true,
      })),
    ),
    users: user?.password == null ? [] : [{ name: user.name, passwordHash: await hashOf(user.password) }],
  })
}
