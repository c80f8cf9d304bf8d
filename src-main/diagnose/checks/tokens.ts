import type { Finding } from '#shared/model/diagnosis'
import type { PlatformModule } from '#shared/operations'
import { readProblem, scopeOf, tokenProblem } from '../../environments/test-connection'
import type { HeldToken } from '../../platform/tokens'
import { found, open, skippedAfter } from '../check'
import type { Check, Look } from '../check'
import { wayTrouble } from './platform'

const modules = ['order', 'member'] as const satisfies readonly PlatformModule[]

const isWayLost = async ({ way }: Look): Promise<boolean> => {
  if (!(await way.connected()).ok) return true
  const names = await way.names()
  if (names.some(({ outcome }) => !outcome.ok)) return true
  return (await way.connections()).some(({ outcome }) => !outcome.ok)
}

const heldOf = async ({ way }: Look, whose: HeldToken['whose']): Promise<HeldToken | undefined> => {
  const platform = await way.connected()
  return platform.ok ? platform.value.tokens.held().find((token) => token.whose === whose) : undefined
}

/** The token is asked for where there is none; a platform that refuses its user has seen the application's first. */
const tokenOf =
  (module: PlatformModule): Check['run'] =>
  async (parts, look): Promise<Finding> => {
    if (parts.credentials.applications[module] === null)
      return found('note', 'module-unused', { module }, open('settings#environments'))
    if (await isWayLost(look)) return skippedAfter('connection')
    const platform = await look.way.connected()
    if (!platform.ok) return skippedAfter('connection')
    const token = await platform.value.tokens.application(module)
    if (!token.ok) {
      const { error } = token
      if (error.missing !== undefined)
        return found('problem', 'secret-missing', { module }, open('settings#environments'))
      return wayTrouble(parts, { code: tokenProblem(error), subject: module, message: error.message })
    }
    const held = await heldOf(look, module)
    const until = Math.round(parts.now() + (held?.lastsMs ?? 0))
    const scopes = held?.scopes ?? null
    if (scopes === null) return found('ok', 'token-good-unsaid', { module, until })
    // A user centre may name its scopes in words of its own; only the document's are known to be others.
    const areKnown = scopes.some((scope) => Object.values(scopeOf).includes(scope))
    if (!areKnown || scopes.includes(scopeOf[module])) {
      return found('ok', 'token-good', { module, until, scopes })
    }
    return found(
      'problem',
      'scope-missing',
      { module, scopes, wanted: scopeOf[module] },
      { kind: 'copy-line' },
    )
  }

const signIn: Check['run'] = async (parts, look) => {
  const { applications, user } = parts.credentials
  if (applications.member === null) return found('note', 'sign-in-unused', {}, open('settings#environments'))
  if (await isWayLost(look)) return skippedAfter('connection')
  const platform = await look.way.connected()
  if (!platform.ok) return skippedAfter('connection')
  const token = await platform.value.tokens.user()
  if (!token.ok) {
    const { error } = token
    if (error.missing === 'sign-in')
      return found('problem', 'sign-in-needed', {}, open('settings#environments'))
    const code = tokenProblem(error)
    return code === 'application-refused'
      ? found('problem', 'sign-in-refused', { detail: error.message }, open('settings#environments'))
      : wayTrouble(parts, { code, subject: 'member', message: error.message })
  }
  const held = await heldOf(look, 'user')
  const signedInAs = parts.status().signedInAs ?? user?.name ?? ''
  return found('ok', 'signed-in', { user: signedInAs, until: Math.round(parts.now() + (held?.lastsMs ?? 0)) })
}

/** One question to each module that there is a key for; what it answers does not count, only that it does. */
const answers: Check['run'] = async (parts, look) => {
  if (await isWayLost(look)) return skippedAfter('connection')
  const used = modules.filter((module) => parts.credentials.applications[module] !== null)
  const failures = await Promise.all(used.map((module) => look.way.ask(module)))
  const failed = failures.findIndex(
    (failure) => failure !== null && failure.missing === undefined && readProblem(failure) !== null,
  )
  const [failure, module] = [failures[failed], used[failed]]
  if (failure != null && module !== undefined) {
    const trouble = readProblem(failure)
    if (trouble !== null && failure.businessCode === undefined) {
      return wayTrouble(parts, { code: trouble, subject: module, message: failure.message })
    }
    const facts = { module, code: failure.businessCode ?? failure.code, detail: failure.message }
    return found('problem', 'answers-refused', facts)
  }
  const answered = used.filter((_module, at) => failures[at]?.missing === undefined)
  return answered.length === 0
    ? skippedAfter(used.includes('member') ? 'sign-in' : 'token-order')
    : found('ok', 'answers-given', { modules: answered })
}

export const tokenChecks: readonly Check[] = [
  { id: 'token-order', limitMs: 45_000, run: tokenOf('order') },
  { id: 'token-member', limitMs: 45_000, run: tokenOf('member') },
  { id: 'sign-in', limitMs: 45_000, run: signIn },
  { id: 'answers', limitMs: 60_000, run: answers },
]
