import type { ChangeEffect } from './business-codes'
import type { Failure } from '../../outcome'

/**
 * All failures of a platform call: `refused`, it returned a business code · `unauthorized`, it or the user
 * center rejected our tokens · `unreachable`, no byte of the request was sent · `timeout`, no response within
 * the deadline · `busy`, it or a gateway asked to wait and did nothing · `malformed`, the response is unreadable ·
 * `invalid`, the request does not match the operation and was not sent.
 */
export const platformFailureCodes = [
  'refused',
  'unauthorized',
  'unreachable',
  'timeout',
  'busy',
  'malformed',
  'invalid',
] as const
export type PlatformFailureCode = (typeof platformFailureCodes)[number]

/** Credentials that are missing on this computer; the call is then not sent. */
export const missingParts = ['order-application', 'member-application', 'sign-in'] as const
export type MissingPart = (typeof missingParts)[number]

/**
 * Why a proxy lets nothing through: `proxy-sign-in`, it demands a user name and password · `proxy-sign-in-rejected`, it
 * rejected those it was given · `proxy-method`, it demands a method that is not supported (NTLM, Kerberos, Digest) ·
 * `proxy-refused`, it forbids the connection.
 */
export const proxyProblems = [
  'proxy-sign-in',
  'proxy-sign-in-rejected',
  'proxy-method',
  'proxy-refused',
] as const
export type ProxyProblem = (typeof proxyProblems)[number]

export interface PlatformFailure extends Failure<PlatformFailureCode> {
  /** The envelope's code (docs/api.md, section 7), as text. */
  readonly businessCode?: string
  readonly httpStatus?: number
  readonly missing?: MissingPart
  /** Of `missing`: it is saved, but cannot be decrypted now. */
  readonly isUnreadable?: true
  /** Of `busy`: how long to wait, ms. */
  readonly retryAfterMs?: number
  /** Of `unreachable`: the proxy's reason. */
  readonly proxy?: ProxyProblem
  /** Whether a change may still have been carried out; always `no` for a read. */
  readonly changed: ChangeEffect
  /** Further data in a failure's envelope (60027: which employees were added). */
  readonly data?: unknown
}
