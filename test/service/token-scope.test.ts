import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import register from '../../resources/training/register.json'
import { startTestService } from '../support/service'
import type { TestService } from '../support/service'
import { askForToken, connectTo, training } from '../support/service-client'
import type { ServiceClient } from '../support/service-client'

const path = { enterpriseGlobalId: register[0]!.enterpriseGlobalId }
const { key: client_id, secret: client_secret } = training.application

describe('a token with a reduced scope', () => {
  let service: TestService
  let client: ServiceClient
  beforeAll(async () => {
    service = await startTestService()
    client = await connectTo(service.url)
  })
  afterAll(() => service.stop())
  const granted = async (form: Record<string, string>) => {
    const { json } = await askForToken(service.url, { client_id, client_secret, ...form })
    return json as { access_token: string; refresh_token: string; scope: string }
  }

  it('is valid for that module only (60000)', async () => {
    const { access_token, scope } = await granted({ grant_type: 'client_credentials', scope: 'auth_order' })
    expect(scope).toBe('auth_order')
    const headers = { authorization: `Bearer ${access_token}`, clientToken: access_token }
    await client.succeed('order.listAssets', { path, headers })
    expect(await client.refusal('member.listEmployees', { path, headers })).toMatchObject({ code: '60000' })
  })

  it('is renewed with the same scope', async () => {
    const { username, password } = { username: training.user.name, password: training.user.password }
    const first = await granted({ grant_type: 'password', username, password, scope: 'auth_me' })
    const again = await granted({ grant_type: 'refresh_token', refresh_token: first.refresh_token })
    expect([first.scope, again.scope]).toEqual(['auth_me', 'auth_me'])
  })
})
