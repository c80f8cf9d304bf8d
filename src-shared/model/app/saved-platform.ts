import type { TimeZone } from '../time-zone'
import { proxyProblems } from '../api/platform-failure'
import type { PlatformModule } from '../../operations'
import type { FreeText, Name } from '../name'

/** A platform's name and addresses; nothing secret. */
export interface PlatformFields {
  readonly name: string
  /** As in the API (docs/api.md): everything before `/order/…` and `/me/…`. */
  readonly baseUrl: string
  /** The full URL of the token endpoint. */
  readonly userCentreUrl: string
  /** Null without an application for the module; the pages that need it then say so. */
  readonly orderAppKey: string | null
  readonly memberAppKey: string | null
  /** Null without a user: the order module works without one. */
  readonly userName: Name | null
}

/** Each crosses the bridge once; null if main already has it or there is none. */
export interface PlatformSecrets {
  readonly orderSecret: string | null
  readonly memberSecret: string | null
  readonly password: string | null
}

/** The number of colors that distinguish platforms; amber is reserved for training. */
export const platformColorCount = 6

/** `kept`: stored and readable · `unreadable`: stored but cannot be decrypted now · `none`: never stored. */
export type StoredState = 'stored' | 'unreadable' | 'none'

/**
 * Why the app sends no change to a platform: `marked` on this computer, or by the `policy`, which only the organization
 * can change.
 */
export type LookOnly = 'marked' | 'policy'

export interface PlatformFacts extends PlatformFields {
  readonly id: string
  readonly colour: number
  /** False if it was saved without a passed test. */
  readonly verified: boolean
  readonly secrets: Readonly<Record<PlatformModule, StoredState>>
  /** The stored sign-in of `userName`. */
  readonly signIn: StoredState
  /** Of every date of the platform: license ends, dates of orders. */
  readonly timeZone: TimeZone
  /** Missing where changes may be sent. */
  readonly lookOnly?: LookOnly
}

/** IDs of the training platform and of the platform given on the command line. */
export const trainingPlatform = 'training'
export const launchedPlatform = 'launched'

export interface PlatformList {
  /** An ID of `environments`, `training` or `launched`. */
  readonly current: string
  /** The platform given on the command line, or null. */
  readonly launched: { readonly baseUrl: string } | null
  /** Of the open platform; missing where changes may be sent. */
  readonly lookOnly?: LookOnly
  readonly environments: readonly PlatformFacts[]
}

/** The steps of the connection test in order. */
export const testSteps = ['name', 'connection', 'token', 'scope', 'sign-in', 'read'] as const
export type TestStepName = (typeof testSteps)[number]

/** A fact found by a step; texts come from the network. */
export type TestFact =
  | { readonly kind: 'address'; readonly host: string; readonly address: string }
  | { readonly kind: 'proxy'; readonly host: string; readonly proxy: string }
  | {
      readonly kind: 'certificate'
      readonly host: string
      readonly subject: string
      readonly issuer: string
      /** In ms since 1970; null if the certificate does not state it. */
      readonly expiresAt: number | null
    }
  | { readonly kind: 'plain-http'; readonly host: string }
  | { readonly kind: 'application'; readonly module: PlatformModule }
  | { readonly kind: 'scopes'; readonly module: PlatformModule; readonly scopes: string }
  | { readonly kind: 'scopes-unknown'; readonly module: PlatformModule }
  | { readonly kind: 'user'; readonly name: Name }
  | { readonly kind: 'no-refresh-token' }
  /** The module responded; for the made-up customer, some platforms respond with an error code. */
  | { readonly kind: 'answer'; readonly module: PlatformModule; readonly businessCode: string | null }

export const testProblems = [
  'name-not-found',
  'name-silent',
  'connection-refused',
  'connection-silent',
  ...proxyProblems,
  'not-tls',
  'certificate-expired',
  'certificate-not-yet-valid',
  'certificate-wrong-name',
  'certificate-unknown-issuer',
  'certificate-refused',
  'secret-missing',
  'application-refused',
  'no-token-endpoint',
  'user-centre-silent',
  'user-centre-broken',
  'scope-missing',
  'sign-in-refused',
  'not-approved',
  'user-not-accepted',
  'nonce-refused',
  'no-platform',
  'platform-silent',
  'platform-broken',
] as const
export type TestProblemCode = (typeof testProblems)[number]

export interface TestProblem {
  readonly code: TestProblemCode
  /** The host or module concerned. */
  readonly subject: string
  /** A short English text for support; never a secret. */
  readonly message: FreeText
}

export interface TestStep {
  readonly name: TestStepName
  readonly state: 'waiting' | 'running' | 'passed' | 'skipped' | 'failed' | 'stopped'
  readonly facts: readonly TestFact[]
  readonly problem: TestProblem | null
}

export interface TestReport {
  readonly passed: boolean
  readonly steps: readonly TestStep[]
}

/** 127.0.0.0/8, ::1 and localhost, which never leave this computer. */
export const isLoopbackHost = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host)

/**
 * Characters that are forbidden in app keys and names: control and bidirectional characters, and the separator
 * of former secret names.
 */
export const hasForbiddenCharacter = (text: string): boolean =>
  /[\p{Cc}|\u202a-\u202e\u2066-\u2069]/u.test(text)

/** Scheme, host and path; no query, fragment or credentials. */
const addressForm = /^([a-z][a-z0-9+.-]*):\/\/(\[[0-9a-f:.]+\]|[^\s:/?#@[\]]+)(?::\d{1,5})?(?:\/[^\s?#]*)?$/i

export type AddressProblem = 'empty' | 'not-an-address' | 'not-http' | 'plain'

/** The problem with an entered address, or null. `plain` is http to another computer. */
export const addressProblem = (address: string): AddressProblem | null => {
  const text = address.trim()
  if (text === '') return 'empty'
  const [, scheme, host] = addressForm.exec(text) ?? []
  if (scheme === undefined || host === undefined) return 'not-an-address'
  const isHttp = scheme.toLowerCase() === 'http'
  if (!isHttp && scheme.toLowerCase() !== 'https') return 'not-http'
  // The form allows ports and hosts that no URL has.
  if (!URL.canParse(text)) return 'not-an-address'
  return isHttp && !isLoopbackHost(host.toLowerCase()) ? 'plain' : null
}

export const isAddress = (address: string): boolean => {
  const problem = addressProblem(address)
  return problem === null || problem === 'plain'
}

/** Normalizes an address: lower case, no default port, no trailing slash. */
export const normalizeAddress = (address: string): string => {
  const text = address.trim()
  if (!isAddress(text) || !URL.canParse(text)) return text
  const { origin, pathname } = new URL(text)
  return `${origin}${pathname.replace(/\/+$/, '')}`
}

/** The usual address of user centers; only a suggestion. */
export const suggestedUserCentre = (baseUrl: string): string =>
  isAddress(baseUrl) ? `${baseUrl.trim().replace(/\/+$/, '')}/oauth/token` : ''
