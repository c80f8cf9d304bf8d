import type { Finding } from '#shared/model/app/diagnosis'
import type { PlatformModule } from '#shared/operations'
import { readProblem, tokenScopes, tokenProblem } from '../../saved-platforms/test-connection'
import type { TokenStatus } from '../../platform/auth/tokens'
import { createFinding, openPage, skippedAfter } from '../check'
import type { Check, CheckContext } from '../check'
import { connectionProblem } from './platform'

const modules = ['order', 'member'] as const satisfies readonly PlatformModule[]

const hasRouteFailed = async ({ route }: CheckContext): Promise<boolean> => {
  if (!(await route.connected()).ok || (await route.findInvalidAddress()) !== null) return true
  const names = await route.names()
  if (names.some(({ outcome }) => !outcome.ok)) return true
  return (await route.connections()).some(({ outcome }) => !outcome.ok)
}

const tokenStatusOf = async (
  { route }: CheckContext,
  owner: TokenStatus['owner'],
): Promise<TokenStatus | undefined> => {
  const platform = await route.connected()
  return platform.ok ? platform.value.tokens.statuses().find((token) => token.owner === owner) : undefined
}

/** Requests a token if there is none. A rejected user sign-in implies that the application's token works. */
const tokenOf =
  (module: PlatformModule): Check['run'] =>
  async (sources, context): Promise<Finding> => {
    if (sources.credentials.applications[module] === null)
      return createFinding('note', 'module-unused', { module }, openPage('settings#environments'))
    if (await hasRouteFailed(context)) return skippedAfter('connection')
    const platform = await context.route.connected()
    if (!platform.ok) return skippedAfter('connection')
    const token = await platform.value.tokens.application(module)
    if (!token.ok) {
      const { error } = token
      if (error.missing !== undefined)
        return createFinding('problem', 'secret-missing', { module }, openPage('settings#environments'))
      return connectionProblem(sources, {
        code: tokenProblem(error),
        subject: module,
        message: error.message,
      })
    }
    const tokenStatus = await tokenStatusOf(context, module)
    const until = Math.round(sources.now() + (tokenStatus?.remainingMs ?? 0))
    const scopes = tokenStatus?.scopes ?? null
    if (scopes === null) return createFinding('ok', 'token-scopes-unknown', { module, until })
    // A user center may use its own scope names; a missing scope is only certain if API scope names are used.
    const areKnown = scopes.some((scope) => Object.values(tokenScopes).includes(scope))
    if (!areKnown || scopes.includes(tokenScopes[module])) {
      return createFinding('ok', 'token-ok', { module, until, scopes })
    }
    return createFinding(
      'problem',
      'scope-missing',
      { module, scopes, required: tokenScopes[module] },
      { kind: 'copy-line' },
    )
  }

const signIn: Check['run'] = async (sources, context) => {
  const { applications, user } = sources.credentials
  if (applications.member === null)
    return createFinding('note', 'sign-in-unused', {}, openPage('settings#environments'))
  if (await hasRouteFailed(context)) return skippedAfter('connection')
  const platform = await context.route.connected()
  if (!platform.ok) return skippedAfter('connection')
  const token = await platform.value.tokens.user()
  if (!token.ok) {
    const { error } = token
    if (error.missing === 'sign-in')
      return createFinding('problem', 'sign-in-needed', {}, openPage('settings#environments'))
    const code = tokenProblem(error)
    return code === 'application-refused'
      ? createFinding(
          'problem',
          'sign-in-refused',
          { detail: error.message },
          openPage('settings#environments'),
        )
      : connectionProblem(sources, { code, subject: 'member', message: error.message })
  }
  const tokenStatus = await tokenStatusOf(context, 'user')
  const signedInAs = sources.status().signedInAs ?? user?.name ?? ''
  return createFinding('ok', 'signed-in', {
    user: signedInAs,
    until: Math.round(sources.now() + (tokenStatus?.remainingMs ?? 0)),
  })
}

/** Sends one request to each module that has credentials; any response counts. */
const moduleResponses: Check['run'] = async (sources, context) => {
  if (await hasRouteFailed(context)) return skippedAfter('connection')
  const used = modules.filter((module) => sources.credentials.applications[module] !== null)
  const failures = await Promise.all(used.map((module) => context.route.ping(module)))
  const failed = failures.findIndex(
    (failure) => failure !== null && failure.missing === undefined && readProblem(failure) !== null,
  )
  const [failure, module] = [failures[failed], used[failed]]
  if (failure != null && module !== undefined) {
    const problem = readProblem(failure)
    if (problem !== null && failure.businessCode === undefined) {
      return connectionProblem(sources, { code: problem, subject: module, message: failure.message })
    }
    const facts = { module, code: failure.businessCode ?? failure.code, detail: failure.message }
    return createFinding('problem', 'module-rejected', facts)
  }
  const answered = used.filter((_module, index) => failures[index]?.missing === undefined)
  return answered.length === 0
    ? skippedAfter(used.includes('member') ? 'sign-in' : 'token-order')
    : createFinding('ok', 'modules-responding', { modules: answered })
}

export const tokenChecks: readonly Check[] = [
  { id: 'token-order', limitMs: 45_000, run: tokenOf('order') },
  { id: 'token-member', limitMs: 45_000, run: tokenOf('member') },
  { id: 'sign-in', limitMs: 45_000, run: signIn },
  { id: 'requests', limitMs: 60_000, run: moduleResponses },
]
