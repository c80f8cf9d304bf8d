import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { ConnectDraft } from '#shared/bridge/connect-commands'
import type {
  PlatformFacts,
  PlatformFields,
  PlatformSecrets,
  TestReport,
  TestStep,
} from '#shared/model/app/saved-platform'
import type { PlatformModule } from '#shared/operations'
import { normalizeAddress } from '#shared/model/app/saved-platform'
import { succeed } from '#shared/outcome'
import type { Failure, Outcome } from '#shared/outcome'
import type { Credentials } from '../platform/auth/credentials'
import { createMemoryTokenKeeper } from '../platform/auth/tokens'
import type { RefreshTokenKeeper } from '../platform/auth/tokens'
import type { NetworkDeps } from '../platform/transport/transport'
import { refreshTokenIn } from '../vault/refresh-token'
import type { Vault } from '../vault/vault'
import { createSaveConfirmation } from './confirm-save'
import { saveRefreshToken, saveSecrets, secretName, signInIdentity } from './platform-secrets'
import type { ConfirmMove, PlatformData } from './platform-data'
import type { SavedPlatforms } from './saved-platforms'
import { unusedColor } from './saved-platforms-file'
import type { SavedPlatform } from './saved-platforms-file'
import { isSameServer, isSecretFor, keyOf } from './secret-fields'
import type { ModuleSecret } from './secret-fields'
import { testConnection } from './test-connection'

type AppSecrets = Omit<PlatformSecrets, 'password'>

/** The successfully tested fields and credentials. */
interface Tested {
  readonly fields: PlatformFields
  readonly secrets: AppSecrets
  readonly passed: boolean
  /** From a sign-in by password; null if there was none. */
  readonly refreshToken: string | null
}

/**
 * An entered secret with the fields at that time: it is used only with the same addresses and the same app key
 * or user.
 */
interface EnteredSecret {
  readonly secret: string
  readonly fields: PlatformFields
}

interface DraftState {
  readonly saved: SavedPlatform | null
  order: EnteredSecret | null
  member: EnteredSecret | null
  /** Kept only until a sign-in was attempted with it. */
  password: EnteredSecret | null
  tested: Tested | null
}

export interface ConnectDrafts {
  begin(id: string | null): Promise<ConnectDraft | null>
  test(
    fields: PlatformFields,
    secrets: PlatformSecrets,
  ): Promise<{ readonly report: TestReport; readonly has: ConnectDraft['has'] }>
  stopTest(): void
  /**
   * `not-verified` if these fields were not tested successfully and `allowUntested` is false. Throws the file
   * system's error.
   */
  save(
    fields: PlatformFields,
    secrets: AppSecrets,
    allowUntested: boolean,
    /** Marks a new platform; a saved one keeps its mark. */
    lookOnly?: boolean,
  ): Promise<
    Outcome<PlatformFacts, Failure<'not-verified' | 'not-confirmed' | 'not-found' | 'limit-reached'>>
  >
  end(): void
}

const normalizeFields = (fields: PlatformFields): PlatformFields => ({
  ...fields,
  baseUrl: normalizeAddress(fields.baseUrl),
  userCentreUrl: fields.userCentreUrl.trim(),
})

const fieldsOf = (saved: SavedPlatform): PlatformFields => {
  const { name, baseUrl, userCentreUrl, orderAppKey, memberAppKey, userName } = saved
  return { name, baseUrl, userCentreUrl, orderAppKey, memberAppKey, userName }
}

const withoutName = (fields: PlatformFields): PlatformFields => ({ ...fields, name: '' })

const emptyDraft = (saved: SavedPlatform | null): DraftState => ({
  saved,
  order: null,
  member: null,
  password: null,
  tested: null,
})

/** The test of exactly these fields and secrets; null if they were changed since or not tested. */
const testOf = (
  { tested }: DraftState,
  fields: PlatformFields,
  { orderSecret, memberSecret }: AppSecrets,
): Tested | null => {
  if (tested === null) return null
  const isSame =
    isDeepStrictEqual(withoutName(tested.fields), withoutName(fields)) &&
    isDeepStrictEqual(tested.secrets, {
      orderSecret: fields.orderAppKey === null ? null : orderSecret,
      memberSecret: fields.memberAppKey === null ? null : memberSecret,
    })
  return isSame ? tested : null
}

/** Whether only the name of a verified platform changes. */
const isUnchanged = ({ saved, order, member }: DraftState, fields: PlatformFields): boolean =>
  saved?.verified === true &&
  isDeepStrictEqual(withoutName(fieldsOf(saved)), withoutName(fields)) &&
  order === null &&
  member === null

/** What a platform has besides the fields of the input. */
const ownPartOf = (saved: SavedPlatform | null, all: readonly SavedPlatform[], lookOnly: boolean) =>
  saved ?? {
    id: randomUUID(),
    colour: unusedColor(all),
    ...(lookOnly ? { lookOnly } : {}),
  }

interface ConnectDraftDeps {
  savedPlatforms: SavedPlatforms
  vault: Vault
  network: NetworkDeps
  /** A known enterprise of the platform, or null. */
  enterpriseOf: (platformId: string) => string | null
  /** The data stored for a platform. */
  dataOf: (platformId: string) => PlatformData
  /** Asks in a system dialog whether the data move to another server. */
  confirmMove: ConfirmMove
  /** Asks in a system dialog before stored app secrets of the platform are lost. */
  confirmKeyLoss: (platform: { readonly name: string; readonly address: string }) => Promise<boolean>
  onSteps: (steps: readonly TestStep[]) => void
}

