import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { wordlist as english } from '@scure/bip39/wordlists/english.js'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fixedKeysOf } from '#shared/model/app/policy'
import { policySchema } from '#shared/model/app/policy-schema'
import { temporaryFolder } from '../support/temporary-folder'
import { startProgram } from './support/independent-program'
import type { Program } from './support/independent-program'
import { openOrders } from './support/order-desk'

const platform = { id: 'https://platform.example', address: 'https://platform.example' }
const now = 1_795_468_818_757

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let office: Program
let other: Program
let desk: Awaited<ReturnType<typeof openOrders>>

const keyOf = (program: Program) => {
  const key = desk.orders.readKey(program.keyFile)
  if (!key.ok) throw new Error(key.error.message)
  return key.value
}
const problemOf = async (program: Program) => {
  const inspected = await desk.orders.inspect(program.sign(program.order()), platform)
  return inspected.ok ? (inspected.value.problem?.code ?? null) : inspected.error.code
}

beforeEach(async () => {
  folder = await temporaryFolder()
  office = startProgram(now)
  other = startProgram(now, 'Other')
  desk = await openOrders(folder.path, { now: () => now })
  // Trusted by a person before the policy came.
  expect((await desk.orders.trust(keyOf(other), other.words(english))).ok).toBe(true)
  await desk.stop()
  const { trustedKeys = null } = policySchema.parse({
    trustedKeys: [{ name: 'Head office', key: office.key }],
  })
  desk = await openOrders(folder.path, { now: () => now, fixedKeys: trustedKeys })
})
afterEach(async () => {
  await desk.stop()
  await folder.remove()
})

describe('trusted keys of the policy', () => {
  it('are the only ones', async () => {
    expect([await problemOf(office), await problemOf(other)]).toEqual([null, 'key-unknown'])
    expect(desk.orders.trustedKeys().map(({ name }) => name)).toEqual(['Head office'])
  })

  it('cannot be added to or withdrawn, and the file stays', async () => {
    const before = await readFile(join(folder.path, 'trusted-keys.json'), 'utf8')
    const managed = { error: { code: 'keys-managed' } }
    expect(await desk.orders.trust(keyOf(other), other.words(english))).toMatchObject(managed)
    expect(await desk.orders.withdraw(office.words(english))).toMatchObject(managed)
    expect([await problemOf(office), await problemOf(other)]).toEqual([null, 'key-unknown'])
    expect(await readFile(join(folder.path, 'trusted-keys.json'), 'utf8')).toBe(before)
  })

  it('are none where the policy limits changes and names none', () => {
    expect(fixedKeysOf({ maxRowsWithoutWorkOrder: 3 })).toEqual([])
    expect(fixedKeysOf({ maxRowsPerJob: 3 })).toBeNull()
  })

  it.each([
    ['of another length', 'AAAA'],
    ['in another form of the same bytes', `${'A'.repeat(42)}B`],
  ])('%s make the policy unreadable', (_what, key) => {
    expect(policySchema.safeParse({ trustedKeys: [{ name: 'x', key }] }).success).toBe(false)
  })
})
