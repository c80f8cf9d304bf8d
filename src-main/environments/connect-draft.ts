import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { ConnectDraft } from '#shared/connect-commands'
import type {
  EnvironmentFacts,
  EnvironmentFields,
  EnvironmentSecrets,
  TestReport,
  TestStep,
} from '#shared/model/environment'
import type { PlatformModule } from '#shared/operations'
import { fail, succeed } from '#shared/outcome'
import type { Failure, Outcome } from '#shared/outcome'
import { originOf } from '../origin-of'
import type { Credentials } from '../platform/credentials'
import { memoryKeeper } from '../platform/tokens'
import type { RefreshTokenKeeper } from '../platform/tokens'
import type { NetworkSurroundings } from '../platform/transport'
import { refreshTokenIn, refreshTokenName } from '../vault/refresh-token'
import type { Vault } from '../vault/vault'
import { secretName, signInPlace } from './environment-secrets'
import type { Environments } from './environments'
import { freeColour } from './environments-file'
import type { SavedEnvironment } from './environments-file'
import { testConnection } from './test-connection'

type AppSecrets = Omit<EnvironmentSecrets, 'password'>

/** What a test has found good, and what it was asked of. */
interface Tested {
  readonly fields: EnvironmentFields
  readonly secrets: AppSecrets
  readonly passed: boolean
  /** Of a sign-in by password; null where there was none. */
  readonly refreshToken: string | null
}

/** What a person typed, for the fields as they were then: it goes nowhere else and with no other key or name. */
interface Typed {
  readonly secret: string
  readonly fields: EnvironmentFields
}

interface Held {
  readonly saved: SavedEnvironment | null
  order: Typed | null
  member: Typed | null
  /** Until the user centre was asked with it, whatever came of that. */
  password: Typed | null
  tested: Tested | null
}

export interface ConnectDrafts {
  begin(id: string | null): Promise<ConnectDraft | null>
  test(
    fields: EnvironmentFields,
    secrets: EnvironmentSecrets,
  ): Promise<{ readonly report: TestReport; readonly has: ConnectDraft['has'] }>
  stopTest(): void
  /** `not-verified` where no test of just this has passed and it was not to be saved anyway. Throws what the disk said. */
  save(
    fields: EnvironmentFields,
    secrets: AppSecrets,
    anyway: boolean,
  ): Promise<Outcome<EnvironmentFacts, Failure<'not-verified'>>>
  end(): void
}

const keyOf = (fields: EnvironmentFields, module: PlatformModule) =>
  module === 'order' ? fields.orderAppKey : fields.memberAppKey

const tidy = (fields: EnvironmentFields): EnvironmentFields => ({
  ...fields,
  // The journal and the register go by it: two spellings would be two platforms.
  baseUrl: fields.baseUrl.trim().replace(/\/+$/, ''),
  userCentreUrl: fields.userCentreUrl.trim(),
})

const fieldsOf = (saved: SavedEnvironment): EnvironmentFields => {
  const { id: _id, colour: _colour, verified: _verified, ...fields } = saved
  return fields
}

/** A secret is another key's once the key was changed, and nobody's at another address. */
const isSecretFor = (one: EnvironmentFields, fields: EnvironmentFields, module: PlatformModule): boolean =>
  keyOf(one, module) === keyOf(fields, module) && goesToSamePlaces(one, fields)

/**
 * Whether secrets go to the same two machines. They go nowhere else, kept or typed: a page, or whoever talks a person
 * into “our new address”, would only have to edit the address to be sent them.
 */
const goesToSamePlaces = (one: EnvironmentFields, other: EnvironmentFields): boolean =>
  originOf(one.baseUrl) === originOf(other.baseUrl) &&
  originOf(one.userCentreUrl) === originOf(other.userCentreUrl)

const nameless = (fields: EnvironmentFields): EnvironmentFields => ({ ...fields, name: '' })

const empty = (saved: SavedEnvironment | null): Held => ({
  saved,
  order: null,
  member: null,
  password: null,
  tested: null,
})

