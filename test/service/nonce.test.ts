import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPolicy } from '../../src-service/policy'
import { createChecks } from '../../src-service/server/checks'
import { openStore } from '../../src-service/open-store'
import { trainingCredentials } from '../../src-service/user-center/credentials'
import { issueToken } from '../../src-service/user-center/tokens'
import { demoTemplate } from '../support/demo-template'
import { temporaryFolder } from '../support/temporary-folder'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let store: Awaited<ReturnType<typeof openStore>>
beforeAll(async () => {
  folder = await temporaryFolder()
  store = await openStore({
    folder: folder.path,
    template: await demoTemplate(),
    now: Date.now(),
    log: () => undefined,
  })
})
afterAll(async () => {
  await store.close()
  await folder.remove()
})

describe('a nonce', () => {
  it('is accepted from one of several parallel requests, though none finds it at first', async () => {
    const deps = { db: store.db, credentials: trainingCredentials, policy: createPolicy(), now: Date.now }
    const holder = { applicationKey: 'lock-desk', userName: null }
    const token = await issueToken(store.db, 'client', holder, Date.now() + 60_000)
    const request = { query: { g_nonce: randomUUID() }, headers: { authorization: `Bearer ${token}` } }
    // All requests look up the nonce before one inserts it: they alternate on one connection.
    const { check } = createChecks(deps)
    const calls = Array.from({ length: 5 }, () => check(request as unknown as FastifyRequest, 'order'))
    const outcomes = await Promise.allSettled(calls)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: '70001' } })
  })
})
