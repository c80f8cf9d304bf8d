import { connect } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { PlatformClient } from '../../src-main/platform/client'
import { clientFor } from '../support/client'
import { envelope, refusal, startPlatformDouble } from '../support/platform-double'
import type { Answer, SeenRequest } from '../support/platform-double'

type Double = Awaited<ReturnType<typeof startPlatformDouble>>

let double: Double
let client: PlatformClient
const start = async (behaviour: (request: SeenRequest) => Answer | Promise<Answer>) => {
  double = await startPlatformDouble(behaviour)
  client = clientFor(double)
}
afterEach(async () => {
  await client.stop()
  await double.stop()
})

const disable = (options = {}) =>
  client.call(
    'order.lockAssets',
    { body: { assetNums: ['LD8000000017'], operatorIdentity: 'Li Wei' } },
    options,
  )
const list = (options = {}) =>
  client.call('order.listAssets', { path: { enterpriseGlobalId: 'E1' } }, options)
const pressed = [{ assetNum: 'LD8000000017', status: 1 }]

describe('reading a response', () => {
  it.each([
    ['code 0', 200, 0],
    ['code "0"', 200, '0'],
    ['code 0 under HTTP 299', 299, 0],
  ])('accepts %s as success', async (_name, status, code) => {
    await start(() => ({ status, body: JSON.stringify({ code, message: 'success', data: pressed }) }))
    expect(await disable()).toEqual({ ok: true, value: pressed })
  })

  it('keeps 19-digit IDs exact, sent as numbers or as text', async () => {
    const body =
      '{"code":0,"message":"success","data":[{"id":1234567890123456789,"assetNum":"LD1","customerId":"9234567890123456789"}]}'
    await start(() => ({ body }))
    const answer = await list()
    expect(answer).toMatchObject({
      ok: true,
      value: [{ id: '1234567890123456789', customerId: '9234567890123456789' }],
    })
  })

  it('accepts missing, null and unknown fields, and keeps the unknown ones', async () => {
    await start(() => envelope([{ assetNum: 'LD1', locked: null, novelty: { deep: [1] } }]))
    const answer = await list()
    expect(answer).toMatchObject({
      ok: true,
      value: [{ assetNum: 'LD1', locked: null, keyShellNumber: null, novelty: { deep: [1] } }],
    })
  })

  it.each([
    ['a number', 13004, '13004'],
    ['text', '60024', '60024'],
  ])('accepts a failure code that is %s', async (_name, code, businessCode) => {
    await start(() => refusal(code, 'no'))
    expect(await disable()).toEqual({
      ok: false,
      error: { code: 'refused', businessCode, httpStatus: 299, message: 'no', changed: 'no' },
    })
  })

  it('returns the added employees with the response to 60027', async () => {
    const data = { succeeded: [{ userName: 'a' }], failed: [{ userName: 'b', message: 'exists' }] }
    await start(() => ({ status: 299, body: JSON.stringify({ code: 60027, message: 'some', data }) }))
    const answer = await client.call('member.addEmployees', {
      path: { enterpriseGlobalId: 'E1' },
      body: { userList: [] },
    })
    expect(answer).toMatchObject({ ok: false, error: { businessCode: '60027', changed: 'partly', data } })
  })

  it.each(['500', '80001', '33009'])('leaves a change unconfirmed after code %s', async (code) => {
    await start(() => refusal(code))
    const answer = await client.call('member.lendAssets', {
      path: { memberGlobalId: 'M1' },
      body: { borrowedUsbKey: 'LD1', assetIDs: ['A1'] },
    })
    expect(answer).toMatchObject({ ok: false, error: { code: 'refused', changed: 'unknown' } })
    expect(double.calls).toHaveLength(1)
  })

  it.each([
    ['HTTP 503', { status: 503, body: 'busy' }],
    ['an HTML page', { status: 200, body: '<html>' }],
    ['half an answer', { status: 200, body: '{"code":0,"mess' }],
    ['no code', { status: 200, body: '{"data":[]}' }],
    ['a redirect', { status: 307, body: '' }],
    ['success without its data', { status: 200, body: '{"code":0,"message":"success"}' }],
    ['success under HTTP 201', { status: 201, body: '{"code":0,"message":"success","data":[]}' }],
  ])('treats %s as malformed and a change as unconfirmed, and sends it once', async (_name, answer) => {
    await start(() => answer)
    expect(await disable()).toMatchObject({ ok: false, error: { code: 'malformed', changed: 'unknown' } })
    expect(double.calls).toHaveLength(1)
  })
})