/** The platform being added or edited. Its secrets cross the bridge once and stay in main. */
export const createConnectDrafts = (deps: ConnectDraftDeps): ConnectDrafts => {
  const { savedPlatforms, vault, network, enterpriseOf, onSteps } = deps
  const saving = createSaveConfirmation(deps)
  let current = emptyDraft(null)
  let running = new AbortController()

  const secretOf = async (fields: PlatformFields, module: PlatformModule): Promise<string | null> => {
    const entered = current[module]
    if (entered !== null) return entered.secret
    if (current.saved === null || !isSecretFor(current.saved, fields, module)) return null
    return vault.read(secretName(current.saved.id, module))
  }

  /** Discards entered secrets that belong to other fields. */
  const acceptSecrets = (
    fields: PlatformFields,
    { orderSecret, memberSecret, password }: PlatformSecrets,
  ) => {
    const updated = (
      secret: string | null,
      before: EnteredSecret | null,
      isFor: (before: PlatformFields) => boolean,
    ): EnteredSecret | null => {
      if (secret !== null) return { secret, fields }
      return before !== null && isFor(before.fields) ? before : null
    }
    current.order = updated(orderSecret, current.order, (before) => isSecretFor(before, fields, 'order'))
    current.member = updated(memberSecret, current.member, (before) => isSecretFor(before, fields, 'member'))
    current.password = updated(
      password,
      current.password,
      (before) => before.userName === fields.userName && isSameServer(before, fields),
    )
  }

  const credentialsOf = async (fields: PlatformFields): Promise<Credentials> => {
    const application = async (module: PlatformModule) => {
      const key = keyOf(fields, module)
      const secret = key === null ? null : await secretOf(fields, module)
      return key === null || secret === null ? null : { key, secret }
    }
    return {
      applications: { order: await application('order'), member: await application('member') },
      user:
        fields.userName === null
          ? null
          : { name: fields.userName, password: current.password?.secret ?? null },
    }
  }

  const availableSecrets = async (fields: PlatformFields | null): Promise<ConnectDraft['has']> => ({
    orderSecret: fields !== null && (await secretOf(fields, 'order')) !== null,
    memberSecret: fields !== null && (await secretOf(fields, 'member')) !== null,
    password: current.password !== null,
  })

  return {
    begin: async (id) => {
      running.abort()
      const saved = id === null ? null : savedPlatforms.find(id)
      if (id !== null && saved === null) return null
      current = emptyDraft(saved)
      if (saved === null) return { id, fields: null, has: await availableSecrets(null) }
      const fields = fieldsOf(saved)
      return { id, fields, has: await availableSecrets(fields) }
    },
    test: async (input, secrets) => {
      running.abort()
      running = new AbortController()
      const { signal } = running
      const fields = normalizeFields(input)
      acceptSecrets(fields, secrets)
      const draft = current
      const identity = signInIdentity(fields)
      const isByPassword = current.password !== null
      // The test may exchange a stored refresh token; the new one must be stored at once.
      const keeper: RefreshTokenKeeper =
        !isByPassword && current.saved !== null && isSameServer(current.saved, fields)
          ? refreshTokenIn(vault, identity)
          : createMemoryTokenKeeper()
      const credentials = await credentialsOf(fields)
      const enterpriseGlobalId = enterpriseOf(
        current.saved !== null && isSameServer(current.saved, fields)
          ? current.saved.platformId
          : savedPlatforms.platformIdAt(fields.baseUrl),
      )
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
      return { report, has: await availableSecrets(fields) }
    },
    stopTest: () => running.abort(),
    save: async (input, secrets, allowUntested, lookOnly = false) => {
      const fields = normalizeFields(input)
      acceptSecrets(fields, { ...secrets, password: null })
      const draft = current
      const { saved } = draft
      const [orderSecret, memberSecret] = [await secretOf(fields, 'order'), await secretOf(fields, 'member')]
      const accepted = testOf(draft, fields, { orderSecret, memberSecret })
      const hasPassed = accepted?.passed === true
      const verified = hasPassed || isUnchanged(draft, fields)
      const refusal = saving.refuse(saved, verified || allowUntested)
      if (refusal !== null) return refusal

      const secretsOfModules: readonly ModuleSecret[] = [
        { module: 'order', secret: orderSecret },
        { module: 'member', secret: memberSecret },
      ]
      const platformId = await saving.confirm(saved, fields, { secretsOfModules, hasPassed })
      if (!platformId.ok) return platformId

      const next: SavedPlatform = {
        ...ownPartOf(saved, savedPlatforms.all(), lookOnly),
        platformId: platformId.value,
        ...fields,
        verified,
      }
      await saveSecrets(vault, saved, next, secretsOfModules)
      await saveRefreshToken(
        { vault, savedPlatforms: savedPlatforms.all() },
        saved,
        next,
        accepted?.refreshToken ?? null,
      )
      await savedPlatforms.put(next)
      current = emptyDraft(null)
      return succeed(await savedPlatforms.facts(next))
    },
    end: () => {
      running.abort()
      current = emptyDraft(null)
    },
  }
}