/** The environment that is being entered or edited. Its secrets come over the bridge once and stay here until saved. */
export const createConnectDrafts = (deps: {
  environments: Environments
  vault: Vault
  network: NetworkSurroundings
  /** An enterprise of that platform, where the desk knows one. */
  enterpriseOf: (baseUrl: string) => string | null
  onSteps: (steps: readonly TestStep[]) => void
}): ConnectDrafts => {
  const { environments, vault, network, enterpriseOf, onSteps } = deps
  let held = empty(null)
  let running = new AbortController()

  const secretOf = async (fields: EnvironmentFields, module: PlatformModule): Promise<string | null> => {
    const typed = held[module]
    if (typed !== null) return typed.secret
    if (held.saved === null || !isSecretFor(held.saved, fields, module)) return null
    return vault.read(secretName(held.saved.id, module))
  }

  /** What was typed before for something else is forgotten. */
  const take = (fields: EnvironmentFields, { orderSecret, memberSecret, password }: EnvironmentSecrets) => {
    const typed = (
      secret: string | null,
      before: Typed | null,
      isFor: (before: EnvironmentFields) => boolean,
    ): Typed | null => {
      if (secret !== null) return { secret, fields }
      return before !== null && isFor(before.fields) ? before : null
    }
    held.order = typed(orderSecret, held.order, (before) => isSecretFor(before, fields, 'order'))
    held.member = typed(memberSecret, held.member, (before) => isSecretFor(before, fields, 'member'))
    held.password = typed(
      password,
      held.password,
      (before) => before.userName === fields.userName && goesToSamePlaces(before, fields),
    )
  }

  const credentialsOf = async (fields: EnvironmentFields): Promise<Credentials> => {
    const application = async (module: PlatformModule) => {
      const key = keyOf(fields, module)
      const secret = key === null ? null : await secretOf(fields, module)
      return key === null || secret === null ? null : { key, secret }
    }
    return {
      applications: { order: await application('order'), member: await application('member') },
      user:
        fields.userName === null ? null : { name: fields.userName, password: held.password?.secret ?? null },
    }
  }

  const hasOf = async (fields: EnvironmentFields | null): Promise<ConnectDraft['has']> => ({
    orderSecret: fields !== null && (await secretOf(fields, 'order')) !== null,
    memberSecret: fields !== null && (await secretOf(fields, 'member')) !== null,
    password: held.password !== null,
  })

  return {
    begin: async (id) => {
      running.abort()
      const saved = id === null ? null : environments.find(id)
      if (id !== null && saved === null) return null
      held = empty(saved)
      if (saved === null) return { id, fields: null, has: await hasOf(null) }
      const fields = fieldsOf(saved)
      return { id, fields, has: await hasOf(fields) }
    },
    test: async (given, secrets) => {
      running.abort()
      running = new AbortController()
      const { signal } = running
      const fields = tidy(given)
      take(fields, secrets)
      const draft = held
      const place = signInPlace(fields)
      const isByPassword = held.password !== null
      // A kept refresh token may be exchanged by the test; what comes back must then be kept at once.
      const keeper: RefreshTokenKeeper =
        !isByPassword && held.saved !== null && goesToSamePlaces(held.saved, fields)
          ? refreshTokenIn(vault, place)
          : memoryKeeper()
      const credentials = await credentialsOf(fields)
      const enterpriseGlobalId = enterpriseOf(fields.baseUrl)
      const report = await testConnection(
        { fields, credentials, keeper, enterpriseGlobalId },
        { network, signal, onSteps: (steps) => (signal.aborted ? undefined : onSteps(steps)) },
      )
      const signIn = report.steps.find(({ name }) => name === 'sign-in')?.state
      if (signIn === 'passed' || signIn === 'failed') draft.password = null
      draft.tested = {
        fields,
        secrets: {
          orderSecret: credentials.applications.order?.secret ?? null,
          memberSecret: credentials.applications.member?.secret ?? null,
        },
        passed: report.passed,
        refreshToken: isByPassword && signIn === 'passed' ? await keeper.load() : null,
      }
      return { report, has: await hasOf(fields) }
    },
    stopTest: () => running.abort(),
    save: async (given, secrets, anyway) => {
      const fields = tidy(given)
      take(fields, { ...secrets, password: null })
      const draft = held
      const { saved, tested } = draft
      const [orderSecret, memberSecret] = [await secretOf(fields, 'order'), await secretOf(fields, 'member')]
      const isTested =
        tested !== null &&
        isDeepStrictEqual(nameless(tested.fields), nameless(fields)) &&
        isDeepStrictEqual(tested.secrets, {
          orderSecret: fields.orderAppKey === null ? null : orderSecret,
          memberSecret: fields.memberAppKey === null ? null : memberSecret,
        })
      const isUnchanged =
        saved?.verified === true &&
        isDeepStrictEqual(nameless(fieldsOf(saved)), nameless(fields)) &&
        draft.order === null &&
        draft.member === null
      const verified = (isTested && tested.passed) || isUnchanged
      if (!verified && !anyway)
        return fail({ code: 'not-verified', message: 'no test of just this has passed' })

      const id = saved?.id ?? randomUUID()
      const colour = saved?.colour ?? freeColour(environments.all())
      const next: SavedEnvironment = { id, ...fields, colour, verified }
      for (const [module, secret] of [
        ['order', orderSecret],
        ['member', memberSecret],
      ] as const) {
        const name = secretName(id, module)
        const isAnothers = saved !== null && !isSecretFor(saved, fields, module)
        if (keyOf(fields, module) === null || (secret === null && isAnothers)) await vault.erase(name)
        else if (secret !== null) await vault.keep(name, secret)
      }
      const place = signInPlace(next)
      if (saved !== null && refreshTokenName(signInPlace(saved)) !== refreshTokenName(place)) {
        await vault.erase(refreshTokenName(signInPlace(saved)))
      }
      if (isTested && tested.refreshToken !== null)
        await vault.keep(refreshTokenName(place), tested.refreshToken)
      await environments.put(next)
      held = empty(null)
      return succeed(await environments.facts(next))
    },
    end: () => {
      running.abort()
      held = empty(null)
    },
  }
}