describe('sending a change', () => {
  it('sends once when the connection is cut, and is unconfirmed', async () => {
    await start(() => 'cut')
    expect(await disable()).toMatchObject({ ok: false, error: { code: 'malformed', changed: 'unknown' } })
    expect(double.calls).toHaveLength(1)
  })

  it('sends once when the platform does not respond, and is unconfirmed', async () => {
    await start(() => 'hang')
    expect(await disable({ deadlineMs: 2_000 })).toMatchObject({
      ok: false,
      error: { code: 'timeout', changed: 'unknown' },
    })
    expect(double.calls).toHaveLength(1)
  })

  it('uses a new connection each time', async () => {
    await start(() => envelope(pressed))
    await disable()
    const before = double.connections()
    await disable()
    expect(double.connections()).toBe(before + 1)
  })

  it('is certainly not applied when the connection is refused', async () => {
    await start(() => envelope(pressed))
    await disable()
    await double.stop()
    expect(await disable()).toMatchObject({ ok: false, error: { code: 'unreachable', changed: 'no' } })
  })

  it('sends nothing when the preparation fails', async () => {
    await start(() => envelope(pressed))
    const beforeSending = () => Promise.reject(new Error('disk full'))
    await expect(disable({ beforeSending })).rejects.toThrow('disk full')
    expect(double.calls).toHaveLength(0)
  })

  it('sends nothing when canceled before', async () => {
    await start(() => envelope(pressed))
    expect(await disable({ signal: AbortSignal.abort() })).toMatchObject({
      ok: false,
      error: { changed: 'no' },
    })
    expect(double.calls).toHaveLength(0)
  })

  it('does not send an invalid request', async () => {
    await start(() => envelope(pressed))
    const wrong = { body: { assetNums: 'LD1' } } as unknown as { body: { assetNums: string[] } }
    expect(await client.call('order.lockAssets', wrong)).toMatchObject({
      ok: false,
      error: { code: 'invalid', changed: 'no' },
    })
    expect(await client.call('order.listAssets', { path: { enterpriseGlobalId: '' } })).toMatchObject({
      error: { code: 'invalid' },
    })
    expect(double.calls).toHaveLength(0)
  })
})

describe('sending a read', () => {
  it('retries when the connection is cut', async () => {
    let times = 0
    await start(() => ((times += 1) === 1 ? 'cut' : envelope([])))
    expect(await list()).toEqual({ ok: true, value: [] })
    expect(double.calls).toHaveLength(2)
  })

  it('does not retry a refusal', async () => {
    await start(() => refusal(13004))
    await list()
    expect(double.calls).toHaveLength(1)
  })
})

describe('a platform or gateway that asks to wait', () => {
  const busy = (status: number, after?: string): Answer => ({
    status,
    headers: after === undefined ? {} : { 'retry-after': after },
    body: 'busy',
  })

  it.each([
    [429, '2', 2_000],
    [429, undefined, 1_000],
    [503, '0', 0],
    [429, '99999', 120_000],
  ])('with %i and Retry-After %s did nothing, and a change is not sent again', async (status, after, ms) => {
    await start(() => busy(status, after))
    expect(await disable()).toMatchObject({
      error: { code: 'busy', httpStatus: status, retryAfterMs: ms, changed: 'no' },
    })
    expect(double.calls).toHaveLength(1)
  })

  it('may name a date', async () => {
    await start(() => busy(503, new Date(Date.now() + 60_000).toUTCString()))
    const answer = await disable()
    expect(answer).toMatchObject({ error: { code: 'busy' } })
    const ms = answer.ok || !('retryAfterMs' in answer.error) ? 0 : answer.error.retryAfterMs
    expect(ms).toBeGreaterThan(50_000)
    // Node's servers keep the time of their responses for a second, a busy one for longer.
    expect(ms).toBeLessThan(70_000)
  })

  it('is obeyed by a read', async () => {
    const from = performance.now()
    let times = 0
    await start(() => ((times += 1) === 1 ? busy(429, '1') : envelope([])))
    expect(await list()).toEqual({ ok: true, value: [] })
    expect(performance.now() - from).toBeGreaterThan(990)
  })

  it('with 503 and no header proves nothing about a change', async () => {
    await start(() => busy(503))
    expect(await disable()).toMatchObject({ error: { code: 'malformed', changed: 'unknown' } })
  })
})

