import { testSteps } from '#shared/model/environment'
import type {
  EnvironmentFields,
  TestFact,
  TestProblem,
  TestProblemCode,
  TestReport,
  TestStep,
  TestStepName,
} from '#shared/model/environment'
import type { PlatformModule } from '#shared/operations'
import { fail, succeed } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import type { PlatformFailure } from '#shared/platform-failure'
import { createPlatformClient } from '../platform/client'
import type { Credentials } from '../platform/credentials'
import { askMemberCentre, askOrderModule } from '../platform/reach'
import { createTokens } from '../platform/tokens'
import type { RefreshTokenKeeper, Tokens } from '../platform/tokens'
import { createTransport } from '../platform/transport'
import type { NetworkSurroundings } from '../platform/transport'
import { probeConnection, probeName } from './probe-host'

/** The scope of each module (API document, section 5). */
export const scopeOf: Readonly<Record<PlatformModule, string>> = { order: 'auth_order', member: 'auth_me' }
const readDeadlineMs = 15_000

type Walked = Outcome<
  { readonly state: 'passed' | 'skipped'; readonly facts: readonly TestFact[] },
  TestProblem
> & { readonly facts?: readonly TestFact[] }

const passed = (facts: readonly TestFact[] = []): Walked => succeed({ state: 'passed', facts })
const skipped = (facts: readonly TestFact[] = []): Walked => succeed({ state: 'skipped', facts })
const stopsAt = (code: TestProblemCode, subject: string, message: string): Walked =>
  fail({ code, subject, message: message.slice(0, 240) })

/** What a failed request for a token means for the person. */
export const tokenProblem = ({ code, missing, httpStatus = 0 }: PlatformFailure): TestProblemCode => {
  if (missing !== undefined) return 'secret-missing'
  if (code === 'unreachable' || code === 'timeout') return 'user-centre-silent'
  const isElsewhere = httpStatus === 404 || httpStatus === 405 || (httpStatus >= 300 && httpStatus < 400)
  if (isElsewhere) return 'no-token-endpoint'
  return code === 'unauthorized' ? 'application-refused' : 'user-centre-broken'
}

/** Null where the platform has understood the question, whatever it thinks of it. */
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
  readonly fields: EnvironmentFields
  readonly credentials: Credentials
  /** What the sign-in leaves: its refresh token. */
  readonly keeper: RefreshTokenKeeper
  /** An enterprise of this platform that the desk knows; a made-up one is asked for otherwise. */
  readonly enterpriseGlobalId: string | null
}

/**
 * Walks from the name to one read as the client would go, step after step, and stops at the first that does not
 * hold. Changes nothing on the platform. Every step has a deadline of its own; `signal` ends the walk.
 */
export const testConnection = async (
  { fields, credentials, keeper, enterpriseGlobalId }: TestedConnection,
  deps: {
    network: NetworkSurroundings
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
  const wanted = (['order', 'member'] as const).filter(
    (module) => (module === 'order' ? fields.orderAppKey : fields.memberAppKey) !== null,
  )
  const urls = [new URL(fields.baseUrl), new URL(fields.userCentreUrl)]
  const origins = urls.filter((url, at) => urls.findIndex(({ origin }) => origin === url.origin) === at)
  let isSignedIn = false

  const probeEach = async (
    probe: (url: URL) => ReturnType<typeof probeName> | ReturnType<typeof probeConnection>,
  ): Promise<Walked> => {
    const facts: TestFact[] = []
    for (const url of origins) {
      const probed = await probe(url)
      if (!probed.ok) return { ...probed, facts: [...facts, ...('facts' in probed ? probed.facts : [])] }
      facts.push(...probed.value)
    }
    return passed(facts)
  }

  const read = async (module: PlatformModule): Promise<Walked> => {
    const options = { signal, deadlineMs: readDeadlineMs }
    const answer =
      module === 'order'
        ? await askOrderModule(client, options)
        : await askMemberCentre(client, enterpriseGlobalId, options)
    const found = answer.ok ? null : readProblem(answer.error)
    if (!answer.ok && found !== null) return stopsAt(found, module, answer.error.message)
    const businessCode = answer.ok ? null : (answer.error.businessCode ?? null)
    return passed([{ kind: 'answer', module, businessCode }])
  }

  const walk: Record<TestStepName, () => Promise<Walked>> = {
    name: () => probeEach((url) => probeName(url, network, signal)),
    connection: () => probeEach((url) => probeConnection(url, network, signal)),
    token: async () => {
      for (const module of wanted) {
        const token = await tokens.application(module)
        if (!token.ok) return stopsAt(tokenProblem(token.error), module, token.error.message)
      }
      return passed(wanted.map((module) => ({ kind: 'application', module })))
    },
    scope: () => {
      const facts: TestFact[] = []
      for (const module of wanted) {
        const scopes = tokens.scopes(module)
        // A user centre may name its scopes in words of its own; only the document's are known to be others.
        const isOther = scopes?.some((scope) => Object.values(scopeOf).includes(scope)) === true
        if (isOther && !scopes.includes(scopeOf[module])) {
          return Promise.resolve(stopsAt('scope-missing', module, scopes.join(' ')))
        }
        facts.push(
          scopes === null
            ? { kind: 'scopes-unsaid', module }
            : { kind: 'scopes', module, scopes: scopes.join(' ').slice(0, 200) },
        )
      }
      return Promise.resolve(passed(facts))
    },
    'sign-in': async () => {
      if (user === null || applications.member === null) return skipped()
      if (user.password === null && (await keeper.load()) === null) return skipped()
      const { name, password } = user
      const signedIn = password === null ? await tokens.user() : await tokens.signIn({ name, password })
      if (!signedIn.ok) {
        const met = tokenProblem(signedIn.error)
        const code = met === 'application-refused' || met === 'secret-missing' ? 'sign-in-refused' : met
        return stopsAt(code, name, signedIn.error.message)
      }
      isSignedIn = true
      const lasting: TestFact[] = (await keeper.load()) === null ? [{ kind: 'not-lasting' }] : []
      return passed([{ kind: 'user', name }, ...lasting])
    },
    read: async () => {
      const facts: TestFact[] = []
      for (const module of wanted.filter((one) => one === 'order' || isSignedIn)) {
        const answered = await read(module)
        if (!answered.ok) return { ...answered, facts }
        facts.push(...answered.value.facts)
      }
      return facts.length === 0 ? skipped() : passed(facts)
    },
  }

  let steps: readonly TestStep[] = testSteps.map((name) => ({
    name,
    state: 'waiting',
    facts: [],
    problem: null,
  }))
  const note = (name: TestStepName, now: Omit<TestStep, 'name'>) => {
    steps = steps.map((step) => (step.name === name ? { name, ...now } : step))
    onSteps(steps)
  }

  try {
    for (const name of testSteps) {
      note(name, { state: 'running', facts: [], problem: null })
      const walked = await walk[name]()
      if (signal.aborted) {
        note(name, { state: 'stopped', facts: [], problem: null })
        return { passed: false, steps }
      }
      if (!walked.ok) {
        note(name, { state: 'failed', facts: walked.facts ?? [], problem: walked.error })
        return { passed: false, steps }
      }
      note(name, { ...walked.value, problem: null })
    }
    return { passed: true, steps }
  } finally {
    await transport.stop()
  }
}
