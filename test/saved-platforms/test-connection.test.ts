import { afterEach, describe, expect, it } from 'vitest'
import type { PlatformFields, TestStep } from '#shared/model/app/saved-platform'
import { testConnection } from '../../src-main/saved-platforms/test-connection'
import { createMemoryTokenKeeper } from '../../src-main/platform/auth/tokens'
import { envelope, refusal, startPlatformDouble } from '../support/platform-double'
import type { Answer, SeenRequest } from '../support/platform-double'

type Double = Awaited<ReturnType<typeof startPlatformDouble>>
let double: Double
afterEach(() => double.stop())

const well = ({ path }: SeenRequest): Answer =>
  path.endsWith('/borrowUsbKeys') ? refusal('60017') : envelope([])

const begin = async (behave: (request: SeenRequest) => Answer = well) => {
  double = await startPlatformDouble(behave)
}

const walk = async (
  part: {
    fields?: Partial<PlatformFields>
    password?: string | null
    secrets?: boolean
    signal?: AbortSignal
  } = {},
) => {
  const fields: PlatformFields = {
    name: 'North',
    baseUrl: double.baseUrl,
    userCentreUrl: double.userCentreUrl,
    orderAppKey: 'desk',
    memberAppKey: 'desk',
    userName: 'li.wei',
    ...part.fields,
  }
  const application = (key: string | null) =>
    key === null || part.secrets === false ? null : { key, secret: 's3cret' }
  const keeper = createMemoryTokenKeeper()
  const stepEvents: (readonly TestStep[])[] = []
  const report = await testConnection(
    {
      fields,
      credentials: {
        applications: { order: application(fields.orderAppKey), member: application(fields.memberAppKey) },
        user:
          fields.userName === null
            ? null
            : { name: fields.userName, password: part.password === undefined ? 'pw' : part.password },
      },
      keeper,
      enterpriseGlobalId: null,
    },
    {
      network: { routesFor: () => Promise.resolve([null]), certificates: () => undefined },
      signal: part.signal ?? new AbortController().signal,
      onSteps: (steps) => void stepEvents.push(steps),
    },
  )
  const problem = report.steps.find((step) => step.problem !== null)
  return {
    report,
    stepEvents,
    keeper,
    states: report.steps.map(({ state }) => state).join(' '),
    problem: problem === undefined ? null : `${problem.name}: ${problem.problem?.code ?? ''}`,
  }
}

const tokens = (body: object, status = 200) =>
  double.answerTokensWith(() => ({ status, body: JSON.stringify(body) }))

describe('the connection test', () => {
  it('runs every step, reports each as it finishes, and only reads', async () => {
    await begin()
    const { report, stepEvents, states, keeper } = await walk()
    expect([report.passed, states]).toEqual([true, 'passed passed passed passed passed passed'])
    expect(stepEvents[0]?.map(({ state }) => state)).toEqual(['running', ...Array<string>(5).fill('waiting')])
    expect(double.calls.map(({ method }) => method)).toEqual(['GET', 'GET'])
    expect(await keeper.load()).toMatch(/^refresh-/)
    // A made-up enterprise is on no platform: a business code counts as a response.
    expect(report.steps[5]?.facts).toEqual([
      { kind: 'answer', module: 'order', businessCode: null },
      { kind: 'answer', module: 'member', businessCode: '60017' },
    ])
  })

  it('skips optional steps without input', async () => {
    await begin()
    const { report, states } = await walk({ fields: { memberAppKey: null, userName: null } })
    expect([report.passed, states]).toEqual([true, 'passed passed passed passed skipped passed'])
    expect(double.calls).toHaveLength(1)
  })

  it('reports that a sign-in will not last where the user center issues no refresh token', async () => {
    await begin()
    tokens({ access_token: 't', expires_in: 60 })
    const { report } = await walk()
    expect(report.steps[4]?.facts).toContainEqual({ kind: 'no-refresh-token' })
  })

  it.each<[string, (part: { status?: number; body: object }) => void, object, string]>([
    [
      'a refused key',
      tokensOf,
      { status: 401, body: { error: 'invalid_client' } },
      'token: application-refused',
    ],
    ['an address without tokens', tokensOf, { status: 404, body: {} }, 'token: no-token-endpoint'],
    [
      'a response without a token',
      tokensOf,
      { status: 200, body: { hello: 1 } },
      'token: user-centre-broken',
    ],
    [
      'a scope for the other module only',
      tokensOf,
      { body: { access_token: 't', scope: 'auth_order' } },
      'scope: scope-missing',
    ],
  ])('stops at %s', async (_what, answer, part, expected) => {
    await begin()
    answer(part as { status?: number; body: object })
    const { problem, report } = await walk()
    expect([report.passed, problem]).toEqual([false, expected])
    expect(double.calls).toEqual([])
  })

  it('accepts scopes that are named differently', async () => {
    await begin()
    tokens({ access_token: 't', scope: 'all' })
    expect((await walk()).report.passed).toBe(true)
  })

  it('stops at a rejected password', async () => {
    await begin()
    double.answerTokensWith((fields) =>
      fields.get('grant_type') === 'password'
        ? { status: 400, body: '{"error":"invalid_grant"}' }
        : { body: '{"access_token":"t"}' },
    )
    expect((await walk()).problem).toBe('sign-in: sign-in-refused')
  })

  it('reports an app key without its secret before sending anything', async () => {
    await begin()
    expect((await walk({ secrets: false })).problem).toBe('token: secret-missing')
    expect(double.tokenRequests).toEqual([])
  })

  it.each([
    ['an application that is not approved', refusal('60000'), 'read: not-approved'],
    ['a user rejected by the platform', refusal('60005'), 'read: user-not-accepted'],
    ['another kind of site', { status: 404, body: 'nothing here' }, 'read: no-platform'],
    ['an envelope under 404', refusal('404', 'no such path', 404), 'read: no-platform'],
    ['something unreadable', { status: 200, body: '<html>' }, 'read: platform-broken'],
  ])('stops at %s', async (_what, answer: Answer, expected) => {
    await begin(() => answer)
    expect((await walk()).problem).toBe(expected)
  })

  it('ends at the current step when stopped', async () => {
    const stopping = new AbortController()
    await begin(() => {
      stopping.abort()
      return 'hang'
    })
    const { report, states } = await walk({ signal: stopping.signal })
    expect([report.passed, states]).toEqual([false, 'passed passed passed passed passed stopped'])
  })
})

function tokensOf({ status = 200, body }: { status?: number; body: object }) {
  tokens(body, status)
}
