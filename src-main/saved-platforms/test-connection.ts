import { testSteps } from '#shared/model/app/saved-platform'
import type {
  PlatformFields,
  TestFact,
  TestProblem,
  TestProblemCode,
  TestReport,
  TestStep,
  TestStepName,
} from '#shared/model/app/saved-platform'
import type { PlatformModule } from '#shared/operations'
import { fail, succeed } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import type { PlatformFailure } from '#shared/model/api/platform-failure'
import { createPlatformClient } from '../platform/client'
import type { Credentials } from '../platform/auth/credentials'
import { pingMemberCenter, pingOrderModule } from '../platform/ping'
import { createTokens } from '../platform/auth/tokens'
import type { RefreshTokenKeeper, Tokens } from '../platform/auth/tokens'
import { createTransport } from '../platform/transport/transport'
import type { NetworkDeps } from '../platform/transport/transport'
import { probeConnection, probeName } from './probe-host'

/** The scope of each module (docs/api.md, section 5). */
export const tokenScopes: Readonly<Record<PlatformModule, string>> = {
  order: 'auth_order',
  member: 'auth_me',
}
const readDeadlineMs = 15_000

type StepResult = Outcome<
  { readonly state: 'passed' | 'skipped'; readonly facts: readonly TestFact[] },
  TestProblem
> & { readonly facts?: readonly TestFact[] }

const passedStep = (facts: readonly TestFact[] = []): StepResult => succeed({ state: 'passed', facts })
const skipped = (facts: readonly TestFact[] = []): StepResult => succeed({ state: 'skipped', facts })
const failAt = (code: TestProblemCode, subject: string, message: string): StepResult =>
  fail({ code, subject, message: message.slice(0, 240) })

/** Maps a failed token request to a problem for the user. */
export const tokenProblem = ({ code, missing, httpStatus = 0 }: PlatformFailure): TestProblemCode => {
  if (missing !== undefined) return 'secret-missing'
  if (code === 'unreachable' || code === 'timeout') return 'user-centre-silent'
  const isElsewhere = httpStatus === 404 || httpStatus === 405 || (httpStatus >= 300 && httpStatus < 400)
  if (isElsewhere) return 'no-token-endpoint'
  return code === 'unauthorized' ? 'application-refused' : 'user-centre-broken'
}

/** Null if the platform has processed the request, even if it rejected it. */
export const readProblem = ({
  code,
  businessCode,
  httpStatus = 0,
}: PlatformFailure): TestProblemCode | null => {
  if (businessCode === '60005') return 'user-not-accepted'
  if (code === 'unauthorized') return 'not-approved'
  if (httpStatus === 404 || httpStatus === 405 || (httpStatus >= 300 && httpStatus < 400))
    return 'no-platform'
  if (code === 'unreachable' || code === 'timeout') return 'platform-silent'
  if (code !== 'refused') return 'platform-broken'
  return businessCode === '70001' ? 'nonce-refused' : null
}

export interface TestedConnection {
  readonly fields: PlatformFields
  readonly credentials: Credentials
  /** Stores the refresh token of the sign-in. */
  readonly keeper: RefreshTokenKeeper
  /** A known enterprise of this platform; null makes the test use a made-up ID. */
  readonly enterpriseGlobalId: string | null
}

/**
 * Tests each step from name resolution to one read, like the client would, and stops at the first failure.
 * Changes nothing on the platform. Each step has a deadline; `signal` cancels the test.
 */
