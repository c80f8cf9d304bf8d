import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestService } from '../support/service'
import type { TestService } from '../support/service'
import { askForToken, connectTo, training } from '../support/service-client'

const client = { client_id: training.application.key, client_secret: training.application.secret }
const user = { username: training.user.name, password: training.user.password }
const basic = (key: string, secret: string) => ({
  authorization: `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`,
})

let service: TestService
let now = Date.now()
beforeAll(async () => {
  service = await startTestService({ now: () => now })
})
afterAll(() => service.stop())

const ask = (form: Record<string, string>, headers = {}) => askForToken(service.url, form, headers)

describe('the token endpoint', () => {
  it('issues an application token for key and secret, in the form or as HTTP Basic', async () => {
    const form = await ask({ grant_type: 'client_credentials', ...client })
    expect(form.status).toBe(200)
    expect(form.headers.get('cache-control')).toBe('no-store')
    expect(form.json).toEqual({
      access_token: expect.any(String) as string,
      token_type: 'Bearer',
      expires_in: 7200,
      scope: 'auth_order auth_me',
    })
    const { status, json } = await ask(
      { grant_type: 'client_credentials' },
      basic('lock-desk', 'lock-desk-secret'),
    )
    expect(status).toBe(200)
    expect(json.access_token).not.toBe(form.json.access_token)
  })

  it('issues a user an access token and a refresh token', async () => {
    const { status, json } = await ask({ grant_type: 'password', ...client, ...user })
    expect(status).toBe(200)
    expect(json.refresh_token).toEqual(expect.any(String))
    const path = { enterpriseGlobalId: '1' }
    const connected = await connectTo(service.url)
    const withIt = { path, headers: { userToken: String(json.access_token) } }
    expect(await connected.refusal('member.listEmployees', withIt)).toMatchObject({ code: '60000' })
    const withRefreshToken = { path, headers: { userToken: String(json.refresh_token) } }
    expect(await connected.refusal('member.listEmployees', withRefreshToken)).toMatchObject({ code: '60005' })
  })

  it('renews a user’s token with the refresh token, and again if the response was lost', async () => {
    const { json } = await ask({ grant_type: 'password', ...client, ...user })
    const renewal = { grant_type: 'refresh_token', ...client, refresh_token: String(json.refresh_token) }
    const one = await ask(renewal)
    const two = await ask(renewal)
    expect([one.status, two.status]).toEqual([200, 200])
    expect(one.json.refresh_token).toBe(json.refresh_token)
    expect(one.json.access_token).not.toBe(two.json.access_token)
  })

  it('accepts a refresh token only from its application and only for a limited time', async () => {
    const { json } = await ask({ grant_type: 'password', ...client, ...user })
    const renewal = { grant_type: 'refresh_token', refresh_token: String(json.refresh_token) }
    const other = await ask(renewal, basic('members-only', 'members-only-secret'))
    expect([other.status, other.json.error]).toEqual([400, 'invalid_grant'])
    now += 31 * 24 * 60 * 60_000
    const late = await ask({ ...renewal, ...client })
    expect([late.status, late.json.error]).toEqual([400, 'invalid_grant'])
  })

  it.each([
    [
      'a wrong secret',
      { grant_type: 'client_credentials', ...client, client_secret: 'x' },
      401,
      'invalid_client',
    ],
    [
      'an unknown application',
      { grant_type: 'client_credentials', client_id: 'x', client_secret: 'x' },
      401,
      'invalid_client',
    ],
    ['no application', { grant_type: 'client_credentials' }, 401, 'invalid_client'],
    ['a wrong password', { grant_type: 'password', ...client, ...user, password: 'x' }, 400, 'invalid_grant'],
    ['an unknown user', { grant_type: 'password', ...client, ...user, username: 'x' }, 400, 'invalid_grant'],
    [
      'an access token as refresh token',
      { grant_type: 'refresh_token', ...client, refresh_token: 'x' },
      400,
      'invalid_grant',
    ],
    ['another grant', { grant_type: 'implicit', ...client }, 400, 'unsupported_grant_type'],
    ['no grant', { ...client }, 400, 'invalid_request'],
    [
      'an unknown scope',
      { grant_type: 'client_credentials', ...client, scope: 'auth_all' },
      400,
      'invalid_scope',
    ],
  ])('refuses %s', async (_what, form, status, error) => {
    const answer = await ask(form)
    expect([answer.status, answer.json.error]).toEqual([status, error])
  })

  it('requests HTTP Basic with 401', async () => {
    const { headers } = await ask({ grant_type: 'client_credentials' })
    expect(headers.get('www-authenticate')).toMatch(/^Basic /)
  })

  it('refuses a body that is not a form', async () => {
    const response = await fetch(`${service.url}/oauth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ grant_type: 'client_credentials', ...client }),
    })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: 'invalid_request' })
  })

  it('grants no scope to an application that is not approved', async () => {
    const { status, json } = await ask(
      { grant_type: 'client_credentials' },
      basic('not-approved', 'not-approved-secret'),
    )
    expect([status, json.scope]).toEqual([200, ''])
  })
})