describe('tokens', () => {
  it('are renewed after the computer slept, and are not kept longer by a clock that is set back', async () => {
    await start(() => envelope([]))
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      await list()
      vi.setSystemTime(Date.now() + 24 * 3_600_000)
      await list()
      expect(double.tokenRequests).toHaveLength(2)
      vi.setSystemTime(Date.now() - 48 * 3_600_000)
      await list()
      expect(double.tokenRequests).toHaveLength(2)
    } finally {
      vi.useRealTimers()
    }
  })

  it('are not renewed for each request by a clock that is ahead, or because their life is short', async () => {
    await start(() => envelope([]))
    double.answerTokensWith(() => ({ body: JSON.stringify({ access_token: 'short', expires_in: 20 }) }))
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      vi.setSystemTime(Date.now() + 365 * 24 * 3_600_000)
      for (let times = 0; times < 3; times += 1) await list()
      expect(double.tokenRequests).toHaveLength(1)
    } finally {
      vi.useRealTimers()
    }
  })

  it('are renewed once for simultaneous refusals, also of a change', async () => {
    await start(({ headers }) =>
      headers.authorization === 'Bearer application-token-1' ? refusal(60000) : envelope(pressed),
    )
    await Promise.all([disable(), disable(), disable()])
    expect(double.tokenRequests).toHaveLength(2)
    expect(double.calls).toHaveLength(6)
  })

  it('are renewed only once: a second refusal is returned', async () => {
    await start(() => refusal(60000))
    expect(await disable()).toMatchObject({
      ok: false,
      error: { code: 'unauthorized', businessCode: '60000', changed: 'no' },
    })
    expect(double.calls).toHaveLength(2)
  })

  it('renew the sign-in with the refresh token on 60005', async () => {
    await start(({ headers }) => (headers['usertoken'] === 'user-token-2' ? refusal(60005) : envelope([])))
    const answer = await client.call('member.listAssetNumbers', { path: { enterpriseGlobalId: 'E1' } })
    expect(answer.ok).toBe(true)
    expect(double.tokenRequests.map((fields) => fields.get('grant_type'))).toEqual([
      'client_credentials',
      'password',
      'refresh_token',
    ])
  })

  it.each([
    ['a page under 200', 200, '<html>Welcome to the guest network</html>'],
    ['a redirection', 302, ''],
    ['a 403 of a gateway', 403, '<html>Forbidden</html>'],
    ['an unknown path', 404, '{"status":404,"error":"Not Found"}'],
    ['a proxy that requires its own sign-in', 407, ''],
    ['a secret that is wrong', 401, '{"error":"invalid_client"}'],
  ])('keep the sign-in after %s', async (_name, status, body) => {
    const nonces: (string | null)[] = []
    await start(({ headers }) => (headers['usertoken'] === 'user-token-2' ? refusal(60005) : envelope([])))
    const read = () => client.call('member.listAssetNumbers', { path: { enterpriseGlobalId: 'E1' } })
    double.answerTokensWith((fields) => {
      nonces.push(fields.get('grant_type'))
      return fields.get('grant_type') === 'refresh_token' ? { status, body } : null
    })
    expect((await read()).ok).toBe(false)
    double.answerTokensWith((fields) => {
      nonces.push(fields.get('grant_type'))
      return null
    })
    expect((await read()).ok).toBe(true)
    expect(nonces).toEqual(['client_credentials', 'password', 'refresh_token', 'refresh_token'])
  })

  /** The user center's response when the sign-out happened meanwhile. */
  const late = { body: JSON.stringify({ access_token: 'late', refresh_token: 'late', expires_in: 60 }) }

  it('that arrive after a sign-out are neither kept nor used', async () => {
    await start(() => envelope([]))
    const read = () => client.call('member.listAssetNumbers', { path: { enterpriseGlobalId: 'E1' } })
    // The sign-out happens while the user center responds.
    double.answerTokensWith((fields) => {
      if (fields.get('grant_type') !== 'password') return null
      client.signOut()
      return late
    })
    expect(await read()).toMatchObject({ ok: false, error: { missing: 'sign-in' } })
    expect(double.calls).toHaveLength(0)
    double.answerTokensWith(() => null)
    expect((await read()).ok).toBe(true)
    expect(double.tokenRequests.map((fields) => fields.get('grant_type'))).toEqual([
      'client_credentials',
      'password',
      // No refresh token was kept.
      'password',
    ])
  })

  it('that are renewed during a sign-out are not kept either', async () => {
    await start(({ headers }) => (headers['usertoken'] === 'user-token-2' ? refusal(60005) : envelope([])))
    const read = () => client.call('member.listAssetNumbers', { path: { enterpriseGlobalId: 'E1' } })
    double.answerTokensWith((fields) => {
      if (fields.get('grant_type') !== 'refresh_token') return null
      client.signOut()
      return late
    })
    expect((await read()).ok).toBe(false)
    double.answerTokensWith(() => null)
    await read()
    expect(double.tokenRequests.map((fields) => fields.get('refresh_token'))).not.toContain('late')
    expect(double.calls.map(({ headers }) => headers['usertoken'])).not.toContain('late')
  })

  it.each([
    ['RFC 6749 has it', 400, '{"error":"invalid_grant"}'],
    ['a bare refusal', 401, ''],
    ['a refusal in an envelope', 299, '{"code":"60005","message":"expired"}'],
  ])(
    'are requested with the password where the kept sign-in is refused as %s',
    async (_name, status, body) => {
      await start(({ headers }) => (headers['usertoken'] === 'user-token-2' ? refusal(60005) : envelope([])))
      double.answerTokensWith((fields) =>
        fields.get('grant_type') === 'refresh_token' ? { status, body } : null,
      )
      const answer = await client.call('member.listAssetNumbers', { path: { enterpriseGlobalId: 'E1' } })
      expect(answer.ok).toBe(true)
    },
  )

  it.each(['T\n', 'T\r\nX-Other: 1', 'T\0', '令牌'])(
    'are rejected where no header can carry them (%j)',
    async (token) => {
      await start(() => envelope([]))
      double.answerTokensWith(() => ({ body: JSON.stringify({ access_token: token }) }))
      expect(await list()).toMatchObject({ ok: false, error: { code: 'malformed' } })
      double.answerTokensWith(() => null)
      expect((await list()).ok).toBe(true)
    },
  )

  it('are not parsed from a response of a million characters', async () => {
    await start(() => envelope([]))
    const padded = { access_token: 'T', padding: ' '.repeat(1_000_000) }
    double.answerTokensWith(() => ({ body: JSON.stringify(padded) }))
    expect(await list()).toMatchObject({ ok: false, error: { code: 'malformed' } })
  })

  it('are not retried for an unconfirmed change, though the code is 60000', async () => {
    await start(() => refusal(60000, 'no', 401))
    expect(await disable()).toMatchObject({ ok: false, error: { code: 'unauthorized', changed: 'unknown' } })
    expect(double.calls).toHaveLength(1)
  })

  it('report a refused sign-in without credentials', async () => {
    await start(() => envelope([]))
    double.answerTokensWith(() => ({
      status: 400,
      body: JSON.stringify({ error: 'invalid_grant', error_description: 'a password is wrong' }),
    }))
    const answer = await client.call('member.listAssetNumbers', { path: { enterpriseGlobalId: 'E1' } })
    expect(answer).toEqual({
      ok: false,
      error: {
        code: 'unauthorized',
        httpStatus: 400,
        message: 'the user center rejected the request: invalid_grant',
        changed: 'no',
      },
    })
    expect(JSON.stringify(answer)).not.toContain('a password')
  })

  it.each([
    ['inside an envelope', { code: 0, data: { access_token: 'T', expires_in: '60' } }],
    ['without an expiry', { access_token: 'T' }],
  ])('are accepted %s', async (_name, body) => {
    await start(() => envelope([]))
    double.answerTokensWith(() => ({ body: JSON.stringify(body) }))
    await list()
    expect(double.calls[0]?.headers.authorization).toBe('Bearer T')
  })
})