export const testConnection = async (
  { fields, credentials, keeper, enterpriseGlobalId }: TestedConnection,
  deps: {
    network: NetworkDeps
    signal: AbortSignal
    onSteps: (steps: readonly TestStep[]) => void
  },
): Promise<TestReport> => {
  const { network, signal, onSteps } = deps
  const { applications, user } = credentials
  const transport = createTransport(network)
  const tokens: Tokens = createTokens({
    tokenUrl: fields.userCentreUrl,
    credentials,
    transport,
    keeper,
    signal,
  })
  const client = createPlatformClient({
    baseUrl: fields.baseUrl,
    userCentreUrl: fields.userCentreUrl,
    credentials,
    transport,
    keeper,
    tokens,
  })
  const testedModules = (['order', 'member'] as const).filter(
    (module) => (module === 'order' ? fields.orderAppKey : fields.memberAppKey) !== null,
  )
  const urls = [new URL(fields.baseUrl), new URL(fields.userCentreUrl)]
  const origins = urls.filter((url, index) => urls.findIndex(({ origin }) => origin === url.origin) === index)
  let isSignedIn = false

  const probeEach = async (
    probe: (url: URL) => ReturnType<typeof probeName> | ReturnType<typeof probeConnection>,
  ): Promise<StepResult> => {
    const facts: TestFact[] = []
    for (const url of origins) {
      const probed = await probe(url)
      if (!probed.ok) return { ...probed, facts: [...facts, ...('facts' in probed ? probed.facts : [])] }
      facts.push(...probed.value)
    }
    return passedStep(facts)
  }

  const read = async (module: PlatformModule): Promise<StepResult> => {
    const options = { signal, deadlineMs: readDeadlineMs }
    const answer =
      module === 'order'
        ? await pingOrderModule(client, options)
        : await pingMemberCenter(client, enterpriseGlobalId, options)
    const found = answer.ok ? null : readProblem(answer.error)
    if (!answer.ok && found !== null) return failAt(found, module, answer.error.message)
    const businessCode = answer.ok ? null : (answer.error.businessCode ?? null)
    return passedStep([{ kind: 'answer', module, businessCode }])
  }

  const runStep: Record<TestStepName, () => Promise<StepResult>> = {
    name: () => probeEach((url) => probeName(url, network, signal)),
    connection: () => probeEach((url) => probeConnection(url, network, signal)),
    token: async () => {
      for (const module of testedModules) {
        const token = await tokens.application(module)
        if (!token.ok) return failAt(tokenProblem(token.error), module, token.error.message)
      }
      return passedStep(testedModules.map((module) => ({ kind: 'application', module })))
    },
    scope: () => {
      const facts: TestFact[] = []
      for (const module of testedModules) {
        const scopes = tokens.scopes(module)
        // A user center may use its own scope names; a wrong scope is only certain if API scope names are used.
        const usesApiNames = scopes?.some((scope) => Object.values(tokenScopes).includes(scope)) === true
        if (usesApiNames && !scopes.includes(tokenScopes[module])) {
          return Promise.resolve(failAt('scope-missing', module, scopes.join(' ')))
        }
        facts.push(
          scopes === null
            ? { kind: 'scopes-unknown', module }
            : { kind: 'scopes', module, scopes: scopes.join(' ').slice(0, 200) },
        )
      }
      return Promise.resolve(passedStep(facts))
    },
    'sign-in': async () => {
      if (user === null || applications.member === null) return skipped()
      if (user.password === null && (await keeper.load()) === null) return skipped()
      const { name, password } = user
      const signedIn = password === null ? await tokens.user() : await tokens.signIn({ name, password })
      if (!signedIn.ok) {
        const problemCode = tokenProblem(signedIn.error)
        const code =
          problemCode === 'application-refused' || problemCode === 'secret-missing'
            ? 'sign-in-refused'
            : problemCode
        return failAt(code, name, signedIn.error.message)
      }
      isSignedIn = true
      const refreshTokenFacts: TestFact[] =
        (await keeper.load()) === null ? [{ kind: 'no-refresh-token' }] : []
      return passedStep([{ kind: 'user', name }, ...refreshTokenFacts])
    },
    read: async () => {
      const facts: TestFact[] = []
      for (const module of testedModules.filter((one) => one === 'order' || isSignedIn)) {
        const result = await read(module)
        if (!result.ok) return { ...result, facts }
        facts.push(...result.value.facts)
      }
      return facts.length === 0 ? skipped() : passedStep(facts)
    },
  }

  let steps: readonly TestStep[] = testSteps.map((name) => ({
    name,
    state: 'waiting',
    facts: [],
    problem: null,
  }))
  const updateStep = (name: TestStepName, now: Omit<TestStep, 'name'>) => {
    steps = steps.map((step) => (step.name === name ? { name, ...now } : step))
    onSteps(steps)
  }

  try {
    for (const name of testSteps) {
      updateStep(name, { state: 'running', facts: [], problem: null })
      const result = await runStep[name]()
      if (signal.aborted) {
        updateStep(name, { state: 'stopped', facts: [], problem: null })
        return { passed: false, steps }
      }
      if (!result.ok) {
        updateStep(name, { state: 'failed', facts: result.facts ?? [], problem: result.error })
        return { passed: false, steps }
      }
      updateStep(name, { ...result.value, problem: null })
    }
    return { passed: true, steps }
  } finally {
    await transport.stop()
  }
}
