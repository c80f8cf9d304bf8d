import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPolicy } from '../../src-service/policy'
import { readCredentials } from '../../src-service/user-center/credentials'
import { hashSecret, isSecretHash } from '../../src-service/user-center/secrets'

let folder: string
let hash: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lock-desk-test-'))
  hash = await hashSecret('secret', { cost: 1024, blockSize: 8, parallel: 1 })
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('a hash', () => {
  it('can be compared with', () => {
    expect(isSecretHash(hash)).toBe(true)
    const [, , , , salt = '', key = ''] = hash.split('$')
    const like = (cost: number, blockSize: number, parallel: number, itsKey = key) =>
      ['scrypt', cost, blockSize, parallel, salt, itsKey].join('$')
    expect(isSecretHash(like(1024, 8, 1))).toBe(true)
    for (const broken of [
      like(3, 8, 1),
      like(1, 8, 1),
      like(0, 8, 1),
      like(2 ** 40, 8, 1),
      like(1024, 0, 1),
      like(1024, 8, 0),
      like(1024, 8, 1, 'c2hvcnQ'),
      'scrypt$1024$8$1',
      'secret',
    ]) {
      expect(isSecretHash(broken), broken).toBe(false)
    }
  })
})

describe('a credentials file', () => {
  it('names each application and each user once', async () => {
    const file = join(folder, 'credentials.json')
    const application = { key: 'branch', secretHash: hash, scopes: ['auth_order'], approved: true }
    const user = { name: 'counter', passwordHash: hash }
    const read = async (content: object) => {
      await writeFile(file, JSON.stringify(content))
      return readCredentials(file)
    }
    await expect(read({ applications: [application, application], users: [] })).rejects.toThrow(
      'is invalid at “applications”: keys must be unique',
    )
    await expect(read({ applications: [application], users: [user, user] })).rejects.toThrow(
      'is invalid at “users”: names must be unique',
    )
    expect((await read({ applications: [application], users: [user] })).users.has('counter')).toBe(true)
  })
})

describe('a policy', () => {
  it('is rejected where no request could meet it', () => {
    expect(() => createPolicy({ mobilePattern: '(' })).toThrow('no regular expression')
    expect(() => createPolicy({ passwordLength: { min: 9, max: 3 } })).toThrow('min is more than max')
    expect(createPolicy({ passwordLength: { min: 3, max: 3 } }).passwordLength.min).toBe(3)
  })
})