describe('the platform double', () => {
  it('accepts connections, so that “once” above is meaningful', async () => {
    await start(() => envelope([]))
    const { hostname, port } = new URL(double.baseUrl)
    const socket = connect(Number(port), hostname)
    await new Promise((done) => socket.once('connect', done))
    socket.destroy()
    expect(double.connections()).toBe(1)
  })
})

describe('building a request', () => {
  it('accepts digits for a number of the query, and only its own nonce', async () => {
    await start(() => envelope({ list: [] }))
    const query = { pageNum: '2', g_nonce: 'abc' } as unknown as { pageNum: number }
    await client.call('member.listEmployees', { path: { enterpriseGlobalId: 'E1' }, query })
    expect(double.calls[0]?.query).toMatchObject({ pageNum: '2' })
    expect(double.calls[0]?.query['g_nonce']).toMatch(/^[0-9a-f]{32}$/)
  })

  it.each(['.', '..', 'E\ud800'])(
    'rejects %j as an ID, which would change the operation or break the URL',
    async (memberGlobalId) => {
      await start(() => envelope(null))
      const path = { enterpriseGlobalId: 'E1', memberGlobalId }
      expect(await client.call('member.deleteEmployee', { path })).toMatchObject({
        error: { code: 'invalid' },
      })
      expect(double.calls).toHaveLength(0)
    },
  )
})

