import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hashSecret } from '../../src-service/user-center/secrets'
import { startTestService } from './service'
import { temporaryFolder } from './temporary-folder'

const cheap = { cost: 1024, blockSize: 8, parallel: 1 }

/** Part of every secret of the second platform: where it is found, a secret leaked. */
export const canary = 'c4n4ry'

export const secondPlatform = {
  key: 'north-desk',
  secret: `${canary}-north-secret`,
  ordersKey: 'north-orders',
  ordersSecret: `${canary}-orders-secret`,
  user: 'wang.min',
  password: `${canary}-Password-1`,
} as const

/** A licensing service with its own applications and user, beside that of training. */
export const startSecondPlatform = async () => {
  const { path, remove } = await temporaryFolder()
  const credentials = join(path, 'credentials.json')
  const { key, secret, ordersKey, ordersSecret, user, password } = secondPlatform
  const content = {
    applications: [
      {
        key,
        secretHash: await hashSecret(secret, cheap),
        scopes: ['auth_order', 'auth_me'],
        approved: true,
      },
      {
        key: ordersKey,
        secretHash: await hashSecret(ordersSecret, cheap),
        scopes: ['auth_order'],
        approved: true,
      },
    ],
    users: [{ name: user, passwordHash: await hashSecret(password, cheap) }],
  }
  await writeFile(credentials, JSON.stringify(content))
  const service = await startTestService({ credentials })
  const effects = async (): Promise<{ operation: string; target: string }[]> => {
    const answer = await fetch(`${service.url}/_training/effects?after=0`)
    return (await answer.json()) as { operation: string; target: string }[]
  }
  return {
    url: service.url,
    effects,
    stop: async () => {
      await service.stop()
      await remove()
    },
  }
}

export type SecondPlatform = Awaited<ReturnType<typeof startSecondPlatform>>
