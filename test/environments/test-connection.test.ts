import { afterEach, describe, expect, it } from 'vitest'
import type { EnvironmentFields, TestStep } from '#shared/model/environment'
import { testConnection } from '../../src-main/environments/test-connection'
import { memoryKeeper } from '../../src-main/platform/tokens'
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
    fields?: Partial<EnvironmentFields>
    password?: string | null
    secrets?: boolean
    signal?: AbortSignal
  } = {},
) => {
  const fields: EnvironmentFields = {
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
  const keeper = memoryKeeper()
  const told: (readonly TestStep[])[] = []
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
      network: { proxyFor: () => Promise.resolve(null), certificates: () => undefined },
      signal: part.signal ?? new AbortController().signal,
      onSteps: (steps) => void told.push(steps),
    },
  )
  const problem = report.steps.find((step) => step.problem !== null)
  return {
    report,
    told,
    keeper,
    states: report.steps.map(({ state }) => state).join(' '),
    problem: problem === undefined ? null : `${problem.name}: ${problem.problem?.code ?? ''}`,
  }
}

const tokens = (body: object, status = 200) =>
  double.answerTokensWith(() => ({ status, body: JSON.stringify(body) }))

describe('testing a connection', () => {
  it('walks every step, tells each as it comes, and only reads', async () => {
    await begin()
    const { report, told, states, keeper } = await walk()
    expect([report.passed, states]).toEqual([true, 'passed passed passed passed passed passed'])
    expect(told[0]?.map(({ state }) => state)).toEqual(['running', ...Array<string>(5).fill('waiting')])
    expect(double.calls.map(({ method }) => method)).toEqual(['GET', 'GET'])
    expect(await keeper.load()).toMatch(/^refresh-/)
    // A made-up enterprise is on no platform: a code is an answer.
    expect(report.steps[5]?.facts).toEqual([
      { kind: 'answer', module: 'order', businessCode: null },
      { kind: 'answer', module: 'member', businessCode: '60017' },
    ])
  })

  it('leaves out what was left out', async () => {
    await begin()
    const { report, states } = await walk({ fields: { memberAppKey: null, userName: null } })
    expect([report.passed, states]).toEqual([true, 'passed passed passed passed skipped passed'])
    expect(double.calls).toHaveLength(1)
  })

  it('says that a sign-in will not last where the user centre gives none that does', async () => {
    await begin()
    tokens({ access_token: 't', expires_in: 60 })
    const { report } = await walk()
    expect(report.steps[4]?.facts).toContainEqual({ kind: 'not-lasting' })
  })

  it.each<[string, (part: { status?: number; body: object }) => void, object, string]>([
    [
      'a refused key',
      tokensOf,
      { status: 401, body: { error: 'invalid_client' } },
      'token: application-refused',
    ],
    ['an address without tokens', tokensOf, { status: 404, body: {} }, 'token: no-token-endpoint'],
    ['an answer without a token', tokensOf, { status: 200, body: { hello: 1 } }, 'token: user-centre-broken'],
    [
      'a scope for the other module alone',
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

  it('takes scopes of other words for the user centre’s own', async () => {
    await begin()
    tokens({ access_token: 't', scope: 'all' })
    expect((await walk()).report.passed).toBe(true)
  })

  it('stops at a password that is not accepted', async () => {
    await begin()
    double.answerTokensWith((fields) =>
      fields.get('grant_type') === 'password'
        ? { status: 400, body: '{"error":"invalid_grant"}' }
        : { body: '{"access_token":"t"}' },
    )
    expect((await walk()).problem).toBe('sign-in: sign-in-refused')
  })

  it('names a key without its secret before anything is sent', async () => {
    await begin()
    expect((await walk({ secrets: false })).problem).toBe('token: secret-missing')
    expect(double.tokenRequests).toEqual([])
  })

  it.each([
    ['an application that is not approved', refusal('60000'), 'read: not-approved'],
    ['a user the platform does not take', refusal('60005'), 'read: user-not-accepted'],
    ['another kind of site', { status: 404, body: 'nothing here' }, 'read: no-platform'],
    ['an envelope under 404', refusal('404', 'no such path', 404), 'read: no-platform'],
    ['something unreadable', { status: 200, body: '<html>' }, 'read: platform-broken'],
  ])('stops at %s', async (_what, answer: Answer, expected) => {
    await begin(() => answer)
    expect((await walk()).problem).toBe(expected)
  })

  it('ends when it is stopped, at the step it was in', async () => {
    await begin(() => 'hang')
    const stopping = new AbortController()
    setTimeout(() => stopping.abort(), 300)
    const { report, states } = await walk({ signal: stopping.signal })
    expect([report.passed, states]).toEqual([false, 'passed passed passed passed passed stopped'])
  })
})

function tokensOf({ status = 200, body }: { status?: number; body: object }) {
  tokens(body, status)
}