describe('building a result', () => {
  it.each(['{"code":0,"data":null}', '{"code":0}', '\uFEFF{"code":0,"data":[]}'])(
    'reads %j as an empty list',
    async (body) => {
      await start(() => ({ body }))
      expect(await list()).toEqual({ ok: true, value: [] })
    },
  )

  it('redacts tokens that the platform echoes', async () => {
    await start(({ headers }) => refusal(13004, `bad ${String(headers.authorization)}`))
    expect(JSON.stringify(await list())).not.toContain('application-token')
  })

  it('leaves a change unconfirmed after an unlisted code', async () => {
    await start(() => refusal(99999, 'system exception'))
    expect(await disable()).toMatchObject({ error: { code: 'refused', changed: 'unknown' } })
  })
})

describe('a kept sign-in', () => {
  const read = () => client.call('member.listAssetNumbers', { path: { enterpriseGlobalId: 'E1' } })
  const refusingRefresh = (status: number) =>
    double.answerTokensWith((fields) =>
      fields.get('grant_type') === 'refresh_token'
        ? { status, body: JSON.stringify({ code: '1', message: 'no' }) }
        : { body: JSON.stringify({ access_token: `t-${double.tokenRequests.length}`, refresh_token: 'r' }) },
    )
  const grants = () => double.tokenRequests.map((fields) => fields.get('grant_type'))

  it.each([200, 299, 400, 401])(
    'falls back to the password when its renewal is refused with %s',
    async (status) => {
      await start(({ headers }) => (headers['usertoken'] === 't-2' ? refusal(60005) : envelope([])))
      refusingRefresh(status)
      expect((await read()).ok).toBe(true)
      expect(grants()).toEqual(['client_credentials', 'password', 'refresh_token', 'password'])
    },
  )

  it.each([408, 429, 503])('is kept when the user center is unavailable (%s)', async (status) => {
    await start(({ headers }) => (headers['usertoken'] === 't-2' ? refusal(60005) : envelope([])))
    refusingRefresh(status)
    expect((await read()).ok).toBe(false)
    expect(grants().filter((grant) => grant === 'password')).toHaveLength(1)
  })
})
