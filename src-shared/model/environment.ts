import type { PlatformModule } from '../operations'

/** What names a platform at this desk; nothing of it is secret. */
export interface EnvironmentFields {
  readonly name: string
  /** As in the API document: everything before `/order/…` and `/me/…`. */
  readonly baseUrl: string
  /** The token endpoint's whole URL. */
  readonly userCentreUrl: string
  /** Null where this desk has no application for that module; its half of the app then says so. */
  readonly orderAppKey: string | null
  readonly memberAppKey: string | null
  /** Null where nobody signs in: the order module works without. */
  readonly userName: string | null
}

/** Each crosses the bridge once; null is one that main has already, or none. */
export interface EnvironmentSecrets {
  readonly orderSecret: string | null
  readonly memberSecret: string | null
  readonly password: string | null
}

/** Lines of this many colours tell environments apart; amber is training's alone. */
export const environmentColours = 6

/** `kept` may be read now · `unreadable` lies there and does not open today · `none` was never given. */
export type KeptState = 'kept' | 'unreadable' | 'none'

export interface EnvironmentFacts extends EnvironmentFields {
  readonly id: string
  readonly colour: number
  /** False where it was saved without a test that passed. */
  readonly verified: boolean
  readonly secrets: Readonly<Record<PlatformModule, KeptState>>
  /** The kept sign-in of `userName`. */
  readonly signIn: KeptState
}

/** The training environment, and the one that the command line named for this run alone. */
export const trainingEnvironment = 'training'
export const launchedEnvironment = 'launched'

export interface EnvironmentList {
  /** Of `environments`, `training` or `launched`. */
  readonly current: string
  /** The platform that the command line named, where it did. */
  readonly launched: { readonly baseUrl: string } | null
  readonly environments: readonly EnvironmentFacts[]
}

/** The steps of testing a connection, in their order. */
export const testSteps = ['name', 'connection', 'token', 'scope', 'sign-in', 'read'] as const
export type TestStepName = (typeof testSteps)[number]

/** What a step has found, for the person to judge; texts come from the network. */
export type TestFact =
  | { readonly kind: 'address'; readonly host: string; readonly address: string }
  | { readonly kind: 'proxy'; readonly host: string; readonly proxy: string }
  | {
      readonly kind: 'certificate'
      readonly host: string
      readonly subject: string
      readonly issuer: string
      /** ms since 1970; null where the certificate does not say. */
      readonly expiresAt: number | null
    }
  | { readonly kind: 'plain-http'; readonly host: string }
  | { readonly kind: 'application'; readonly module: PlatformModule }
  | { readonly kind: 'scopes'; readonly module: PlatformModule; readonly scopes: string }
  | { readonly kind: 'scopes-unsaid'; readonly module: PlatformModule }
  | { readonly kind: 'user'; readonly name: string }
  | { readonly kind: 'not-lasting' }
  /** It answered; a made-up customer is on no platform, and some say so with a code. */
  | { readonly kind: 'answer'; readonly module: PlatformModule; readonly businessCode: string | null }

export const testProblems = [
  'name-not-found',
  'name-silent',
  'connection-refused',
  'connection-silent',
  'proxy-refused',
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
  /** Whom it met: a host, or a module. */
  readonly subject: string
  /** A short English detail for support; never a secret. */
  readonly message: string
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

/** 127.0.0.0/8, ::1 and localhost: what never leaves this machine. */
export const isLoopbackHost = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host)

/** Scheme, host and path; a query, a fragment or a sign-in inside is none of an address. */
const addressForm = /^([a-z][a-z0-9+.-]*):\/\/(\[[0-9a-f:.]+\]|[^\s:/?#@[\]]+)(?::\d{1,5})?(?:\/[^\s?#]*)?$/i

export type AddressProblem = 'empty' | 'not-an-address' | 'not-http' | 'plain'

/** What is wrong with an address as it was typed, or null. `plain` is http to another machine. */
export const addressProblem = (address: string): AddressProblem | null => {
  const text = address.trim()
  if (text === '') return 'empty'
  const [, scheme, host] = addressForm.exec(text) ?? []
  if (scheme === undefined || host === undefined) return 'not-an-address'
  const isHttp = scheme.toLowerCase() === 'http'
  if (!isHttp && scheme.toLowerCase() !== 'https') return 'not-http'
  return isHttp && !isLoopbackHost(host.toLowerCase()) ? 'plain' : null
}

export const isAddress = (address: string): boolean => {
  const problem = addressProblem(address)
  return problem === null || problem === 'plain'
}

/** Where most user centres answer; a proposal to look at, not a belief. */
export const suggestedUserCentre = (baseUrl: string): string =>
  isAddress(baseUrl) ? `${baseUrl.trim().replace(/\/+$/, '')}/oauth/token` : ''
