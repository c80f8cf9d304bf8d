import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operationIds, operations } from '#shared/operations'
import register from '../../resources/training/register.json'
import { startTestService } from '../support/service'
import type { TestService } from '../support/service'
import { training } from '../support/service-client'
import { httpTransport } from './conformance/call'
import { allChecks } from './conformance/checks/all'
import { runCheck } from './conformance/run'
import { createSession } from './conformance/session'
import type { Session } from './conformance/session'
import { signIn } from './conformance/user-centre'

const [first, , , trial] = register

let service: TestService
let session: Session
beforeAll(async () => {
  service = await startTestService()
  const { key: appKey, secret: appSecret } = training.application
  const credentials = { appKey, appSecret, user: training.user.name, password: training.user.password }
  const userCentre = `${service.url}/oauth/token`
  session = createSession(
    {
      baseUrl: service.url,
      userCentre,
      credentials,
      tokens: await signIn(userCentre, credentials),
      level: 'service',
      changes: true,
      enterprise: first!.enterpriseGlobalId,
      trialEnterprise: trial!.enterpriseGlobalId,
      channel: { channelCode: first!.channelCode, channelCustomerId: first!.channelCustomerId },
    },
    httpTransport(service.url),
  )
})
afterAll(() => service.stop())

describe('conformance suite', () => {
  it.each(allChecks)('$id', async (check) => {
    const { outcome, reason } = await runCheck(check, session)
    expect(reason).toBe('')
    expect(outcome).toBe('passed')
  })

  it('cleans up what it created, where the API allows it', async () => {
    expect(await session.turn().world.cleanUp()).toEqual([])
  })

  it('has a unique ID for each check and covers every operation', () => {
    expect(new Set(allChecks.map(({ id }) => id)).size).toBe(allChecks.length)
    const checked = new Set(
      allChecks.filter(({ aspect }) => aspect !== 'access').map(({ subject }) => subject),
    )
    for (const id of operationIds) expect([id, checked.has(id)]).toEqual([id, true])
  })

  it('marks every check of a changing operation as changing', () => {
    for (const { subject, changes, id } of allChecks) {
      if (subject !== 'user center' && operations[subject].changesState)
        expect([id, changes]).toEqual([id, true])
    }
  })
})
