import type { Changed } from './model/business-codes'
import type { Failure } from './outcome'

/**
 * Everything that can become of a call to the platform besides success:
 * `refused`, it answered with a business code · `unauthorized`, it or the user centre does not accept our tokens ·
 * `unreachable`, no byte of the call left · `timeout`, no answer within the deadline · `malformed`, an answer that
 * cannot be read · `invalid`, the request is not one the operation takes, and was not sent.
 */
export const platformFailureCodes = [
  'refused',
  'unauthorized',
  'unreachable',
  'timeout',
  'malformed',
  'invalid',
] as const
export type PlatformFailureCode = (typeof platformFailureCodes)[number]

/** What this desk was not given, so that a call of that kind cannot be made: nothing was asked of the platform then. */
export const missingParts = ['order-application', 'member-application', 'sign-in'] as const
export type MissingPart = (typeof missingParts)[number]

export interface PlatformFailure extends Failure<PlatformFailureCode> {
  /** The envelope's code (API document, section 7), as text. */
  readonly businessCode?: string
  readonly httpStatus?: number
  readonly missing?: MissingPart
  /** Whether a change may have been carried out all the same; always `no` for a read. */
  readonly changed: Changed
  /** What an envelope that reports a failure carries beside it (60027: who was added and who was not). */
  readonly data?: unknown
}
