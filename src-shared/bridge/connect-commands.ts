import { z } from 'zod'
import { hasForbiddenCharacter, isAddress } from '../model/app/saved-platform'
import type { PlatformFacts, PlatformFields, PlatformList, TestReport } from '../model/app/saved-platform'
import type { Name } from '../model/name'
import { minPassphraseLength } from '../model/app/vault-status'
import { isTimeZone } from '../model/time-zone'
import type { ProxyRequest } from '../model/app/proxy'
import type { VaultStatus } from '../model/app/vault-status'
import { command, noInput } from './command'

/** The platform being added or edited. Main holds its secrets; each crosses the bridge once. */
export interface ConnectDraft {
  /** Null for a new one. */
  readonly id: string | null
  readonly fields: PlatformFields | null
  /** Which secrets main already has, from the vault or from a test of this draft. */
  readonly has: { readonly orderSecret: boolean; readonly memberSecret: boolean; readonly password: boolean }
}

/**
 * `busy`: changes are being sent or jobs run; nothing was stopped. `stayed`: the user chose not to lose
 * generated passwords.
 */
export type SwitchResult =
  | { readonly state: 'switched' }
  | { readonly state: 'stayed' }
  | { readonly state: 'busy'; readonly inFlight: number; readonly jobs: number }

export interface DataFolder {
  readonly path: string
  /** Whether training is open; only then it can be reset. */
  readonly training: boolean
}

const trimmedText = z.string().trim().min(1).max(200)

/** Platform and sign-in fields without forbidden characters. */
const plain = trimmedText.refine((text) => !hasForbiddenCharacter(text))

/** Secrets have no standard length; this only rejects input errors. */
const secret = z.string().min(1).max(4_000)

const address = z.string().trim().max(400, { abort: true }).refine(isAddress)

const userName: z.ZodType<Name | null> = plain.nullable()

const fields = z.strictObject({
  name: plain,
  baseUrl: address,
  userCentreUrl: address,
  orderAppKey: plain.nullable(),
  memberAppKey: plain.nullable(),
  userName,
})

const appSecrets = { orderSecret: secret.nullable(), memberSecret: secret.nullable() }

/** SOCKS allows 255 bytes, Basic no control characters. */
const proxyText = z
  .string()
  .max(255, { abort: true })
  .refine((text) => !/\p{Cc}/u.test(text), 'contains a control character')

const passphrase = z.string().min(minPassphraseLength).max(1_000)

/** Commands about platforms, their secrets and where these are kept. */
export const connectCommands = {
  /** Opens the draft of a saved or a new platform and discards the previous draft. */
  'connect/begin': command(z.strictObject({ id: trimmedText.nullable() })).returns<ConnectDraft>(),
  /** Runs the test; `connect/steps` reports each step. A passed test is kept for `connect/save`. */
  'connect/test': command(
    z.strictObject({
      fields,
      secrets: z.strictObject({ ...appSecrets, password: secret.nullable() }),
    }),
  ).returns<{ readonly report: TestReport; readonly has: ConnectDraft['has'] }>(),
  'connect/stop-test': command(noInput).returns<null>(),
  /** Without a passed test only with `anyway`; then a password is not stored. */
  'connect/save': command(
    z.strictObject({
      fields,
      secrets: z.strictObject(appSecrets),
      anyway: z.boolean(),
      /** Marks a new platform; a saved one keeps its mark. */
      lookOnly: z.exactOptional(z.boolean()),
    }),
  ).returns<PlatformFacts>(),
  /** Discards the draft and its secrets. */
  'connect/end': command(noInput).returns<null>(),
  'environments/list': command(noInput).returns<PlatformList>(),
  /** Reloads the page when done. */
  'environments/switch': command(
    z.strictObject({ id: trimmedText, pauseJobs: z.boolean() }),
  ).returns<SwitchResult>(),
  /** Also deletes its secrets and sign-in. The open platform cannot be removed. */
  'environments/remove': command(z.strictObject({ id: trimmedText })).returns<PlatformList>(),
  /** The zone of the platform's dates; null is that of this computer. */
  'environments/set-time-zone': command(
    z.strictObject({
      id: trimmedText,
      timeZone: z.string().max(60, { abort: true }).refine(isTimeZone).nullable(),
    }),
  ).returns<PlatformList>(),
  /** Marks a platform as look only. The end of the mark is confirmed in a system dialog; one of the policy has none. */
  'environments/set-look-only': command(
    z.strictObject({ id: trimmedText, lookOnly: z.boolean() }),
  ).returns<PlatformList>(),
  /** Signs in to the open platform; the password is sent to the user center once and not stored. */
  'environments/sign-in': command(z.strictObject({ password: secret })).returns<null>(),
  /** Returns what was deleted. */
  'environments/sign-out': command(z.strictObject({ id: trimmedText, forgetKeys: z.boolean() })).returns<{
    readonly signIn: boolean
    readonly keys: number
  }>(),
  /** The proxy that waits for a user name and password; null if none does. */
  'proxy/request': command(noInput).returns<ProxyRequest | null>(),
  /** Tries them once. Accepted ones are stored in the vault. */
  'proxy/sign-in': command(
    z.strictObject({
      proxy: z.string().min(1).max(400),
      userName: proxyText.min(1).refine((text) => !text.includes(':'), 'contains a colon'),
      password: proxyText,
    }),
  ).returns<{ readonly accepted: boolean }>(),
  'vault/status': command(noInput).returns<VaultStatus>(),
  /** Checks the keychain again. */
  'vault/check': command(noInput).returns<VaultStatus>(),
  'vault/set-passphrase': command(z.strictObject({ passphrase })).returns<VaultStatus>(),
  'vault/unlock': command(z.strictObject({ passphrase: z.string().min(1).max(1_000) })).returns<{
    readonly opened: boolean
  }>(),
  /** Also deletes all secrets encrypted with it. */
  'vault/delete-passphrase': command(noInput).returns<VaultStatus>(),
  'app/restart': command(noInput).returns<null>(),
  'data/describe': command(noInput).returns<DataFolder>(),
  'data/open': command(noInput).returns<null>(),
  /** Moves the training data aside and creates new data; reloads the page when done. */
  'training/reset': command(noInput).returns<SwitchResult>(),
}
